import MixtapeStore
import TestSupport
import Testing

/// The number of syncs of a change does not grow with its number of files.
@Suite("Numbers of syncs", .enabled(if: Program.isSupported, "the tracer needs Linux"))
struct SyncCountTests {
  /// Runs the program with `syncfs`, and checks that it syncs only a few times.
  private func expectFewSyncs(_ arguments: [String], in sandbox: Sandbox) throws {
    let run = try Program(sandbox: sandbox).run(arguments, settings: ["MIXTAPE_SYNC": "together"])
    try #require(run.status == 0, "\(run.output)")
    let (whole, single) = (
      run.calls.count { $0.name == "syncfs" }, run.calls.count { $0.isSync && $0.name != "syncfs" }
    )
    #expect((1...5).contains(whole), "\(whole) calls of syncfs")
    #expect(single <= 20, "\(single) calls of fsync: \(run.calls.filter(\.isSync))")
  }

  private func write(_ count: Int, _ text: String, to sandbox: Sandbox, _ directory: String) throws {
    for number in 1...count { try sandbox.write("name = \"\(text) \(number)\"\n", to: "\(directory)/p\(number).toml") }
  }

  @Test func `init with 300 files syncs a few times`() throws {
    let sandbox = try Sandbox()
    try write(300, "List", to: sandbox, "origin/playlists")
    try expectFewSyncs(["init", "--from", "origin", "new", "--here"], in: sandbox)
  }

  @Test func `a change after 200 hand edits syncs a few times`() throws {
    let sandbox = try Sandbox()
    try write(201, "List", to: sandbox, "playlists")
    _ = try Store.initialize(at: sandbox.store, from: nil, context: sandbox.context)
    try write(200, "Mine", to: sandbox, "playlists")
    try expectFewSyncs(["rename", "p201", "Other"], in: sandbox)
    #expect(try sandbox.git("rev-list", "--count", "HEAD") == "202")
    #expect(try sandbox.status() == [])
    sandbox.expectSound()
  }
}
