import Foundation
import GitHistory
import MixtapeModel
import Synchronization
import TestSupport
import Testing

@testable import MixtapeStore

/// Random moves of episodes in two clones that sync, undo, redo and revert.
@Suite("Random moves of episodes in two clones")
struct RandomMoveTests {
  /// The number of steps of each test. `MIXTAPE_TEST_STEPS` changes it.
  private static let steps = TestSteps.count(25)

  @Test(.timeLimit(.generous), arguments: 0..<4)
  func `every episode is in one podcast, and playlists refer to it`(_: Int) throws {
    var moves = try RandomMoves(SeededGenerator())
    for _ in 0..<Self.steps { try moves.takeStep() }
    try moves.finish()
  }
}

/// Two clones with episodes that move between podcasts.
///
/// Nobody removes the episodes whose guids begin with `kept`, so each of them is always in one podcast, and each entry of a playlist
/// is one of them. The episode `gone` can be removed, renamed by hand and brought back, and is in at most one podcast.
private struct RandomMoves: RandomTest {
  var generator: SeededGenerator
  private let clones: [StoreFixture]
  private var journal: [String] = []
  private var lastNumber = 9
  private static let podcasts = ["x", "y", "z"]
  private static let kept = ["kept1", "kept2", "kept3"]

  init(_ generator: SeededGenerator) throws {
    self.generator = generator
    var files = [
      "playlists/all.toml": "name = 'All'\nepisodes = ['x/1', 'x/2', 'y/3']\n",
      "playlists/some.toml": "name = 'Some'\nepisodes = []\n",
    ]
    let episodes = [["kept1", "kept2"], ["kept3"], ["gone"]]
    for (podcast, guids) in zip(Self.podcasts, episodes) {
      let texts = guids.map { "\n[[episodes]]\nid = '\($0.suffix(1))'\nguid = '\($0)'\nrating = 1\n" }
      files["library/\(podcast).toml"] = "title = '\(podcast)'\n" + texts.joined()
    }
    let first = try Clones(files)
    let clock = Clock()
    clones = try [first.first, first.another()].map {
      try StoreFixture(opening: $0.sandbox, now: clock.next)
    }
  }

  /// A clock that is a second later at each call: the newer of two changes does not depend on the speed of the machine.
  private final class Clock: Sendable {
    private let seconds = Mutex(1_800_000_000.0)

    func next() -> Date {
      seconds.withLock { seconds in
        seconds += 1
        return Date(timeIntervalSince1970: seconds)
      }
    }
  }

  private var comment: Comment { "\(generator)\n\(journal.joined(separator: "\n"))" }

  mutating func takeStep() throws {
    let number = random(0..<clones.count)
    let store = clones[number].store
    let action: String?
    do {
      switch random(0..<20) {
      case 0..<5: action = try move(in: store)
      case 5: action = try rename(in: store)
      case 6..<8: action = try rate(in: store)
      case 8: action = try play(in: store)
      case 9: action = try changeList(in: store)
      case 10: action = try changeGone(number)
      case 11..<14: action = "undo \(try store.undo().steps.map(\.subject))"
      case 14: action = "redo \(try store.redo().steps.map(\.subject))"
      case 15: action = try revert(in: clones[number])
      default:
        for clone in [clones[number], clones[1 - number], clones[number]] { try clone.store.sync(by: .quiet) }
        action = "sync"
      }
    } catch let error as MixtapeError {
      let refusals: [MixtapeError.Code] = [.conflict, .nothingToUndo, .nothingToRedo, .notRevertible]
      try #require(refusals.contains(error.code), "\(error), \(comment.rawValue)")
      action = "refused: \(error)"
    }
    guard let action else { return }
    journal.append("\(number): \(action)")
    for clone in action == "sync" ? clones : [clones[number]] { try check(clone) }
  }

  mutating func finish() throws {
    for clone in clones + clones { try clone.store.sync(by: .quiet) }
    journal.append("end")
    for clone in clones {
      try check(clone)
      try clone.expectClean()
    }
    #expect(try clones[0].snapshot() == clones[1].snapshot(), comment)
  }

