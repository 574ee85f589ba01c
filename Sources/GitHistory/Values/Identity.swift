/// Who a commit is said to be by, and where that was found.
public struct Identity: Hashable, Sendable {
  /// The name of the person.
  public let name: String

  /// The address of the person, without angle brackets.
  public let email: String

  /// Where the weaker of the two was found.
  public let source: Source

  /// Whether nobody has said who commits, so that the user should be told how to.
  public var isFallback: Bool { source == .fallback }

  /// Describes a person.
  public init(name: String, email: String, source: Source) {
    self.name = name
    self.email = email
    self.source = source
  }

  /// Stands in where nobody has said who commits.
  public static let unknown = Identity(name: "Unknown", email: "unknown@localhost", source: .fallback)

  /// Where an identity was found, from the strongest to the weakest.
  public enum Source: Int, Hashable, Sendable, Comparable {
    /// A variable of the environment, such as `GIT_AUTHOR_NAME`.
    case environment
    /// Git's configuration, such as `user.name`.
    case configuration
    /// Nowhere.
    case fallback

    /// Whether `first` is stronger than `second`.
    public static func < (first: Source, second: Source) -> Bool { first.rawValue < second.rawValue }
  }

  /// The two persons that a commit names.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// Who made the change.
    case author
    /// Who made the commit.
    case committer
  }
}
