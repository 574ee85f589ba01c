import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

@Suite("Concurrent changes")
struct ConcurrencyTests {
  @Test func concurrentChangesAreAllMade() async throws {
    let fixture = try StoreFixture(["playlists/shared.toml": "episodes = []\n"])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        let store = try fixture.other(lockPatience: .seconds(60))
        group.addTask {
          for number in 0..<6 {
            try store.create(try Playlist(id: .id("w\(worker)-\(number)")))
            try store.add(.ids("p/\(worker)-\(number)"), to: .id("shared"))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try fixture.store.playlists().count == 25)
    #expect(try fixture.store.find(.id("shared"))?.episodes.count == 24)
    #expect(try fixture.subjects().count == 49)
    #expect(
      try fixture.sandbox.git("log", "--no-merges", "--format=", "--name-only").split(separator: "\n").count == 51)
    try fixture.expectClean()
  }

  @Test func waitingForALockHasALimit() throws {
    let fixture = try StoreFixture(["playlists/a.toml": ""])
    try fixture.sandbox.write("", to: ".git/mixtape/lock")
    let lock = fixture.sandbox.store.appending(".git/mixtape/lock")
    // A process that another test starts may hold the lock between fork and exec, and must not inherit this one for
    // longer.
    let descriptor = try FileDescriptor.open(lock, .readWrite, options: [.closeOnExec])
    let store = try fixture.other(lockPatience: .seconds(1))
    #expect(flock(descriptor.rawValue, LOCK_EX) == 0)
    let waits = fixture.waitingNoticeCount
    try fixture.expectRefusal(.locked, .file(lock.string)) { try store.rename(.id("a"), to: "B") }
    try fixture.expectRefusal(.locked) { try store.undo() }
    #expect(fixture.told == [] && fixture.waitingNoticeCount == waits + 2)
    #expect(try fixture.store.all().map(\.name) == ["A"])
    try descriptor.close()
    try fixture.store.rename(.id("a"), to: "B")
    #expect(try fixture.store.all().map(\.name) == ["B"])
  }

  @Test func commitsOfGitInTheMeantimeStay() throws {
    let fixture = try StoreFixture(["playlists/a.toml": ""])
    for number in 0..<3 {
      try fixture.store.rename(.id("a"), to: "Name \(number)")
      try fixture.sandbox.write("\(number)", to: "README.md")
      try fixture.sandbox.write("", to: "playlists/git-\(number).toml")
      try fixture.sandbox.git("add", "--all")
      try fixture.sandbox.git("commit", "-q", "-m", "By git \(number)")
    }
    #expect(
      try fixture.subjects() == [
        "By git 2", "Rename a to \"Name 2\"", "By git 1", "Rename a to \"Name 1\"", "By git 0",
        "Rename a to \"Name 0\"", "Create the store",
      ])
    try fixture.expectClean()
  }

  @Test func aFileEditedDuringAChangeIsPlannedAgain() throws {
    let fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n", "playlists/b.toml": "name = 'B'\n"])
    try fixture.sandbox.write("name = 'B2'\n", to: "playlists/b.toml")
    let sandbox = fixture.sandbox
    let edits = Recorder<Void>()
    let file = sandbox.store.appending("playlists/a.toml").string
    // After the notice about `b`, somebody saves `a` in the middle of the change.
    let context = Store.Context(environment: sandbox.environment, now: { Date() }) { notice in
      guard case .capturedHandEdit = notice, edits.values.isEmpty else { return }
      edits.record(())
      #expect(FileManager.default.createFile(atPath: file, contents: Data("# saved\nname = 'A'\n".utf8)))
    }
    try Store(at: sandbox.store, context: context).rename(.id("a"), to: "Other")
    #expect(try fixture.text("playlists/a.toml") == "# saved\nname = 'Other'\n")
    #expect(try fixture.subjects().prefix(2) == ["Rename a to \"Other\"", "Edit a by hand"])
    try fixture.expectClean()
  }

  @Test func readingTakesNoLockAndMakesNoCommit() throws {
    let fixture = try StoreFixture(["playlists/a.toml": ""])
    try fixture.sandbox.write("name = 'By hand'", to: "playlists/a.toml")
    try fixture.sandbox.write("", to: ".git/index.lock")
    let store = fixture.store
    #expect(try store.all().map(\.name) == ["By hand"])
    _ = try (store.check(), store.status(), store.examine(), store.history(of: nil, limit: 1), store.podcasts())
    _ = try (store.diff(of: nil, from: nil, to: nil), store.templates(), store.playlist(.id("a"), at: "HEAD"))
    #expect(try fixture.subjects().count == 1)
  }
}
