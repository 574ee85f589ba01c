import GitHistory
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

/// A store with random changes, and a model of its history.
struct RandomHistory: RandomTest {
  let fixture: StoreFixture
  var generator: SeededGenerator
  var model: HistoryModel
  private let repository: Repository
  private var step = 0
  var head: CommitID?
  private var lastNumber = 0
  /// Whether the files on disk equal the model: all hand edits are captured.
  private var isCaptured = true

  init(_ generator: SeededGenerator) throws {
    self.generator = generator
    fixture = try StoreFixture([
      "playlists/a.toml": "# mine\nname = 'A'\nepisodes = [\n  'p/1', # one\n  'p/2',\n  'p/3', # three\n]\n",
      "playlists/x/b.toml": "name=\"B\"\r\nepisodes=['p/1']\r\n",
      "library/p.toml": "title = 'P'\n",
    ])
    repository = try Repository.open(at: fixture.sandbox.store, environment: fixture.sandbox.environment)
    model = HistoryModel(now: try fixture.snapshot())
    head = try repository.head().commit
  }

  /// The comment of failures.
  var comment: Comment { "step \(step), \(generator)" }

  /// Returns a new number, for names and contents.
  mutating func newNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}

// MARK: - Steps

extension RandomHistory {
  /// Makes a random change, and compares everything with the model.
  mutating func takeStep() throws {
    step += 1
    isCaptured = false
    if chance(oneIn: 4) { try editByHand() }
    switch random(0..<20) {
    case 0...3: try undo(chance(oneIn: 8) ? random(1..<model.past.count + 3) : random(1..<4))
    case 4...6: try redo(random(1..<4))
    case 7...9: try revert()
    case 10...11: try restore()
    case 12 where chance(oneIn: 3): try commitWithGit()
    default: try change()
    }
    try compare()
  }

  /// Undoes everything in small steps, then redoes everything, and compares every state.
  mutating func undoAndRedoEverything() throws {
    for path in model.broken.keys { try fixture.sandbox.remove(path) }
    model.broken = [:]
    let states = { (model: HistoryModel) in model.past + [model.now] + model.future.reversed() }
    try capture()
    let all = states(model)
    try fixture.store.captureHandEdits()
    try compare()
    // Every turn is at least a step, so that a failure ends the loop.
    for _ in all where !model.past.isEmpty {
      try undo(min(random(1..<6), model.past.count))
      try compare()
    }
    for _ in all where !model.future.isEmpty {
      try redo(min(random(1..<6), model.future.count))
      try compare()
    }
    #expect(states(model) == all && model.future.isEmpty, comment)
    try fixture.expectClean()
  }

  mutating func undo(_ count: Int) throws {
    try capture()
    let touched = model.paths(undoing: count)
    let refusal: MixtapeError.Code? =
      count > model.past.count
      ? .nothingToUndo : model.broken.keys.contains(where: touched.contains) ? .invalidFile : nil
    if refusal == nil { model.undo(count) }
    #expect(try run({ try $0.undoPreview(count).differences }) { try $0.undo(count) } == refusal, comment)
  }

  mutating func redo(_ count: Int) throws {
    try capture()
    let touched = model.paths(redoing: count)
    let refusal: MixtapeError.Code? =
      count > model.future.count
      ? .nothingToRedo : model.broken.keys.contains(where: touched.contains) ? .invalidFile : nil
    if refusal == nil { model.redo(count) }
    #expect(try run({ try $0.redoPreview(count).differences }) { try $0.redo(count) } == refusal, comment)
  }

  private mutating func restore() throws {
    let known = Set(model.changes.flatMap { $0.before.keys }.compactMap(HistoryModel.playlist))
    guard let change = pick(model.changes), let id = pick(known.sorted()) else { return }
    try capture()
    let revision = chance(oneIn: 3) ? nil : Revision(change.id.description)
    let expected = model.restoring(id, to: revision == nil ? nil : change)
    if case .state(let state) = expected { model.change(to: state) }
    let refusal = try run({ try $0.restorePreview(.playlist(id), at: revision).differences }) {
      try $0.restore(.playlist(id), at: revision)
    }
    guard case .unclear = expected else {
      #expect(refusal == expected.refusal, comment)
      return
    }
    guard refusal == nil else {
      #expect(refusal == .notFound || refusal == .invalidFile && !model.broken.isEmpty, comment)
      return
    }
    let state = try committedState()
    let restored = HistoryModel.paths(from: model.now, to: state)
    #expect(restored.allSatisfy { HistoryModel.playlist($0) == id }, comment)
    let versions = revision == nil ? model.changes.flatMap(\.before.values) : Array(change.after.values)
    #expect(restored.allSatisfy { path in versions.contains { $0 == state[path] } }, comment)
    model.change(to: state)
  }

