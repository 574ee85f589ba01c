internal import GitHistory

/// The stacks of undo and redo, after the commits of a line were replayed. Numbers stand for the commits of the line.
struct UndoReplay {
  /// What can be undone, the next last.
  private(set) var undo: [Int] = []
  /// What can be done again, the next last.
  private(set) var redo: [Int] = []
  /// How many more changes the line needs to have at its old end, so that it can be replayed.
  private(set) var missing = 0
  private let line: FirstParentLine

  init(of line: FirstParentLine) { self.line = line }

  /// Replays the line, the oldest commit first; stops where something is ``missing``.
  mutating func run(comparing states: inout FileStates) throws(GitError) {
    // Undos and redos that follow each other are looked at as one: one comparison tells of all of them.
    var open: [Int] = []
    for number in line.links.indices.reversed() where missing == 0 {
      switch line.links[number].role {
      case .undo, .redo: open.append(number)
      case .change:
        try take(open, &states)
        open = []
        if missing == 0 { push(number) }
      case .other, .barrier: break
      }
    }
    if missing == 0 { try take(open, &states) }
  }

  private func commit(_ number: Int) -> Commit { line.links[number].commit }

  /// A new change ends what could be done again.
  private mutating func push(_ number: Int) {
    undo.append(number)
    redo = []
  }

  /// Takes undos and redos that follow a change, or the start.
  private mutating func take(_ numbers: [Int], _ states: inout FileStates) throws(GitError) {
    guard let last = numbers.last else { return }
    if let depth = depth(after: numbers) {
      guard depth.most <= undo.count || line.isComplete else {
        missing = depth.most - undo.count
        return
      }
      if depth.most <= undo.count, try isState(after: depth.last, that: last, &states) {
        moveToRedo(depth.last)
        return
      }
    }
    for number in numbers where missing == 0 { try takeAlone(number, &states) }
  }

  /// How many changes are undone after some undos and redos, and how many at most on the way, by what they say themselves;
  /// `nil` if they do again what was not undone.
  private func depth(after numbers: [Int]) -> (last: Int, most: Int)? {
    var (depth, most) = (0, 0)
    for number in numbers {
      switch line.links[number].role {
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
  private func isState(after depth: Int, that number: Int, _ states: inout FileStates) throws(GitError) -> Bool {
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

  /// Takes one undo or redo. A rebase may have joined the changes that it names, or left some out, so that it stands for
  /// fewer.
  private mutating func takeAlone(_ number: Int, _ states: inout FileStates) throws(GitError) {
    switch line.links[number].role {
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
    if try !states.isEmpty(commit(number).id) { push(number) }
  }

  /// The numbers of changes that an undo or a redo may stand for that names so many: these, or else fewer.
  private static func candidates(_ count: Int, of available: Int) -> [Int] {
    let fewer = min(count - 1, available, mostCandidates)
    return (count <= available ? [count] : []) + (0..<fewer).map { fewer - $0 }
  }

  /// So that a message with many trailers does not take long.
  private static let mostCandidates = 64
}

/// Tells which commits have the same files of the store.
struct FileStates {
  private let repository: Repository
  private var known: [Pair: Bool] = [:]

  private struct Pair: Hashable {
    let first: CommitID
    let second: CommitID
  }

  init(of repository: Repository) { self.repository = repository }

  /// Whether two commits have the same files of the store.
  mutating func areEqual(_ first: CommitID, _ second: CommitID) throws(GitError) -> Bool {
    let pair = Pair(first: first, second: second)
    if let answer = known[pair] { return answer }
    let answer = try repository.storeChanges(from: first, to: second).isEmpty
    known[pair] = answer
    return answer
  }

  /// Whether a commit leaves the files of the store alone.
  func isEmpty(_ commit: CommitID) throws(GitError) -> Bool { try repository.storeChanges(in: commit).isEmpty }
}
