/// The name and address of a person, and their source.
public struct Identity: Hashable, Sendable {
  /// The name of the person.
  public let name: String

  /// The address of the person, without angle brackets.
  public let email: String

  /// The source of the name or of the address, whichever has lower precedence.
  public let source: Source

  /// Whether no identity is configured, so that the program should explain how to set one.
  public var isFallback: Bool { source == .fallback }

  /// Makes an identity.
  public init(name: String, email: String, source: Source) {
    self.name = name
    self.email = email
    self.source = source
  }

  /// The identity that is used if none is configured.
  public static let unknown = Identity(name: "Unknown", email: "unknown@localhost", source: .fallback)

  /// The source of an identity, from the highest to the lowest precedence.
  public enum Source: Int, Hashable, Sendable, Comparable {
    /// A variable of the environment, such as `GIT_AUTHOR_NAME`.
    case environment
    /// Git's configuration, such as `user.name`.
    case configuration
    /// The default, ``Identity/unknown``.
    case fallback

    /// Returns whether `first` has higher precedence than `second`.
    public static func < (first: Source, second: Source) -> Bool { first.rawValue < second.rawValue }
  }

  /// The two roles of persons in a commit.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// The person who made the change.
    case author
    /// The person who made the commit.
    case committer
  }
}