  private mutating func revert() throws {
    guard let change = pick(model.changes.suffix(chance(oneIn: 3) ? .max : 6)) else { return }
    try capture()
    let (revision, expected) = (Revision(change.id.description), model.reverting(change))
    if case .state(let state) = expected { model.change(to: state) }
    let refusal = try run({ try $0.revertPreview(revision).differences }) { try $0.revert(revision) }
    guard case .unclear = expected else {
      #expect(refusal == expected.refusal, comment)
      return
    }
    guard refusal == nil else {
      #expect(refusal == .conflict || refusal == .invalidFile && !model.broken.isEmpty, comment)
      return
    }
    let state = try committedState()
    try expectMerged(change, in: state)
    model.change(to: state)
  }

  private mutating func change() throws {
    try capture()
    let operation = try randomOperation()
    let (disk, target) = (try fixture.snapshot(), operation.target.map { "\($0).toml" })
    let refusal = try run { try $0.change(operation) }
    if let refusal {
      #expect(refusal == .invalidFile && model.broken.keys.contains { HistoryModel.name($0) == target }, comment)
    }
    let changed = HistoryModel.paths(from: disk, to: try fixture.snapshot())
    #expect(Set(changed.map(HistoryModel.name)).count <= 1, comment)
    model.change(to: try committedState())
  }

  private mutating func commitWithGit() throws {
    try editByHand()
    let disk = try fixture.snapshot()
    let open = HistoryModel.paths(from: model.now, to: disk).filter { model.broken[$0] == nil }
    // Undoing only one half of a move would create two files with one id.
    let whole = open.filter { path in !open.contains { $0 != path && HistoryModel.name($0) == HistoryModel.name(path) }
    }
    guard let path = whole.sorted().first else { return }
    try fixture.sandbox.git("add", "--all", "--", path)
    try fixture.sandbox.git("commit", "-q", "-m", "By git", "--", path)
    var state = model.now
    state[path] = disk[path]
    model.change(to: state)
  }
}

// MARK: - Running commands

extension RandomHistory {
  /// Captures hand edits in the model. The next command does the same in the store.
  mutating func capture() throws {
    model.capture(try fixture.snapshot())
    isCaptured = true
  }

  /// Runs a command, and sometimes its preview before. Both must have the same result.
  ///
  /// - Returns: The error of the command, if it was refused.
  private mutating func run(
    _ look: ((Store) throws -> [FileDifference])? = nil, _ act: (Store) throws -> Void
  ) throws -> MixtapeError.Code? {
    guard let look, chance(oneIn: 4) else { return try refusal { try act(fixture.store) } }
    var expected = try fixture.snapshot()
    let before = expected
    let shown = try refusal {
      for difference in try look(fixture.store) {
        #expect(expected[difference.path] == difference.old, comment)
        expected[difference.path] = difference.new
      }
    }
    #expect(try fixture.snapshot() == before, comment)
    #expect(try repository.head().commit == head, comment)
    let refused = try refusal { try act(fixture.store) }
    #expect(shown == refused, comment)
    #expect(try fixture.snapshot() == expected, comment)
    return refused
  }

  private func refusal(_ body: () throws -> Void) throws -> MixtapeError.Code? {
    do {
      try body()
      return nil
    } catch let error as MixtapeError {
      return error.code
    }
  }

  /// Returns the present files, with the committed versions of those that have errors.
  private func committedState() throws -> Files {
    var state = try fixture.snapshot()
    for path in model.broken.keys { state[path] = model.now[path] }
    return state
  }

  /// Compares the files and every new commit with the model.
  mutating func compare() throws {
    if isCaptured { #expect(try fixture.snapshot() == model.onDisk, comment) }
    let commits = try newCommits()
    guard let states = model.see(commits) else {
      let subjects = try fixture.sandbox.git("log", "-\(commits.count)", "--format=%s", "--name-status")
      Issue.record("not as many commits as there should be: \(commits.count); \(comment.rawValue)\n\(subjects)")
      return
    }
    for (commit, state) in zip(commits, states) {
      let entries = try repository.entries(of: commit, under: ["playlists", "library"])
      let expected = try state.filter { $0.key != "mixtape.toml" }.mapValues { try Repository.blobID(of: $0) }
      #expect(Dictionary(uniqueKeysWithValues: entries.map { ($0.path, $0.id) }) == expected, comment)
    }
    if step % 100 == 0 {
      fixture.sandbox.expectSound()
      if isCaptured && model.broken.isEmpty { #expect(try fixture.sandbox.status() == [], comment) }
    }
  }

  private mutating func newCommits() throws -> [CommitID] {
    var new: [CommitID] = []
    var next = try repository.head().commit
    while let id = next, id != head {
      new.append(id)
      next = try repository.parents(of: id).first
    }
    head = new.first ?? head
    return new.reversed()
  }
}
