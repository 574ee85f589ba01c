public import GitHistory
internal import MixtapeLibrary
public import MixtapeModel
public import PlaylistFiles

extension Store {
  /// Returns the status of the store without changing anything. O(the number of files). Warns of rules that name missing
  /// playlists, and of files whose new names are not valid.
  public func status() throws(MixtapeError) -> StoreStatus {
    try StoreStatus(of: self)
  }

  /// Returns the changes that the next undo and redo would apply to; none during a merge or a similar operation. O(the number of
  /// files).
  public func nextSteps() throws(MixtapeError) -> NextSteps {
    let repository = try openRepository()
    guard repository.state == .clean else { return NextSteps() }
    return try NextSteps(after: try HandEditSurvey(of: self, repository), in: repository)
  }

  /// Returns the unfinished operation of git, such as a merge.
  public func repositoryState() throws(MixtapeError) -> RepositoryState { try openRepository().state }

  /// Returns the files with conflicts of a merge or a similar operation, by path. Some may not belong to the store.
  public func conflicts() throws(MixtapeError) -> [String] { try openRepository().conflicts() }

  /// Examines files and repository without changing anything. O(the size of all files and of their contents in HEAD).
  ///
  /// Beside a git that packs the repository, objects move and locks come and go. So problems of the repository count only if they
  /// are found several times.
  public func examine() throws(MixtapeError) -> [Finding] {
    try Examination.findings(in: self)
  }

  /// Examines the store as ``examine()`` does, and repairs what can be repaired without loss of data.
  ///
  /// - Returns: The findings with the results of their repairs.
  /// - Throws: ``MixtapeError/Code/locked`` if another process is changing the store, and
  ///   ``MixtapeError/Code/repositoryBusy`` while an operation of git is unfinished. Nothing is repaired then.
  public func repair() throws(MixtapeError) -> [Finding] {
    try Transaction.repair(self)
  }
}

/// The status of a store.
public struct StoreStatus: Sendable {
  /// The number of playlists.
  public let playlists: Int
  /// The number of podcasts and albums.
  public let podcasts: Int
  /// The number of their episodes.
  public let episodes: Int
  /// The uncommitted hand edits. Empty during a merge or a similar operation, because they cannot be told from the
  /// changes of the other branch.
  public let handEdits: [HandEdit]
  /// Most files are gone, and no change is made until this is accepted; `nil` otherwise.
  public let vanished: VanishedFiles?
  /// Files with conflicts of a merge or a similar operation, by path. Some may not belong to the store.
  public let conflicts: [String]
  /// Files that a sparse checkout leaves out of the work tree, in order of path.
  public let notCheckedOut: [String]
  /// Files with errors, in order of path.
  public let invalid: [InvalidFile]
  /// The target of HEAD.
  public let head: Head
  /// The unfinished operation of git, such as a merge.
  public let state: RepositoryState
  /// The change that `undo` would undo: the last hand edit, if there are uncommitted ones. `nil` during a merge or a
  /// similar operation.
  public let nextUndo: UndoPreview.Step?
  /// The change that `redo` would redo; `nil` if there are uncommitted hand edits, and during a merge or a similar
  /// operation.
  public let nextRedo: HistoryEntry?
  /// The reason why there is nothing to undo, if older history is missing.
  public let boundary: HistoryBoundary?
  /// The state of the remote as last known; `nil` for a store without a remote.
  public let remote: RemoteStatus?
  /// The subject of an interrupted change, which the next change will finish.
  public let interruptedChange: String?
  /// The settings without an effect, because they lead out of the store and nobody has agreed to them.
  public let untrustedSettings: [PlaceSetting]

  /// A file with errors.
  public struct InvalidFile: Sendable {
    /// The problems.
    public let report: FileReport
    /// The path below the store's directory.
    public var path: String { report.path }
    /// Whether HEAD has the file with these errors, because somebody committed it with git. Otherwise it is not
    /// committed until its errors are corrected.
    public let isCommitted: Bool
    /// Whether the version in HEAD is used instead. If not, the file is left out.
    public let usesCommittedVersion: Bool
  }
}

/// The changes that the next undo and redo would apply to.
public struct NextSteps: Sendable {
  /// The change that `undo` would undo: the last hand edit, if there are uncommitted ones.
  public internal(set) var undo: UndoPreview.Step?
  /// The change that `redo` would redo; `nil` if there are uncommitted hand edits.
  public internal(set) var redo: HistoryEntry?
  /// The reason why there is nothing to undo, if older history is missing.
  var boundary: HistoryBoundary?

