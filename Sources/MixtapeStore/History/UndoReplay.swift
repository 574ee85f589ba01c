internal import GitHistory
internal import MixtapeModel

/// The stacks of undo and redo after a replay of the commits of a line. Numbers stand for the commits of the line.
struct UndoReplay {
  /// The changes that can be undone, the next one last.
  private(set) var undo: [Int] = []
  /// The changes that can be redone, the next one last.
  private(set) var redo: [Int] = []
  /// The number of changes that the line lacks at its old end, so that the replay could not be finished.
  private(set) var missing = 0
  private let line: UndoLine

  init(of line: UndoLine) { self.line = line }

  /// Replays the line, the oldest commit first; stops where changes are ``missing``.
  mutating func run(comparing states: inout FileStates) throws(MixtapeError) {
    // Consecutive undos and redos are replayed together: one comparison of files proves all of them.
    var run: [Int] = []
    for number in line.links.indices.reversed() where missing == 0 {
      switch line.links[number].meaning {
      case .undo, .redo: run.append(number)
      case .change:
        try replay(run, &states)
        run = []
        if missing == 0 { push(number) }
      case .other, .barrier: break
      }
    }
    if missing == 0 { try replay(run, &states) }
  }

  private func commit(_ number: Int) -> Commit { line.links[number].change.commit }

  /// Adds a change. A new change clears the redo stack.
  private mutating func push(_ number: Int) {
    undo.append(number)
    redo = []
  }

  /// Replays consecutive undos and redos that follow a change, or the start of the line.
  private mutating func replay(_ run: [Int], _ states: inout FileStates) throws(MixtapeError) {
    guard let last = run.last else { return }
    if let depth = depth(after: run) {
      guard depth.most <= undo.count || line.isComplete else {
        missing = depth.most - undo.count
        return
      }
      if depth.most <= undo.count, try isState(after: depth.last, that: last, &states) {
        moveToRedo(depth.last)
        return
      }
    }
    for number in run where missing == 0 { try replayAlone(number, &states) }
  }

  /// The number of changes that are undone after a run of undos and redos, and the highest number on the way, by their
  /// trailers; `nil` if they redo more than was undone.
  private func depth(after run: [Int]) -> (last: Int, most: Int)? {
    var (depth, most) = (0, 0)
    for number in run {
      switch line.links[number].meaning {
      case .undo(let count): depth += count
      case .redo(let count): depth -= count
      case .change, .other, .barrier: break
      }
      guard depth >= 0 else { return nil }
      most = max(most, depth)
    }
    return (depth, most)
  }

  /// Whether a commit has the files in the state in which so many changes are undone.
  private func isState(
    after depth: Int, that number: Int, _ states: inout FileStates
  ) throws(MixtapeError) -> Bool {
    guard depth > 0 else {
      guard let top = undo.last else { return false }
      return try states.areEqual(commit(top).id, commit(number).id)
    }
    guard let parent = commit(undo[undo.count - depth]).parents.first else { return false }
    return try states.areEqual(parent, commit(number).id)
  }

  private mutating func moveToRedo(_ count: Int) {
    redo += undo.suffix(count).reversed()
    undo.removeLast(count)
  }

  private mutating func moveToUndo(_ count: Int) {
    undo += redo.suffix(count).reversed()
    redo.removeLast(count)
  }

  /// Replays one undo or redo. A rebase may have squashed or dropped changes that it names, so that it stands for fewer.
  private mutating func replayAlone(_ number: Int, _ states: inout FileStates) throws(MixtapeError) {
    switch line.links[number].meaning {
    case .undo(let count):
      guard count <= undo.count || line.isComplete else {
        missing = count - undo.count
        return
      }
      for count in Self.candidates(count, of: undo.count) {
        guard try isState(after: count, that: number, &states) else { continue }
        return moveToRedo(count)
      }
    case .redo(let count):
      for count in Self.candidates(count, of: redo.count) {
        guard try states.areEqual(commit(redo[redo.count - count]).id, commit(number).id) else { continue }
        return moveToUndo(count)
      }
    case .change, .other, .barrier: return
    }
    if !line.links[number].change.files.isEmpty { push(number) }
  }

  /// The numbers of changes that an undo or a redo may stand for if it names `count`: this many, or else fewer.
  private static func candidates(_ count: Int, of available: Int) -> [Int] {
    let fewer = min(count - 1, available, mostCandidates)
    return (count <= available ? [count] : []) + (0..<fewer).map { fewer - $0 }
  }

  /// A limit on the time that a message with many trailers takes.
  private static let mostCandidates = 64
}

/// Compares the store's files in two commits, and remembers the results.
struct FileStates {
  private let repository: StoreRepository
  private var known: [Pair: Bool] = [:]

  private struct Pair: Hashable {
    let first: CommitID
    let second: CommitID
  }

  init(of repository: StoreRepository) { self.repository = repository }

  /// Whether two commits have the same files of the store.
  mutating func areEqual(_ first: CommitID, _ second: CommitID) throws(MixtapeError) -> Bool {
    let pair = Pair(first: first, second: second)
    if let known = known[pair] { return known }
    let areEqual = try repository.storeChanges(from: first, to: second).isEmpty
    known[pair] = areEqual
    return areEqual
  }
}
