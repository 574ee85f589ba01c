internal import GitHistory
internal import MixtapeModel

/// The origin of the values that a commit gave to podcasts.
enum CommitOrigin {
  /// A user, by a command or by hand.
  case user
  /// A feed, music files or the player. Marks and tags, which a feed does not have, count as well.
  case source
  /// A command that added a podcast with values of the user, without a feed.
  case addition
  /// An earlier state of the files.
  case history

  init(of commit: Commit) {
    let operation = commit.trailer(CommitMessage.operationKey)
    self = operation.flatMap { Self.known[$0] } ?? .user
  }

  private static let known: [String: CommitOrigin] = {
    let kinds: [PodcastOperation.Kind] = [
      .merge, .scan, .recordPlays, .rate, .tag, .untag, .renameTag, .moveFolder,
    ]
    let names =
      kinds.map { ($0.rawValue, CommitOrigin.source) } + ["undo", "redo", "restore", "revert"].map { ($0, .history) }
      + [(PodcastOperation.Kind.add.rawValue, .addition)]
    return Dictionary(names) { first, _ in first }
  }()
}

/// The commits that were undone and not redone since, by the messages of newer commits.
struct UndoneCommits {
  private var isUndone: [CommitID: Bool] = [:]

  /// Notes the commits that a commit undoes or redoes. Newer commits must be noted first.
  mutating func note(_ commit: Commit) {
    for trailer in commit.trailers where [CommitMessage.undoesKey, CommitMessage.redoesKey].contains(trailer.key) {
      guard let id = CommitID(trailer.value), isUndone[id] == nil else { continue }
      isUndone[id] = trailer.key == CommitMessage.undoesKey
    }
  }

  func contains(_ id: CommitID) -> Bool { isUndone[id] == true }
}
