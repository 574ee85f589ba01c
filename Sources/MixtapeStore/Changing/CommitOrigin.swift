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
      + [
        CommitMessage.undoOperation, CommitMessage.redoOperation, CommitMessage.restoreOperation,
        CommitMessage.revertOperation,
      ].map { ($0, .history) }
      + [(PodcastOperation.Kind.add.rawValue, .addition)]
    return Dictionary(names) { first, _ in first }
  }()
}
