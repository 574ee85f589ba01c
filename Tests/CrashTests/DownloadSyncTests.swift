import MixtapeStore
import TestSupport
import Testing

/// The order in which a download reaches the disk. A power cut must not leave a complete name with missing bytes.
@Suite("Syncs of downloads", .enabled(if: Program.isSupported, "the tracer needs Linux"))
struct DownloadSyncTests {
  @Test func `a download gets its name after its bytes are synced`() throws {
    let server = try WebServer { _ in
      .status(200, [("Content-Type", "audio/mpeg")], body: [UInt8](repeating: 7, count: 40_000))
    }
    let sandbox = try Sandbox()
    let episode = "[[episodes]]\nid = \"a\"\nurl = \"\(server.address("/a.mp3"))\"\n"
    try sandbox.write("title = \"Sky\"\n\(episode)", to: "library/sky.toml")
    _ = try Store.initialize(at: sandbox.store, from: nil, context: sandbox.context)
    try sandbox.write("format = 1\n[downloads]\ndirectory = \"../Podcasts\"\n", to: "mixtape.toml")
    let run = try Program(sandbox: sandbox).run(["episode", "download", "sky/a"], below: sandbox.root)
    try #require(run.status == 0, "\(run.output)")
    let calls = run.calls.filter { $0.path.contains("/Podcasts/sky") }
    let written = try #require(calls.lastIndex { $0.isWrite && $0.path.hasSuffix("/.a.mp3.part") }, "\(calls)")
    let synced = try #require(calls.lastIndex { $0.isSync && $0.path.hasSuffix("/.a.mp3.part") }, "\(calls)")
    let renamed = try #require(
      calls.firstIndex { $0.name.hasPrefix("rename") && $0.path.hasSuffix(".part") }, "\(calls)")
    #expect(written < synced && synced < renamed, "\(calls)")
    // The new name is synced with its directory.
    #expect(calls[renamed...].contains { $0.isSync && $0.path.hasSuffix("/sky") }, "\(calls)")
  }
}
