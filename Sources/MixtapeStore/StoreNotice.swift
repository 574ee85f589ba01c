public import GitHistory
public import LosslessTOML
public import MixtapeLibrary
public import MixtapeModel
public import PlaylistFiles
public import SystemPackage

/// A file that was renamed by hand.
public struct RenamedFile: Hashable, Sendable {
  /// The previous path below the store's directory.
  public let oldPath: String
  /// The present path.
  public let path: String

  /// Makes a renamed file.
  public init(oldPath: String, path: String) { (self.oldPath, self.path) = (oldPath, path) }
}

/// A message to the user besides the result of a call.
public enum StoreNotice: Sendable {
  /// Rules were evaluated, and the result may be unexpected.
  case rules(EvaluationRemark)
  /// Rules of other playlists name a deleted playlist, or a renamed one by its former id. They are still evaluated, and it counts as
  /// empty.
  case missingPlaylist(Playlist.ID, askedBy: [Playlist.ID], renamedTo: Playlist.ID?)
  /// Rules of some playlists name a playlist that does not exist.
  case unknownPlaylist(Playlist.ID, askedBy: [Playlist.ID])
  /// Rules of some playlists name a podcast, a folder or a tag that no podcast has after a change.
  case missingName(RuleField, String, askedBy: [Playlist.ID])
  /// A change created a podcast or an album with the ids of missing entries of playlists, which play its episodes now. The numbers
  /// of these entries, by playlist.
  case foundEntries(of: Podcast.ID, [(playlist: Playlist.ID, count: Int)])
  /// Another process is changing the store, and this one waits.
  case waitingForLock
  /// A file has errors. Its version in HEAD is used instead, if there is one.
  case fileInvalid(FileReport, usesCommittedVersion: Bool)
  /// A sync is about to push a committed file with errors.
  case pushesInvalidFile(FileReport, to: RemoteBranch)
  /// An undo passed over changes that are not in the history of HEAD any more.
  case skippedChanges(count: Int)
  /// The file of a named playlist or podcast was renamed, so that it has another id now, which is used.
  case renamedItem(StoreItem, to: StoreItem)
  /// Files seem to have invalid names now. Nothing about them is committed, and they count as missing.
  case filesRenamedToInvalidNames([RenamedFile])
  /// A hand edit was committed.
  case capturedHandEdit(subject: String)
  /// Many hand edits are about to be committed, each separately. This can take minutes.
  case capturingHandEdits(count: Int)
  /// More than a few hand edits were committed.
  case capturedHandEdits(count: Int)
  /// An interrupted change was finished.
  case finishedInterruptedChange(subject: String)
  /// An interrupted change had not changed a file, and was dropped.
  case droppedInterruptedChange(subject: String)
  /// A change is committed, but could not be synced, or its record could not be cleared. The next change tries again.
  case notConfirmed(MixtapeError)
  /// The snapshot for other programs could not be updated. The change itself has succeeded.
  case snapshotNotRefreshed(PublishingFailure)
  /// An exported playlist of a place could not be updated; without a name, the place is the table `[export]` itself. The change
  /// itself has succeeded.
  case exportNotRefreshed(PublishingFailure, place: String?)
  /// A setting has no effect, because it leads out of the store and nobody on this machine has agreed to it.
  case untrustedSetting(PlaceSetting)
  /// `git gc --auto` is due: there are more loose objects than git's limit, or, without a number, a sync received changes, which
  /// git can keep in a separate pack. The store does not run it.
  case packingDue(in: FilePath, LooseObjects?)
  /// Git has no name and address for commits; these were used.
  case usedFallbackIdentity(name: String, email: String)
  /// Commits made here ignore a setting of the repository.
  case advisory(RepositoryAdvisory)
  /// The repository has a remote, and git merges files of the store line by line. Sent once for each clone.
  case mergeDriverMissing
}

/// The problems of one file.
public struct FileReport: Sendable {
  /// The path below the store's directory, with `/` between the parts.
  public let path: String
  /// The bytes that were read; empty if the file was not read.
  public let source: [UInt8]
  /// The problems, in source order.
  public let diagnostics: [Diagnostic]

  /// Whether the diagnostics include an error. Otherwise there may still be warnings.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// Whether another file has the id of this one.
  var hasIDOfOtherFile: Bool { diagnostics.contains { $0.id == .idClash } }

  /// Makes a report.
  public init(path: String, source: [UInt8] = [], diagnostics: [Diagnostic]) {
    self.path = path
    self.source = source
    self.diagnostics = diagnostics
  }
}

/// The files with errors that prevent an operation.
public struct InvalidFiles: Error, Sendable, CustomStringConvertible {
  /// The reports, one for each file.
  public let reports: [FileReport]
  /// The branch of a remote that changed the files, too; `nil` for an operation other than a sync.
  public internal(set) var changedBy: RemoteBranch?

  /// The first error of each file, or its first warning.
  public var description: String {
    reports.map { report in
      let worst = report.diagnostics.first { $0.severity == .error } ?? report.diagnostics.first
      return worst.map { "\(report.path): \($0.message)" } ?? report.path
    }.joined(separator: "; ")
  }
}

extension Sequence<FileReport> {
  /// The first report on each path.
  var byPath: [String: FileReport] { Dictionary(map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first }) }

  /// Returns the report on a path that cannot be written, because something else is at the path or in place of a
  /// directory above it. Symbolic links are not followed.
  func report(obstructing path: String) -> FileReport? {
    first { $0.path == path || path.hasPrefix("\($0.path)/") }
  }
}
