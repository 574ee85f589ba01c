public import GitHistory
internal import MixtapeLibrary
public import MixtapeModel

/// How a store stands.
public struct StoreStatus: Sendable {
  /// How many playlists there are.
  public let playlists: Int
  /// How many podcasts and albums there are.
  public let podcasts: Int
  /// How many episodes they have.
  public let episodes: Int
  /// What was edited by hand and is not committed yet.
  public let handEdits: [HandEdit]
  /// Files that a sparse checkout leaves out of the work tree, in order of path.
  public let notCheckedOut: [String]
  /// Files with errors, which are not committed until they are mended.
  public let invalid: [FileReport]
  /// What HEAD points at.
  public let head: Head
  /// The operation that somebody began with git and has not ended.
  public let state: RepositoryState
  /// What `undo` would undo. With hand edits waiting, that is the last of them.
  public let nextUndo: UndoPreview.Step?
  /// What `redo` would do again; nothing while hand edits wait.
  public let nextRedo: HistoryEntry?
  /// The subject of a change that was interrupted and will be finished by the next one.
  public let interruptedChange: String?
}

extension Store {
  /// Looks at the store without changing anything. O(the number of files).
  public func status() throws(MixtapeError) -> StoreStatus {
    let repository = try openRepository()
    let survey = try HandEditSurvey(of: self, repository)
    let (playlistCount, playlistNotes) = try countPlaylists()
    let (size, libraryNotes) = try IndexSource(self, [FoundFiles(.library, of: self)]).answer {
      (index) throws(LibraryError) in
      try index.size()
    }
    let reports = (playlistNotes + libraryNotes).map(\.report)
    let stack = UndoStack(repository)
    let pending = try OperationJournal(in: PrivateState(of: repository)).read()
    let lastEdit = survey.edits.last.map { UndoPreview.Step.handEdit($0.edit) }
    return try git { () throws(GitError) in
      let entry = { (commit: Commit) throws(GitError) in try Self.entry(commit, in: repository) }
      return StoreStatus(
        playlists: playlistCount, podcasts: size.podcasts, episodes: size.episodes,
        handEdits: survey.edits.map(\.edit), notCheckedOut: survey.state.leftOut.sorted(),
        invalid: Self.merged(survey.invalid, reports),
        head: try repository.head(),
        state: repository.state,
        nextUndo: lastEdit != nil ? lastEdit : try stack.undoable(1).first.map(entry).map { .committed($0) },
        nextRedo: lastEdit != nil ? nil : try stack.redoable(1).first.map(entry), interruptedChange: pending?.subject)
    }
  }

  /// How many playlists a list would show; none where it cannot look for them.
  private func countPlaylists() throws(MixtapeError) -> (answer: Int, notes: [FileNote]) {
    do throws(MixtapeError) {
      return try IndexSource(self, [FoundFiles(.playlists, of: self)]).answer { (index) throws(LibraryError) in
        try index.playlistCount()
      }
    } catch {
      guard error.code == .invalidFile else { throw error }
      return (0, [])
    }
  }

  /// What is wrong with files, each once: those that wait to be committed, and those that are in HEAD as they are.
  private static func merged(_ waiting: [FileReport], _ others: [FileReport]) -> [FileReport] {
    let known = Set(waiting.map(\.path))
    return (waiting + others.filter { !known.contains($0.path) }).sorted { $0.path < $1.path }
  }
}