  /// No changes, as during a merge.
  init() {}
}

extension NextSteps {
  init(after survey: HandEditSurvey, in repository: StoreRepository) throws(MixtapeError) {
    if let last = try survey.undoableCaptures().last {
      undo = .handEdit(last.handEdit)
      return
    }
    let head = try repository.head().commit
    let steps = try UndoSteps(of: repository, at: head, undo: 1, redo: 1)
    let cutOff = steps.undoable.isEmpty ? try repository.reasonForNoOlderChanges(from: head, false) : nil
    undo = steps.undoable.first.map { .committed($0.entry) }
    redo = steps.redoable.first?.entry
    boundary = (cutOff as? HistoryCutOff)?.boundary
  }
}

// MARK: - Finding the status

extension StoreStatus {
  /// Finds the status of a store. See ``Store/status()``.
  init(of store: Store) throws(MixtapeError) {
    let repository = try store.openRepository()
    let pending = try OperationJournal(in: repository.privateState).read()
    if pending == nil { try repository.requireBranch() }
    let survey = try HandEditSurvey(of: store, repository)
    let (playlistCount, playlistNotes) = try Self.countPlaylists(of: store)
    let (size, libraryNotes) = try LibraryIndexSource(store, [.library]).read {
      (index) throws(LibraryError) in
      try index.size()
    }
    let notes = try Self.settingsNotes(of: store) + playlistNotes + libraryNotes
    let (state, conflicts) = (repository.state, try repository.conflicts())
    if state.allowsHandEdits { survey.warnOfInvalidNames() }
    let next = state == .clean ? try NextSteps(after: survey, in: repository) : NextSteps()
    playlists = playlistCount
    podcasts = size.podcasts
    episodes = size.episodes
    handEdits = state.allowsHandEdits ? survey.edits.map(\.handEdit) : []
    vanished = state.allowsHandEdits ? survey.vanished : nil
    (self.state, self.conflicts) = (state, conflicts)
    notCheckedOut = survey.workTree.leftOut.sorted()
    invalid = Self.invalidFiles(survey.invalid, notes, of: store)
    head = try repository.head()
    (nextUndo, nextRedo, boundary) = (next.undo, next.redo, next.boundary)
    remote = try RemoteStatus(of: repository)
    interruptedChange = pending?.subject
    untrustedSettings = try store.untrustedSettings()
  }

  /// Returns the number of playlists that a list would show; 0 if their directory cannot be read.
  private static func countPlaylists(of store: Store) throws(MixtapeError) -> (value: Int, notes: [FileNote]) {
    do throws(MixtapeError) {
      let ((count, missing), notes) = try LibraryIndexSource(store, [.playlists]).read {
        (index) throws(LibraryError) in (try index.playlistCount(), try index.missingPlaylists())
      }
      RuleWarnings(store).notify(of: missing)
      return (count, notes)
    } catch {
      guard error.code == .invalidFile else { throw error }
      return (0, [])
    }
  }

  private static func settingsNotes(of store: Store) throws(MixtapeError) -> [FileNote] {
    guard case .bytes(let source) = try store.load(StoreFile.name) else { return [] }
    let report = FileReport(path: StoreFile.name, source: source, diagnostics: StoreFile(parsing: source).diagnostics)
    return report.hasErrors ? [FileNote(report: report, usesCommittedVersion: false)] : []
  }

  /// Returns the files with errors, each once: those that differ from HEAD, and those that were read with errors,
  /// also in HEAD.
  private static func invalidFiles(
    _ waiting: [FileReport], _ notes: [FileNote], of store: Store
  ) -> [InvalidFile] {
    // Swift's strings are equal if they are canonically equivalent.
    let answered = Set(notes.filter(\.usesCommittedVersion).map { Array($0.report.path.utf8) })
    let known = Set(waiting.map { Array($0.path.utf8) })
    let reports = waiting + notes.map(\.report).filter { !known.contains(Array($0.path.utf8)) }
    let committed = CommittedVersions(of: store)
    return reports.sorted { $0.path < $1.path }.map { report in
      let path = Array(report.path.utf8)
      return InvalidFile(
        // A file that waits to be corrected differs from HEAD.
        report: report, isCommitted: !known.contains(path) && committed.source(of: report.path) != nil,
        usesCommittedVersion: answered.contains(path))
    }
  }
}
