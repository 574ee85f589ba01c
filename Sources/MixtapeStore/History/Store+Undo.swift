public import GitHistory
public import MixtapeModel
internal import PlaylistFiles

/// What an undo or a redo came to.
public struct UndoResult: Sendable {
  /// The changes that were undone or done again, in that order.
  public let steps: [HistoryEntry]
  /// The commit that did it.
  public let commit: CommitID
  /// What the next undo would undo.
  public let nextUndo: HistoryEntry?
  /// What the next redo would do again.
  public let nextRedo: HistoryEntry?
}

extension Store {
  /// Takes the newest changes back, as one commit. Hand edits that were not committed yet are committed first, so that
  /// they are what is undone.
  ///
  /// - Throws: ``MixtapeError/Code/nothingToUndo`` if there are fewer changes than asked for; nothing is undone then.
  @discardableResult
  public func undo(_ count: Int = 1) throws(MixtapeError) -> UndoResult {
    try step(count, .undo)
  }

  /// Does again what was undone last, as one commit.
  ///
  /// - Throws: ``MixtapeError/Code/nothingToRedo`` if fewer changes were undone since the last other change.
  @discardableResult
  public func redo(_ count: Int = 1) throws(MixtapeError) -> UndoResult {
    try step(count, .redo)
  }

  private enum Direction {
    case undo, redo

    var operation: String { self == .undo ? "undo" : "redo" }
    var verb: String { self == .undo ? "Undo" : "Redo" }
    var trailer: String { self == .undo ? CommitMessage.undoesKey : CommitMessage.redoesKey }
    var nothing: MixtapeError.Code { self == .undo ? .nothingToUndo : .nothingToRedo }
  }

  private func step(_ count: Int, _ direction: Direction) throws(MixtapeError) -> UndoResult {
    guard count > 0 else { throw MixtapeError(direction.nothing, .position(count, count: 0)) }
    return try transaction { (transaction) throws(MixtapeError) in
      let repository = transaction.repository
      let stack = UndoStack(repository)
      let steps = try git { () throws(GitError) in
        direction == .undo ? try stack.undoable(count) : try stack.redoable(count)
      }
      guard steps.count == count else {
        throw MixtapeError(direction.nothing, .position(count, count: steps.count))
      }
      let before = try playlistsTouched(by: steps, in: repository)
      let writes = try writes(for: steps, direction, in: repository)
      let commit = try transaction.commit(writes, Self.message(for: steps, direction))
      try announce(before)
      return try git { () throws(GitError) in
        UndoResult(
          steps: try steps.map { (step) throws(GitError) in try Self.entry(step, in: repository) }, commit: commit,
          nextUndo: try stack.undoable(1).first.map { (step) throws(GitError) in try Self.entry(step, in: repository) },
          nextRedo: try stack.redoable(1).first.map { (step) throws(GitError) in try Self.entry(step, in: repository) })
      }
    }
  }

  private static func message(for steps: [Commit], _ direction: Direction) -> CommitMessage {
    let answers = steps.map { Commit.Trailer(key: direction.trailer, value: $0.id.description) }
    let single = steps.count == 1 ? steps.first : nil
    return CommitMessage(
      single.map { "\(direction.verb): \($0.subject)" } ?? "\(direction.verb) \(steps.count) changes",
      body: single == nil ? steps.map { "- \($0.subject)" } : [], operation: direction.operation, answering: answers)
  }

  static func entry(_ commit: Commit, in repository: Repository) throws(GitError) -> HistoryEntry {
    HistoryEntry(commit, touching: try repository.changes(in: commit.id, under: [Section.playlists.rawValue]))
  }

  /// What the files become when the steps are taken back, or taken again, one after the other.
  private func writes(
    for steps: [Commit], _ direction: Direction, in repository: Repository
  ) throws(MixtapeError) -> [FileWrite] {
    try git { () throws(GitError) in
      var first: [String: ObjectID?] = [:]
      var last: [String: ObjectID?] = [:]
      for step in steps {
        for change in try repository.storeChanges(in: step.id) {
          let (from, to) = direction == .undo ? (change.new, change.old) : (change.old, change.new)
          if first[change.path] == nil { first[change.path] = .some(from) }
          last[change.path] = .some(to)
        }
      }
      return try first.keys.sorted().map { (path) throws(GitError) in
        FileWrite(
          path: path,
          old: try first[path].flatMap(\.self).map { (id) throws(GitError) in try repository.blob(id) },
          new: try last[path].flatMap(\.self).map { (id) throws(GitError) in try repository.blob(id) })
      }
    }
  }
}

// MARK: - Listeners

extension Store {
  private func playlistsTouched(
    by steps: [Commit], in repository: Repository
  ) throws(MixtapeError) -> [Playlist.ID: Playlist?] {
    var touched: [Playlist.ID: Playlist?] = [:]
    for step in steps {
      for id in try git({ () throws(GitError) in try Self.entry(step, in: repository).playlists }) {
        touched[id] = .some(try readable(id))
      }
    }
    return touched
  }

  /// A playlist as listeners hear of it: one whose file has errors is not there. A step may lead to such a file, where
  /// somebody committed it with git.
  private func readable(_ id: Playlist.ID) throws(MixtapeError) -> Playlist? {
    do throws(MixtapeError) {
      return try StoreReader(self).playlistFile(id)?.playlist
    } catch {
      guard error.code == .invalidFile else { throw error }
      return nil
    }
  }

  private func announce(_ before: [Playlist.ID: Playlist?]) throws(MixtapeError) {
    for (id, playlist) in before.sorted(by: { $0.key < $1.key }) {
      let after = try readable(id)
      PlaylistChange(from: playlist, to: after).map(broadcaster.send)
    }
  }
}
