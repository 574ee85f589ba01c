internal import GitHistory
internal import MixtapeModel

/// The undo and redo stacks after a replay of commits. Numbers are indices of commits.
struct UndoReplay {
  /// The changes that can be undone, the next one last.
  private(set) var undo: [Int] = []
  /// The changes that can be redone, the next one last.
  private(set) var redo: [Int] = []
  /// The number of older changes that the replay needs and that have not been read.
  private(set) var missing = 0
  /// The commit by which each change that can be redone was undone.
  private(set) var undoneBy: [Int: Int] = [:]
  /// The numbers of changes, from the bottom of the stacks, after which changes of others came.
  private var undoFloor = 0
  private var redoFloor = 0
  private let line: UndoLine
  /// The commits at which changes of others came.
  private let received: Set<CommitID>

  /// The number of newest changes that can be undone by the previous contents, because no changes of others came since.
  var exactUndoCount: Int { undo.count - undoFloor }
  /// The number of next changes that can be redone by the contents that they had.
  var exactRedoCount: Int { redo.count - redoFloor }

  init(of line: UndoLine) {
    self.line = line
    received = Set(line.links.filter { $0.meaning == .received }.map(\.change.commit.id))
  }

  /// Replays the commits, oldest first. Stops if older changes are ``missing``.
  mutating func run(comparing states: inout FileStates) throws(MixtapeError) {
    for number in line.links.indices.reversed() where missing == 0 {
      switch line.links[number].meaning {
      case .undo(let count): try replayUndo(number, of: count, &states)
      case .redo(let count): try replayRedo(number, of: count, &states)
      case .change: push(number)
      case .received: (undoFloor, redoFloor) = (undo.count, redo.count)
      case .other, .barrier: break
      }
    }
  }

  private func commit(_ number: Int) -> Commit { line.links[number].change.commit }

  /// Adds a change. A new change clears the redo stack.
  private mutating func push(_ number: Int) {
    undo.append(number)
    (redo, redoFloor) = ([], 0)
  }

  /// Replays an undo. A rebase may have squashed or dropped some of the undone changes, so the undo may stand for
  /// fewer.
  private mutating func replayUndo(_ number: Int, of count: Int, _ states: inout FileStates) throws(MixtapeError) {
    // An undo that also took back changes of others is a change of this clone: only its own undo brings them back.
    if !received.isDisjoint(with: commit(number).commits(named: CommitMessage.undoesKey)) { return push(number) }
    guard count <= undo.count || line.isComplete else {
      missing = count - undo.count
      return
    }
    for count in Self.candidates(count, of: undo.count) {
      guard let parent = commit(undo[undo.count - count]).parents.first else { continue }
      guard try states.areEqual(parent, commit(number).id) else { continue }
      let isExact = undo.count - count >= undoFloor
      moveToRedo(count, by: number)
      // Equal contents do not prove that changes of others are undone, such as values that a merge did not take.
      if !isExact { redoFloor = redo.count }
      return
    }
    guard let count = named(CommitMessage.undoesKey, in: number, on: undo, above: undoFloor) else {
      return try replayAsChange(number)
    }
    moveToRedo(count, by: number)
    redoFloor = redo.count
  }

  private mutating func moveToRedo(_ count: Int, by number: Int) {
    for change in undo.suffix(count) { undoneBy[change] = number }
    redo += undo.suffix(count).reversed()
    undo.removeLast(count)
    undoFloor = min(undoFloor, undo.count)
  }

  private mutating func moveToUndo(_ count: Int) {
    undo += redo.suffix(count).reversed()
    redo.removeLast(count)
    redoFloor = min(redoFloor, redo.count)
  }

  /// Returns the number of changes at the top of a stack that the trailers of an undo or a redo name by their ids; `nil` if they
  /// name others, or only changes since the last changes of others. Across these, contents prove nothing, and a sync keeps ids.
  private func named(_ key: String, in number: Int, on stack: [Int], above floor: Int) -> Int? {
    let named = commit(number).commits(named: key)
    guard !named.isEmpty, named.count <= stack.count, stack.count - named.count < floor else { return nil }
    return named == stack.suffix(named.count).reversed().map { commit($0).id } ? named.count : nil
  }

  /// Replays a redo. It may stand for fewer changes, too.
  private mutating func replayRedo(_ number: Int, of count: Int, _ states: inout FileStates) throws(MixtapeError) {
    for count in Self.candidates(count, of: redo.count) {
      guard try states.areEqual(commit(redo[redo.count - count]).id, commit(number).id) else { continue }
      let isExact = redo.count - count >= redoFloor
      moveToUndo(count)
      if !isExact { undoFloor = undo.count }
      return
    }
    guard let count = named(CommitMessage.redoesKey, in: number, on: redo, above: redoFloor) else {
      return try replayAsChange(number)
    }
    moveToUndo(count)
    undoFloor = undo.count
  }

  /// Replays an undo or a redo that left unexpected files, for example because it was amended.
  private mutating func replayAsChange(_ number: Int) throws(MixtapeError) {
    let change = line.links[number].change
    let isChange = change.files.isEmpty ? try line.namesDecision(change.commit) : true
    if isChange { push(number) }
  }

  /// Returns the numbers of changes to try for an undo or a redo of `count` changes: `count` first, then smaller
  /// numbers.
  private static func candidates(_ count: Int, of available: Int) -> [Int] {
    let fewer = min(count - 1, available, mostCandidates)
    return (count <= available ? [count] : []) + (0..<fewer).map { fewer - $0 }
  }

  /// A limit of the time for a message with many trailers.
  private static let mostCandidates = 64
}

/// Compares the store's files in two commits, and caches the results.
struct FileStates {
  private let repository: StoreRepository
  private var known: [Pair: Bool] = [:]

  private struct Pair: Hashable {
    let first: CommitID
    let second: CommitID
  }

  init(of repository: StoreRepository) { self.repository = repository }

  /// Returns whether two commits have the same files of the store.
  mutating func areEqual(_ first: CommitID, _ second: CommitID) throws(MixtapeError) -> Bool {
    let pair = Pair(first: first, second: second)
    if let known = known[pair] { return known }
    let areEqual = try repository.storeChanges(from: first, to: second).isEmpty
    known[pair] = areEqual
    return areEqual
  }
}
