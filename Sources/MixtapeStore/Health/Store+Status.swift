public import GitHistory
internal import LosslessTOML
internal import MixtapeLibrary
public import MixtapeModel
internal import PlaylistFiles

/// The status of a store.
public struct StoreStatus: Sendable {
  /// The number of playlists.
  public let playlists: Int
  /// The number of podcasts and albums.
  public let podcasts: Int
  /// The number of their episodes.
  public let episodes: Int
  /// The edits by hand that are not committed yet. Empty during a merge and the like, where they cannot be told from the
  /// changes of the other side.
  public let handEdits: [HandEdit]
  /// Files that a merge or the like has left in conflict, by path.
  public let conflicts: [String]
  /// Files that a sparse checkout leaves out of the work tree, in order of path.
  public let notCheckedOut: [String]
  /// Files with errors, in order of path.
  public let invalid: [InvalidFile]
  /// The target of HEAD.
  public let head: Head
  /// The operation that somebody began with git and has not ended.
  public let state: RepositoryState
  /// The change that `undo` would undo. With hand edits waiting, that is the last of them; during a merge and the like, `nil`.
  public let nextUndo: UndoPreview.Step?
  /// The change that `redo` would redo; `nil` while hand edits wait, and during a merge and the like.
  public let nextRedo: HistoryEntry?
  /// The reason why there is nothing to undo, if older history is missing.
  public let boundary: HistoryBoundary?
  /// The subject of a change that was interrupted and will be finished by the next one.
  public let interruptedChange: String?

  /// A file with errors.
  public struct InvalidFile: Sendable {
    /// The problems.
    public let report: FileReport
    /// The path below the store's directory.
    public var path: String { report.path }
    /// Whether the last commit has the file with these errors, as git lets one commit it. Otherwise it is not committed until
    /// it is mended.
    public let isCommitted: Bool
    /// Whether the version in the last commit is used in its place. If not, the file is left out.
    public let committedVersionAnswers: Bool
  }
}

extension Store {
  /// Looks at the store without changing anything. O(the number of files).
  public func status() throws(MixtapeError) -> StoreStatus {
    let repository = try openRepository()
    let survey = try HandEditSurvey(of: self, repository)
    let (playlistCount, playlistNotes) = try countPlaylists()
    let (size, libraryNotes) = try LibraryIndexSource(self, [FoundFiles(.library, of: self)]).read {
      (index) throws(LibraryError) in
      try index.size()
    }
    let pending = try OperationJournal(in: repository.privateState).read()
    let invalid = invalidFiles(survey.invalid, try settingsNotes() + playlistNotes + libraryNotes)
    let (state, conflicts) = (repository.state, try Self.conflicts(in: repository))
    let next = state == .clean ? try Self.next(after: survey.edits, in: repository) : Next()
    return StoreStatus(
      playlists: playlistCount, podcasts: size.podcasts, episodes: size.episodes,
      handEdits: [.clean, .bisect].contains(state) ? survey.edits.map(\.edit) : [],
      conflicts: conflicts, notCheckedOut: survey.state.leftOut.sorted(), invalid: invalid,
      head: try repository.head(), state: state, nextUndo: next.undo, nextRedo: next.redo, boundary: next.boundary,
      interruptedChange: pending?.subject)
  }

  /// The operation of several steps that somebody began with git and has not ended.
  public func repositoryState() throws(MixtapeError) -> RepositoryState { try openRepository().state }

  /// The files that a merge or the like has left in conflict, by path.
  public func conflicts() throws(MixtapeError) -> [String] { try Self.conflicts(in: try openRepository()) }

  private static func conflicts(in repository: StoreRepository) throws(MixtapeError) -> [String] {
    try repository.conflicts().filter(StorePaths.contains)
  }

  /// The changes that undo and redo would undo and redo.
  private struct Next {
    var undo: UndoPreview.Step?
    var redo: HistoryEntry?
    var boundary: HistoryBoundary?
  }

  private static func next(
    after edits: [HandEditSurvey.Edit], in repository: StoreRepository
  ) throws(MixtapeError) -> Next {
    if let last = edits.last { return Next(undo: .handEdit(last.edit)) }
    let stack = try UndoStack(of: repository, atLeast: 1)
    return Next(
      undo: stack.undoable.first.map { .committed($0.entry) }, redo: stack.redoable.first?.entry,
      boundary: stack.undoable.isEmpty ? stack.boundary : nil)
  }

  /// The number of playlists that a list would show; 0 if their directory cannot be read.
  private func countPlaylists() throws(MixtapeError) -> (value: Int, notes: [FileNote]) {
    do throws(MixtapeError) {
      return try LibraryIndexSource(self, [FoundFiles(.playlists, of: self)]).read { (index) throws(LibraryError) in
        try index.playlistCount()
      }
    } catch {
      guard error.code == .invalidFile else { throw error }
      return (0, [])
    }
  }

  /// A note of mistakes in `mixtape.toml`.
  private func settingsNotes() throws(MixtapeError) -> [FileNote] {
    guard case .bytes(let source) = try load(StoreFile.name) else { return [] }
    let report = FileReport(path: StoreFile.name, source: source, diagnostics: StoreFile(parsing: source).diagnostics)
    return report.hasErrors ? [FileNote(report: report, committedVersionAnswers: false)] : []
  }

  /// The files with errors, each once: those that differ from HEAD, and those that reading has met, in HEAD as well.
  private func invalidFiles(_ waiting: [FileReport], _ notes: [FileNote]) -> [StoreStatus.InvalidFile] {
    let answered = Set(notes.filter(\.committedVersionAnswers).map(\.report.path))
    let known = Set(waiting.map(\.path))
    let reports = waiting + notes.map(\.report).filter { !known.contains($0.path) }
    let committed = CommittedVersions(of: self)
    let waitingNames = Set(waiting.compactMap { StoredFile(path: $0.path)?.name })
    return reports.sorted { $0.path < $1.path }.map { report in
      StoreStatus.InvalidFile(
        report: report, isCommitted: Self.isCommitted(report, waitingNames, committed),
        committedVersionAnswers: answered.contains(report.path))
    }
  }

  /// Whether HEAD has a file with its errors.
  ///
  /// Files with the same id are not read. HEAD has them so if none of them differs from HEAD.
  private static func isCommitted(
    _ report: FileReport, _ waitingNames: Set<String>, _ committed: CommittedVersions
  ) -> Bool {
    guard let source = committed.source(of: report.path) else { return false }
    guard report.source.isEmpty else { return source == report.source }
    guard let name = StoredFile(path: report.path)?.name, !waitingNames.contains(name) else { return false }
    return report.diagnostics.contains { $0.id == .idClash }
  }
}
