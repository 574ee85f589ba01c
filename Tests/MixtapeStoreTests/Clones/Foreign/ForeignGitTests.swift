import Foundation
import LosslessTOML
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// Stores after the work of people whose git does not know Mixtape: text merges, rebases and pushes by force.
@Suite("Git without Mixtape in between")
struct ForeignGitTests {
  let synced: SyncedStore
  /// A clone by plain git, whose configuration has no merge driver.
  let foreign: FilePath
  var sandbox: Sandbox { synced.sandbox }

  init() throws {
    synced = try SyncedStore()
    try synced.store.sync(by: .quiet)
    foreign = synced.sandbox.root.appending("foreign")
    try synced.sandbox.git("clone", "-q", synced.remote.directory.string, foreign.string)
  }

  /// Edits a file of the foreign clone, commits and perhaps pushes it.
  private func editElsewhere(
    _ path: String, _ edit: (String) -> String, pushing options: [String]? = []
  ) throws {
    let file = URL(fileURLWithPath: "\(foreign)/\(path)")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(edit(text).utf8).write(to: file)
    try sandbox.git("commit", "-q", "--all", "-m", "Edit \(path)", in: foreign)
    if let options { try sandbox.git(arguments: ["push", "-q"] + options, in: foreign) }
  }

  private func replacing(_ text: String, by other: String) -> (String) -> String {
    { $0.replacingOccurrences(of: text, with: other) }
  }

  @Test func `edits by git are merged`() throws {
    try editElsewhere("playlists/focus.toml", replacing("  'p/3',\n", by: "  'p/3',\n  'p/5', # five\n"))
    try synced.store.add("p/4", to: "focus")
    try synced.store.sync(by: .quiet)
    #expect(try Set(synced.store.episodes(of: "focus")) == ["p/1", "p/2", "p/3", "p/4", "p/5"])
    try synced.expectSound(synced.store)
  }

  @Test func `committed conflict markers are diagnosed, and other playlists go on to work`() throws {
    try synced.store.add("p/4", to: "focus")
    try synced.store.sync(by: .quiet)
    try editElsewhere("playlists/focus.toml", replacing("  'p/3',\n", by: "  'p/3',\n  'p/5',\n"), pushing: nil)
    #expect(throws: Sandbox.GitFailure.self) { try sandbox.git("pull", "-q", "--no-rebase", in: foreign) }
    try sandbox.git("commit", "-q", "--all", "-m", "Resolved, I think", in: foreign)
    try sandbox.git("push", "-q", in: foreign)

    try synced.store.add("p/9", to: "calm")
    try synced.store.sync(by: .quiet)
    let report = try #require(try synced.store.check().reports.first)
    #expect(report.path == "playlists/focus.toml")
    #expect(report.diagnostics.contains { "\($0.id)".contains("conflict") }, "\(report.diagnostics)")
    #expect(try synced.store.episodes(of: "calm") == ["p/3", "p/9"])

    // A person removes the markers, and everybody gets the mended file.
    let lines = String(decoding: try sandbox.read("playlists/focus.toml"), as: UTF8.self).split(separator: "\n")
    let mended = lines.filter { line in !["<<<<<<<", "=======", ">>>>>>>"].contains { line.hasPrefix($0) } }
    try sandbox.write(mended.joined(separator: "\n") + "\n", to: "playlists/focus.toml")
    try synced.store.sync(by: .quiet)
    #expect(try Set(synced.store.episodes(of: "focus")) == ["p/1", "p/2", "p/3", "p/4", "p/5"])
    try synced.expectSound(synced.store)
  }

  @Test func `a rebase and a push by force are refused, and the hint helps`() throws {
    try editElsewhere("playlists/focus.toml", replacing("Focus", by: "Deep Focus"))
    try synced.store.sync(by: .quiet)
    let known = try sandbox.git("rev-parse", "HEAD")
    // The other person rewrites the pushed commit, and pushes by force.
    try sandbox.git("commit", "-q", "--amend", "-m", "Reworded", in: foreign)
    try sandbox.git("push", "-q", "--force", in: foreign)
    try synced.store.add("p/4", to: "focus")
    let head = try sandbox.git("rev-parse", "HEAD")
    let refusal = try expectRefusal { try synced.store.sync(by: .quiet) }
    #expect(refusal?.code == "rewritten-history")
    #expect(try sandbox.git("rev-parse", "HEAD") == head)
    try synced.expectSound(synced.store)

    try sandbox.git("rebase", "-q", "--onto", "origin/main", known)
    try synced.store.sync(by: .quiet)
    #expect(try synced.remote.tip == sandbox.git("rev-parse", "HEAD"))
    #expect(try sandbox.git("log", "--format=%s", "-2").contains("Reworded"))
    #expect(try synced.store.episodes(of: "focus").last == "p/4")
    try synced.expectSound(synced.store)
  }

  @Test func `commits that somebody removed by force do not come back unasked`() throws {
    try synced.store.add("p/4", to: "focus")
    try synced.store.sync(by: .quiet)
    let tip = try synced.remote.git("rev-parse", "main~1")
    try sandbox.git("push", "-q", "--force", "origin", "HEAD:main", in: foreign)
    #expect(try synced.remote.tip == tip)
    try synced.store.add("p/9", to: "calm")
    let refusal = try expectRefusal { try synced.store.sync(by: .quiet) }
    #expect(refusal?.code == "rewritten-history")
    #expect(try synced.remote.tip == tip)
    try synced.expectSound(synced.store)
    // The second hint brings them back.
    try sandbox.git("push", "-q", "origin")
    #expect(try synced.store.sync(by: .quiet).changesNothing)
  }

  @Test func `a rebase of changes that were not pushed`() throws {
    try synced.store.add("p/4", to: "focus")
    try synced.store.add("p/9", to: "calm")
    try editElsewhere("playlists/focus.toml", replacing("Focus", by: "Deep Focus"))
    try sandbox.git("fetch", "-q")
    try sandbox.git("rebase", "-q", "origin/main")
    try synced.store.sync(by: .quiet)
    #expect(try synced.store.episodes(of: "focus").contains("p/4"))
    #expect(try synced.remote.tip == sandbox.git("rev-parse", "HEAD"))
    try synced.expectSound(synced.store)
  }

  @Test func `commits that git took back come again`() throws {
    try editElsewhere("playlists/focus.toml", replacing("Focus", by: "Deep Focus"))
    try synced.store.sync(by: .quiet)
    try sandbox.git("reset", "-q", "--hard", "HEAD~1")
    #expect(try synced.store.sync(by: .quiet).received == 1)
    try synced.expectSound(synced.store)
  }
}
