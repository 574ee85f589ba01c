/// The maximum number of episodes that a smart playlist takes of each podcast, artist or album.
public struct GroupLimit: Hashable, Sendable, CustomStringConvertible {
  /// The ways to group episodes.
  public enum Group: String, CaseIterable, Hashable, Sendable {
    /// The episodes of one file of the library.
    case podcast
    /// The episodes with equal artists.
    case artist
    /// The episodes with equal albums.
    case album
  }

  /// The number of episodes of each group, at least 1.
  public let count: Int
  /// The way to group episodes. Episodes without a value are one group.
  public let group: Group

  /// Makes a limit; `nil` if the count is below 1 or above ``maximumCount``.
  public init?(_ count: Int, per group: Group) {
    guard (1...Self.maximumCount).contains(count) else { return nil }
    self.count = count
    self.group = group
  }

  /// Reads a text such as `3 per podcast`; `nil` for any other text.
  public init?(_ text: String) {
    let words = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[1].elementsEqual("per".utf8), words[0].allSatisfy(\.isRuleDigit),
      let group = Group.allCases.first(where: { $0.rawValue.utf8.elementsEqual(words[2]) }),
      let count = Int(Substring(words[0]))
    else { return nil }
    self.init(count, per: group)
  }

  /// The maximum number of episodes of a group.
  public static let maximumCount = 999_999_999

  /// The limit as it is written in files.
  public var description: String { "\(count) per \(group.rawValue)" }
}

extension GroupLimit.Group {
  /// The field with equal values in a group; `nil` for the file of the podcast.
  public var field: RuleField? {
    switch self {
    case .podcast: nil
    case .artist: .artist
    case .album: .album
    }
  }
}

/// The limits of a smart playlist: the key `limit` of its file.
public struct PlaylistLimits: Hashable, Sendable, CustomStringConvertible {
  /// The limit of all episodes taken; `nil` for none.
  public var whole: PlaylistLimit?
  /// The limit of the episodes taken of each podcast, artist or album; `nil` for none.
  public var perGroup: GroupLimit?

  /// Makes limits.
  public init(_ whole: PlaylistLimit? = nil, perGroup: GroupLimit? = nil) {
    self.whole = whole
    self.perGroup = perGroup
  }

  /// Reads limits from texts as on a command line, such as `25`, `90 min` and `3 per podcast`.
  ///
  /// - Throws: ``Fault`` for a text that is not a limit, and for a second limit of the same kind.
  public init(_ texts: some Sequence<String>) throws(Fault) {
    self.init()
    for text in texts {
      if let limit = GroupLimit(text) {
        guard perGroup == nil else { throw .repeated(text) }
        perGroup = limit
      } else if let limit = PlaylistLimit(text) ?? Self.count(text) {
        guard whole == nil else { throw .repeated(text) }
        whole = limit
      } else {
        throw .invalid(text)
      }
    }
  }

  /// The reasons why texts are not limits.
  public enum Fault: Error, Hashable, Sendable {
    /// The text is not a limit.
    case invalid(String)
    /// The text is a second limit of the same kind.
    case repeated(String)
  }

  /// Whether there is no limit.
  public var isEmpty: Bool { whole == nil && perGroup == nil }

  /// The limits as they are written in files, joined by commas.
  public var description: String { texts.joined(separator: ", ") }

  /// The limits as they are written in files.
  package var texts: [String] { [whole?.description, perGroup?.description].compactMap(\.self) }

  private static func count(_ text: String) -> PlaylistLimit? {
    guard text.utf8.allSatisfy(\.isRuleDigit), let count = Int(text), count >= 1 else { return nil }
    return .items(count)
  }
}

extension SmartCriteria {
  /// The limits of the episodes taken: the value of the key `limit`.
  public var limits: PlaylistLimits {
    get { PlaylistLimits(limit, perGroup: groupLimit) }
    set { (limit, groupLimit) = (newValue.whole, newValue.perGroup) }
  }
}
