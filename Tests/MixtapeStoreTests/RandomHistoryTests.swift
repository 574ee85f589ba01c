import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@Suite("Random histories against a model")
struct RandomHistoryTests {
  @Test(.timeLimit(.minutes(2)), arguments: 0..<3)
  func everyStateIsReachedAgainByteForByte(_: Int) throws {
    var generator = SeededGenerator()
    let fixture = try StoreFixture([
      "playlists/a.toml": "# mine\nname = 'A'\nepisodes = [\n  'p/1', # one\n  'p/2',\n]\n",
      "playlists/x/b.toml": "name=\"B\"\r\nepisodes=['p/1']\r\n",
    ])
    var model = HistoryModel(now: try fixture.snapshot())
    for _ in 0..<25 {
      try takeStep(in: fixture, &model, using: &generator)
      #expect(try fixture.snapshot() == model.now, generator.comment)
    }
    try fixture.store.captureHandEdits()
    model.change(to: try fixture.snapshot())
    try undoAndRedoEverything(in: fixture, model, generator.comment)
    try fixture.expectClean()
  }

  private func undoAndRedoEverything(in fixture: StoreFixture, _ model: HistoryModel, _ comment: Comment) throws {
    guard !model.past.isEmpty else { return }
    #expect(try fixture.store.undo(model.past.count).nextUndo == nil, comment)
    #expect(try fixture.snapshot() == model.past.first, comment)
    #expect(try fixture.store.redo(model.past.count).nextUndo != nil, comment)
    #expect(try fixture.snapshot() == model.now, comment)
  }

  private func takeStep(
    in fixture: StoreFixture, _ model: inout HistoryModel, using generator: inout SeededGenerator
  ) throws {
    if Int.random(in: 0..<4, using: &generator) == 0 {
      try editByHand(fixture, using: &generator)
      model.change(to: try fixture.snapshot())
    }
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...3:
      let count = Int.random(in: 1...max(1, model.past.count / 2), using: &generator)
      if model.undo(count) {
        try fixture.store.undo(count)
      } else {
        expectError(.nothingToUndo) { try fixture.store.undo(count) }
      }
    case 4...5:
      let count = Int.random(in: 1...2, using: &generator)
      if model.redo(count) {
        try fixture.store.redo(count)
      } else {
        expectError(.nothingToRedo) { try fixture.store.redo(count) }
      }
    default:
      try perform(in: fixture.store, using: &generator)
      model.change(to: try fixture.snapshot())
    }
  }

  private func perform(in store: Store, using generator: inout SeededGenerator) throws {
    let playlists = try store.playlists(withTimes: false)
    let number = Int.random(in: 0...9, using: &generator)
    guard let playlist = playlists.randomElement(using: &generator), playlists.count < 6 else {
      if let playlist = playlists.first {
        try store.delete(playlist.id)
      } else {
        try store.create(try Playlist(id: .id("new")))
      }
      return
    }
    let episode = try Episode.ID(validating: "p/\(number)")
    switch number {
    case 0: try store.delete(playlist.id)
    case 1: try store.duplicate(playlist.id)
    case 2:
      try store.move(playlist.id, to: Folder(validating: ["", "x", "x/y"].randomElement(using: &generator) ?? ""))
    case 3: try store.rename(playlist.id, to: ["A", "B", "C"].randomElement(using: &generator) ?? "A")
    case 4: try store.set(.shuffle, to: Bool.random(using: &generator), of: playlist.id)
    case 5 where !playlist.episodes.isEmpty: try store.remove([.offset(0)], from: playlist.id)
    case 6 where playlist.episodes.count > 1:
      try store.perform(.reorder(playlist.id, [.offset(0)], to: .landing(at: playlist.episodes.count - 1)))
    default:
      try store.add([episode], to: playlist.id, at: Int.random(in: 0...playlist.episodes.count, using: &generator))
    }
  }

  /// Changes one file, so that it makes one step.
  private func editByHand(_ fixture: StoreFixture, using generator: inout SeededGenerator) throws {
    let number = Int.random(in: 0..<1_000_000, using: &generator)
    let paths = try fixture.snapshot().keys.filter { $0.hasPrefix("playlists/") }.sorted()
    guard let path = paths.randomElement(using: &generator) else {
      return try fixture.sandbox.write("# \(number)\n", to: "playlists/h\(number).toml")
    }
    let bytes = try fixture.sandbox.read(path)
    switch number % 4 {
    case 0: try fixture.sandbox.remove(path)
    case 1: try fixture.sandbox.write("# \(number)\n", to: "playlists/h\(number).toml")
    case 2:
      try fixture.sandbox.remove(path)
      try fixture.sandbox.write(bytes, to: "playlists/moved/\(number)/\(path.split(separator: "/").last ?? "x.toml")")
    default: try fixture.sandbox.write(Array("# \(number)\n".utf8) + bytes, to: path)
    }
  }
}

/// The states of a store as a list with a place in it.
private struct HistoryModel {
  private(set) var past: [[String: [UInt8]]] = []
  private(set) var now: [String: [UInt8]]
  private var future: [[String: [UInt8]]] = []

  init(now: [String: [UInt8]]) { self.now = now }

  mutating func change(to state: [String: [UInt8]]) {
    guard state != now else { return }
    past.append(now)
    now = state
    future = []
  }

  /// Goes back; `false` if there are not so many steps, and nothing has changed then.
  mutating func undo(_ count: Int) -> Bool {
    guard count <= past.count else { return false }
    for _ in 0..<count {
      future.append(now)
      now = past.removeLast()
    }
    return true
  }

  /// Goes forth; `false` if there are not so many steps, and nothing has changed then.
  mutating func redo(_ count: Int) -> Bool {
    guard count <= future.count else { return false }
    for _ in 0..<count {
      past.append(now)
      now = future.removeLast()
    }
    return true
  }
}