  // MARK: Changes

  private mutating func newName() -> String {
    lastNumber += 1
    return "n\(lastNumber)"
  }

  private mutating func episode(in store: Store) throws -> Episode? {
    pick(try store.library.all().flatMap(\.episodes))
  }

  private mutating func move(in store: Store) throws -> String? {
    guard let id = try episode(in: store)?.id, let podcast = pick(Self.podcasts), podcast != id.podcast.rawValue else {
      return nil
    }
    try store.library.moveEpisodes([id], to: try Podcast.ID(validating: podcast))
    return "move \(id) to \(podcast)"
  }

  private mutating func rename(in store: Store) throws -> String? {
    guard let id = try episode(in: store)?.id else { return nil }
    let name = newName()
    try store.library.editEpisodes([id], EpisodeEdit(.id, .text(name)))
    return "rename \(id) to \(name)"
  }

  private mutating func rate(in store: Store) throws -> String? {
    guard let found = try episode(in: store) else { return nil }
    let rating = Int64(random(0..<6))
    guard found.rating != rating else { return nil }
    try store.library.rate([found.id], rating)
    return "rate \(found.id) \(rating)"
  }

  private mutating func play(in store: Store) throws -> String? {
    guard let id = try episode(in: store)?.id else { return nil }
    try store.library.recordPlays([id: EpisodePlays(count: 1, last: Date(timeIntervalSince1970: 1_700_000_000))])
    return "play \(id)"
  }

  /// Adds a kept episode to a playlist, or removes it.
  private mutating func changeList(in store: Store) throws -> String? {
    let list = try Playlist.ID(validating: "some")
    guard let id = pick(try store.library.all().flatMap(\.episodes).filter { $0.guid != "gone" })?.id,
      let playlist = try store.playlists().first(where: { $0.id == list })
    else { return nil }
    if playlist.episodes.contains(id) {
      try store.change(.remove([.id(id)], from: list))
      return "remove \(id) from some"
    }
    try store.change(.add([id], to: list, at: nil))
    return "add \(id) to some"
  }

  /// Removes an episode, or gives it another id by hand.
  private mutating func changeGone(_ number: Int) throws -> String? {
    let (store, sandbox) = (clones[number].store, clones[number].sandbox)
    guard let id = try store.library.all().flatMap(\.episodes).first(where: { $0.guid == "gone" })?.id else {
      return nil
    }
    if chance(oneIn: 2) {
      try store.library.removeEpisodes([id])
      return "remove \(id)"
    }
    let (path, name) = ("library/\(id.podcast).toml", newName())
    let text = String(decoding: try sandbox.read(path), as: UTF8.self)
    try sandbox.write(text.replacing("id = '\(id.name)'", with: "id = '\(name)'"), to: path)
    try store.captureHandEdits()
    return "rename \(id) to \(name) by hand"
  }

  private mutating func revert(in clone: StoreFixture) throws -> String? {
    let lines = try clone.sandbox.git("log", "-8", "--format=%H %s").split(separator: "\n")
    guard let line = pick(lines) else { return nil }
    journal.append("revert \(line.dropFirst(41))")
    try clone.store.revert(Revision(String(line.prefix(40))))
    return "reverted"
  }

  // MARK: Checks

  private func check(_ clone: StoreFixture) throws {
    let episodes = try clone.store.library.all().flatMap(\.episodes)
    let guids = episodes.compactMap(\.guid).sorted()
    #expect(guids.filter { $0 != "gone" } == Self.kept, comment)
    #expect(guids.count { $0 == "gone" } <= 1, comment)
    let known = Dictionary(episodes.map { ($0.id, $0.guid ?? "") }) { first, _ in first }
    for playlist in try clone.store.playlists() {
      let entries = playlist.episodes.map { known[$0] ?? "\($0)" }.sorted()
      let isValid = playlist.id.rawValue == "all" ? entries == Self.kept : Set(entries).isSubset(of: Self.kept)
      #expect(isValid && Set(entries).count == entries.count, "\(playlist.id): \(entries), \(comment.rawValue)")
    }
  }
}
