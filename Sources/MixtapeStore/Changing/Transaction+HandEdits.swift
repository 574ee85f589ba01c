internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

/// The files of a store that HEAD has and the directory does not have any more, if they are most of them.
///
/// A person deletes a few files at once. If most are gone, their disk was probably not mounted, or they were deleted by mistake. No
/// change commits this deletion until the user accepts it.
public struct VanishedFiles: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of files that are gone.
  public let count: Int
  /// The number of files before.
  public let total: Int

  /// The numbers in a few words.
  public var description: String { "\(count) of \(total) files are gone" }

  /// The number of files that a person may delete at once, whatever their share.
  private static let few = 10

  /// Returns the vanished files; `nil` if they are few, or at most half of all.
  init?(gone: Int, of total: Int) {
    guard gone > Self.few, gone > total / 2 else { return nil }
    (count, self.total) = (gone, total)
  }
}

extension VanishedFiles {
  /// Finds the vanished files of a store. See ``Store/vanishedFiles(besides:)``.
  static func find(in store: Store, besides found: Int) -> VanishedFiles? {
    do throws(MixtapeError) {
      let repository = try store.openRepository()
      guard let entries = repository.indexEntryCount, entries > 2 * found else { return nil }
      guard repository.state.allowsHandEdits else { return nil }
      return try HandEditSurvey(of: store, repository).vanished
    } catch {
      // Lists work without a repository. Changes report the error.
      return nil
    }
  }
}

extension Transaction {
  /// Commits the hand edits of a store, and no other change. See ``Store/captureHandEdits()``.
  ///
  /// - Parameter acceptsDeletions: Whether the deletion of most files is committed.
  static func captureHandEdits(
    of store: Store, acceptingDeletions acceptsDeletions: Bool = false
  ) throws(MixtapeError) -> [CapturedEdit] {
    let transaction = try begin(in: store, acceptingDeletions: acceptsDeletions)
    if !transaction.captured.isEmpty { transaction.refreshCopies() }
    transaction.notifyIfPackingIsDue()
    return transaction.captured
  }

  /// Commits hand edits, each file as a separate commit, but many new files as one. Files with errors are recorded and reported.
  ///
  /// - Parameters:
  ///   - readsAll: Whether to read all files. If git converts files, it calls some unchanged whose bytes differ from HEAD.
  ///   - acceptsDeletions: Whether the deletion of most files is committed.
  /// - Throws: ``MixtapeError/Code/filesVanished`` if most files are gone.
  mutating func captureHandEdits(
    readingAll readsAll: Bool = false, acceptingDeletions acceptsDeletions: Bool = false
  ) throws(MixtapeError) {
    let survey = try HandEditSurvey(of: store, repository, readingAll: readsAll)
    if !acceptsDeletions, let vanished = survey.vanished { throw MixtapeError(.filesVanished, cause: vanished) }
    workTree = survey.workTree
    for report in survey.invalid where invalidFiles.updateValue(report, forKey: report.path) == nil {
      store.context.notify(survey.notice(of: report))
    }
    for report in survey.obstacles { invalidFiles[report.path] = report }
    survey.warnOfInvalidNames()
    let captures = survey.captures
    guard !captures.isEmpty else { return }
    try requireUsableGitIndex()
    if let settings = survey.edits.first(where: { $0.handEdit.path == StoreFile.name })?.bytes {
      try TrustedSettings(of: store).add(
        in: settings, from: try repository.content(of: StoreFile.name, in: try repository.head().commit))
    }
    let written = captures.compactMap(\.expected)
    if captures.count > Self.mostCapturesAtOnce { store.context.notify(.capturingHandEdits(count: captures.count)) }
    for start in stride(from: 0, to: captures.count, by: Self.mostCapturesAtOnce) {
      try commit(Array(captures[start..<min(start + Self.mostCapturesAtOnce, captures.count)]))
    }
    ExpectedChanges.remove(written, in: state)
    if captures.count > Self.mostNamedCaptures {
      store.context.notify(.capturedHandEdits(count: captures.count))
    } else {
      for capture in captures { store.context.notify(.capturedHandEdit(subject: capture.message.subject)) }
    }
    if readsAll, case let settings = try repository.conversionSettings(at: captures.map(\.handEdit.path)),
      !settings.isEmpty
    {
      store.context.notify(.advisory(.filesAreNotConverted(settings)))
    }
    let removed = survey.edits.compactMap { $0.handEdit.kind == .deleted ? $0.handEdit.path : $0.handEdit.oldPath }
    RuleWarnings(store).notifyOfRules(
      naming: Set(removed.compactMap(SectionFile.playlistID(at:))), renamed: survey.renamedPlaylists)
  }

  /// The number of captures that HEAD moves over at once. If many files were edited by hand, their commits take minutes; after an
  /// interruption, the next change commits the rest.
  private static var mostCapturesAtOnce: Int { 200 }

  /// The number of captures that are named. Of more, such as the files of a moved folder, only their number is told.
  private static var mostNamedCaptures: Int { 5 }

  /// Commits captures in the given order. Their objects are synced together, and HEAD moves over all of them at once.
  ///
  /// Until HEAD moves, the process may end at any time: nothing refers to the objects yet, and the edits are still on
  /// disk.
  private mutating func commit(_ captures: [HandEditSurvey.Capture]) throws(MixtapeError) {
    // The operations have no separate records: after an interruption, the edits are still on disk, and the common record names the entries of
    // git's index that may already have new contents.
    var operations: [PendingOperation] = []
    for capture in captures {
      let changes = try capture.changes(in: repository).map {
        PendingOperation.Change(path: $0.path, old: nil, new: $0.blob)
      }
      operations.append(try operation(capture.message, changes))
    }
    let ids = try commitOperations(operations, recordedAs: PendingOperation(capturing: captures.map(\.handEdit)))
    for (capture, id) in zip(captures, ids) {
      captured.append(CapturedEdit(subject: capture.message.subject, paths: capture.handEdit.paths, commit: id))
    }
  }
}

// MARK: - Vanished files

extension HandEditSurvey {
  /// The files of HEAD that are gone, if they are most of them. Moved files are not gone.
  var vanished: VanishedFiles? {
    let gone = edits.count { $0.handEdit.kind == .deleted }
    let created = edits.count { $0.handEdit.kind == .created }
    return VanishedFiles(gone: gone, of: workTree.fileCount - created + gone)
  }
}

extension StoreRepository {
  /// The number of entries in git's index, from its header; `nil` without an index.
  fileprivate var indexEntryCount: Int? {
    do {
      // The signature, the version, and the number of entries; see `git help gitformat-index`.
      let header = try FileAccess.readStart(of: self.gitDirectory.appending("index"), count: 12)
      return header.count == 12 ? header[8...].reduce(0) { $0 << 8 | Int($1) } : nil
    } catch {
      // Changes report an index that cannot be read.
      return nil
    }
  }
}
