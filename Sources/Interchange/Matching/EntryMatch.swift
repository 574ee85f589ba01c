public import MixtapeModel

/// The result of looking up an entry in a library.
public enum EntryMatch: Hashable, Sendable {
  /// The entry is an episode.
  case episode(Episode.ID, Evidence)
  /// The entry matches several episodes, best first.
  case unsure([Episode.ID])
  /// The library does not have the entry.
  case missing

  /// The evidence that an entry is an episode, strongest first.
  public enum Evidence: String, CaseIterable, Hashable, Sendable {
    /// The entry names the episode.
    case id
    /// The guid is unique in the library, or in the feed of the entry.
    case guid
    /// The address is the same.
    case address
    /// The whole path is the same.
    case path
    /// The end of the path is the same, and unique.
    case pathEnd = "path-end"
    /// Artist and title are the same, and no other value contradicts.
    case tags
  }

  /// The maximum number of candidates in a result.
  public static let maximumCandidates = 5

  /// The episode; `nil` if it is missing or ambiguous.
  public var episode: Episode.ID? { if case .episode(let id, _) = self { id } else { nil } }
}
