public import GitHistory
public import MixtapeLibrary
public import MixtapeModel
public import SystemPackage

/// A message to the user besides the result of a call.
public enum StoreNotice: Sendable {
  /// Rules were run, and the answer may surprise.
  case rules(EvaluationRemark)
  /// Rules of a playlist, or a query, ask for a playlist whose file a sparse checkout leaves out. They find nothing in it.
  case playlistNotCheckedOut(path: String, askedBy: Playlist.ID?)
  /// A playlist is gone, and rules of others still ask for it. They are run all the same, and find nothing in it.
  case missingPlaylist(Playlist.ID, askedBy: [Playlist.ID])
  /// Another process is changing the store; this one waits.
  case waitingForLock
  /// A file has errors. Its last committed version is used instead, if there is one.
  case fileInvalid(FileReport, committedVersionAnswers: Bool)
  /// A file that was edited by hand was committed as it is.
  case capturedHandEdit(subject: String)
  /// A change that a crash interrupted was brought to its end.
  case finishedInterruptedChange(subject: String)
  /// A change that a crash interrupted had not begun with any file: it was dropped.
  case droppedInterruptedChange(subject: String)
  /// A change is committed, but the system failed to make it durable, or to clear its record; the next change tries again.
  case notConfirmed(MixtapeError)
  /// The snapshot for other programs could not be brought up to date. The change is made all the same.
  case snapshotNotRefreshed(SnapshotFailure)
  /// There are more loose objects than git leaves alone: it is time for `git gc --auto`, which the store does not run by
  /// itself.
  case packingDue(in: FilePath, LooseObjects)
  /// Git has no name and address for commits; these were used.
  case usedFallbackIdentity(name: String, email: String)
  /// The repository is set up for something that does not happen for commits made here.
  case advisory(RepositoryAdvisory)
}
