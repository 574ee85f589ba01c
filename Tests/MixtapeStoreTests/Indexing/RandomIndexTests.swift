import Foundation
import MixtapeLibrary
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

@Suite("An updated index equals a new one")
struct RandomIndexTests {
  /// All results of a store.
  private struct Answers: Equatable {
    let playlists: [Playlist]
    let podcasts: [Podcast]
    let notes: [String]

    init(_ reading: (value: ([Playlist], [Podcast]), notes: [FileNote])) {
      (playlists, podcasts) = reading.value
      notes = reading.notes.map { "\($0.report.path) \($0.usesCommittedVersion)" }
    }

    static func read(_ index: LibraryIndex) throws(LibraryError) -> ([Playlist], [Podcast]) {
      (try index.playlists(), try index.podcasts())
    }
  }

  @Test(arguments: [0.0, 60])
  func afterRandomChanges(ahead: TimeInterval) throws {
    var generator = SeededGenerator()
    let seed = generator.comment
    let fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n", "library/p.toml": "title = 'P'\n"])
    for step in 1...60 {
      for _ in 0..<Int.random(in: 0...3, using: &generator) { try change(fixture, step, &generator) }
      let context = Store.Context(
        environment: fixture.sandbox.environment, now: { Date(timeIntervalSinceNow: ahead) })
      let store = try Store(at: fixture.sandbox.store, context: context)
      let source = try LibraryIndexSource(store, [.playlists, .library])
      let kept = Answers(try source.read { (index) throws(LibraryError) in try Answers.read(index) })
      let fresh = Answers(
        try source.readInMemory(startingFrom: nil) { (index) throws(LibraryError) in try Answers.read(index) })
      #expect(kept == fresh, seed)
      guard kept == fresh else { return }
    }
  }

  /// Writes, moves or removes a file. New contents differ in length, so that a change shows in the size if times are
  /// too coarse.
  private func change(_ fixture: StoreFixture, _ step: Int, _ generator: inout SeededGenerator) throws {
    let section = ["playlists", "library"].randomElement(using: &generator) ?? "library"
    let folder = ["", "x/", "x/y/"].randomElement(using: &generator) ?? ""
    let id = ["a", "b", "c", "p"].randomElement(using: &generator) ?? "a"
    let path = "\(section)/\(folder)\(id).toml"
    let padding = String(repeating: "#", count: step)
    switch Int.random(in: 0...5, using: &generator) {
    case 0: if try fixture.text(path) != nil { try fixture.sandbox.remove(path) }
    case 1: try fixture.sandbox.write("= broken \(padding)\n", to: path)
    case 2:
      guard let text = try fixture.text(path) else { return }
      try fixture.sandbox.remove(path)
      try fixture.sandbox.write(text, to: "\(section)/moved/\(id).toml")
    case 3:
      if let text = try fixture.text(path) { try fixture.sandbox.write(text, to: path) }
    default:
      let episodes = (0..<Int.random(in: 0...3, using: &generator)).map {
        section == "library" ? "[[episodes]]\nid = '\($0)'\nrating = \(step % 5)\n" : "'p/\($0)', "
      }
      let head = section == "library" ? "title = 'T\(step)'\n" : "name = 'N\(step)'\n"
      let body = section == "library" ? episodes.joined() : "episodes = [\(episodes.joined())]\n"
      try fixture.sandbox.write("\(head)\(body)\(padding)\n", to: path)
    }
    if Int.random(in: 0...9, using: &generator) == 0 {
      try fixture.sandbox.git("add", "--all")
      try fixture.sandbox.git("commit", "-q", "--allow-empty", "-m", "Step \(step)")
    }
  }
}
