public import MixtapeModel

/// The result of looking an entry up in a library.
public enum EntryMatch: Hashable, Sendable {
  /// The entry is an episode.
  case episode(Episode.ID, Evidence)
  /// The entry may be one of several episodes, best first, and is not decided.
  case unsure([Episode.ID])
  /// The library does not have the entry.
  case missing

  /// The evidence that an entry is an episode, strongest first.
  public enum Evidence: String, CaseIterable, Hashable, Sendable {
    /// The entry names the episode.
    case id
    /// The guid is that of one episode only, or of one in the feed of the entry.
    case guid
    /// The address is the same.
    case address
    /// The whole path is the same.
    case path
    /// The end of the path is the same, and of no other episode.
    case pathEnd = "path-end"
    /// Artist and title are the same, and nothing contradicts.
    case tags
  }

  /// The maximum number of candidates.
  public static let maximumCandidates = 5

  /// The episode; `nil` if the entry is missing or not decided.
  public var episode: Episode.ID? { if case .episode(let id, _) = self { id } else { nil } }
}
