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
      kinds.map { ($0.rawValue, CommitOrigin.source) }
      + ["undo", "redo", "restore", CommitMessage.revertOperation].map { ($0, .history) }
      + [(PodcastOperation.Kind.add.rawValue, .addition)]
    return Dictionary(names) { first, _ in first }
  }()
}

/// The commits that were undone or reverted, and not redone since, by the messages of newer commits.
struct UndoneCommits {
  private var isUndone: [CommitID: Bool] = [:]

  /// Notes the commits that a commit undoes, redoes or reverts. Newer commits must be noted first.
  mutating func note(_ commit: Commit) {
    // An undo that was itself reverted has no effect.
    guard !contains(commit.id) else { return }
    for trailer in commit.trailers {
      guard let id = CommitID(trailer.value) else { continue }
      switch trailer.key {
      case CommitMessage.undoesKey: note(id, isUndone: true)
      case CommitMessage.redoesKey: note(id, isUndone: false)
      // The undo of one item has this trailer, too, and can leave other files of the commit as they are.
      case CommitMessage.revertsKey where commit.trailer(CommitMessage.operationKey) == CommitMessage.revertOperation:
        note(id, isUndone: true)
      default: break
      }
    }
  }

  /// Notes that a commit was undone, unless a newer commit says otherwise.
  mutating func note(_ commit: CommitID, isUndone undone: Bool) {
    if isUndone[commit] == nil { isUndone[commit] = undone }
  }

  func contains(_ id: CommitID) -> Bool { isUndone[id] == true }

  /// All commits that are undone.
  var ids: [CommitID] { isUndone.filter(\.value).map(\.key) }
}
