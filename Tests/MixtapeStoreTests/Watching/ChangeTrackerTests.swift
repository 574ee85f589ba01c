import FileSystem
import Foundation
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// The tracker that tells only that something changed, with events of the system and a clock that the test sets.
@Suite struct ChangeTrackerTests {
  private let fixture: StoreFixture
  private let watch: DirectoryWatch
  private var tracker: ChangeTracker
  private var now = Duration.zero

  init() throws {
    fixture = try StoreFixture([
      "playlists/focus.toml": "name = \"Focus\"\n", "library/a/sky.toml": "title = \"Sky\"\n",
    ])
    watch = try DirectoryWatch()
    tracker = try ChangeTracker(fixture.store, watch, quietTime: .milliseconds(100))
  }

  /// Passes the events so far to the tracker, and returns the number of signals within a time.
  private mutating func signals(in time: Duration = .seconds(1)) throws -> Int {
    tracker.note(try watch.events(), at: now)
    let end = now + time
    var count = 0
    while let deadline = [tracker.deadline, tracker.clockDeadline].compactMap(\.self).min(), deadline <= end {
      now = max(now, deadline)
      count += try tracker.settle(at: now).count
      tracker.note(try watch.events(), at: now)
    }
    now = end
    return count
  }

  @Test(arguments: ["playlists/focus.toml", "playlists/new.toml", "library/a/sky.toml", "mixtape.toml"])
  mutating func `a change of a file is one signal`(_ path: String) throws {
    #expect(try signals() == 0)
    try fixture.sandbox.write("format = 1\n", to: path)
    #expect(try signals(in: .milliseconds(99)) == 0)
    try fixture.sandbox.write("format = 1\n\n", to: path)
    #expect(try signals() == 1)
    #expect(try signals() == 0)
  }

  @Test(arguments: ["notes.txt", ".git/mixtape/player", "playlists/.focus.toml.swp"])
  mutating func `other files are ignored`(_ path: String) throws {
    try fixture.sandbox.write("format = 1\n", to: path)
    #expect(try signals() == 0)
  }

  @Test mutating func `new directories are watched`() throws {
    try fixture.sandbox.write("", to: "playlists/late/evening.toml")
    #expect(try signals() == 1)
    try fixture.sandbox.write("name = \"Evening\"\n", to: "playlists/late/evening.toml")
    #expect(try signals() == 1)
    try fixture.sandbox.remove("playlists/late")
    #expect(try signals() >= 1)
  }

  @Test mutating func `there is a signal every hour, because rules can depend on the clock`() throws {
    #expect(try signals(in: .seconds(3_599)) == 0)
    #expect(try signals(in: .seconds(1)) == 1)
    #expect(try signals(in: .seconds(7_200)) == 2)
  }

  @Test mutating func `a store that is gone ends the watch`() throws {
    try FileManager.default.moveItem(
      atPath: fixture.sandbox.store.string, toPath: fixture.sandbox.root.appending("moved").string)
    #expect(throws: MixtapeError.self) { _ = try signals() }
  }

  @Test(.timeLimit(.generous)) func `signals come from the real system, and end with the watch`() async throws {
    var watch: StoreChangeWatch? = try fixture.store.watchForChanges(quietTime: .milliseconds(5))
    let signals = try #require(watch?.signals())
    try fixture.sandbox.write("name = \"Changed\"\n", to: "playlists/focus.toml")
    var iterator = signals.makeAsyncIterator()
    guard case .changed = await iterator.next() else {
      Issue.record("there is no signal")
      return
    }
    watch = nil
    while await iterator.next() != nil {}
  }
}
