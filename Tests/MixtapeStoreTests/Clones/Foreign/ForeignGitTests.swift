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

  @Test func `a change meets a file with committed conflict markers`() throws {
    try editElsewhere(
      "playlists/focus.toml", replacing("  'p/3',\n", by: "<<<<<<< HEAD\n  'p/3',\n=======\n>>>>>>> other\n"))
    try synced.store.add("p/4", to: "focus")
    let head = try sandbox.git("rev-parse", "HEAD")
    let refusal = try expectRefusal { try synced.store.sync(by: .quiet) }
    #expect(refusal?.errors?.count == 1)
    #expect(refusal?.errors?.first?.hasPrefix("playlists/focus.toml:") == true)
    #expect(try sandbox.git("rev-parse", "HEAD") == head)
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

  @Test func `a push by force of another history is refused`() throws {
    try sandbox.git("checkout", "-q", "--orphan", "fresh", in: foreign)
    try sandbox.git("commit", "-q", "-m", "A new beginning", in: foreign)
    try sandbox.git("push", "-q", "--force", "origin", "fresh:main", in: foreign)
    let refusal = try expectRefusal { try synced.store.sync(by: .quiet) }
    #expect(["unrelated-histories", "rewritten-history"].contains(refusal?.code))
    try synced.expectSound(synced.store)
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

  @Test func `line ends that git converts are kept as they come`() throws {
    try editElsewhere("playlists/focus.toml", replacing("\n", by: "\r\n"))
    try synced.store.add("p/4", to: "focus")
    try synced.store.sync(by: .quiet)
    #expect(try synced.store.episodes(of: "focus") == ["p/1", "p/2", "p/3", "p/4"])
    try synced.expectSound(synced.store)
  }

  @Test func `a removed setting of attributes is diagnosed`() throws {
    try sandbox.git("rm", "-q", ".gitattributes", in: foreign)
    try sandbox.git("commit", "-q", "-m", "Remove attributes", in: foreign)
    try sandbox.git("push", "-q", in: foreign)
    try synced.store.sync(by: .quiet)
    let isDiagnosed = try synced.store.examine().contains { finding in
      if case .lineEndsUnprotected(isMissing: true) = finding.kind { finding.isOpen } else { false }
    }
    #expect(isDiagnosed)
    _ = try synced.store.repair()
    try synced.store.sync(by: .quiet)
    #expect(try sandbox.git("show", "origin/main:.gitattributes").contains("merge=mixtape"))
  }

  @Test func `links and programs are not taken over`() throws {
    try sandbox.git(
      "-c", "alias.link=!ln -s /etc/passwd playlists/link.toml && git add --all", "link", in: foreign)
    try sandbox.git("commit", "-q", "-m", "A link", in: foreign)
    try sandbox.git("push", "-q", in: foreign)
    let refusal = try expectRefusal { try synced.store.sync(by: .quiet) }
    #expect(refusal?.paths == ["playlists/link.toml"])
    try synced.expectSound(synced.store)
  }

  @Test func `two playlists with one id are diagnosed`() throws {
    try sandbox.git(
      "-c", "alias.copy=!mkdir -p playlists/old && cp playlists/focus.toml playlists/old/ && git add --all", "copy",
      in: foreign)
    try sandbox.git("commit", "-q", "-m", "A copy", in: foreign)
    try sandbox.git("push", "-q", in: foreign)
    try synced.store.sync(by: .quiet)
    #expect(try synced.store.check().reports.map(\.path).contains { $0.hasSuffix("focus.toml") })
  }
}

extension SyncRefusal {
  /// The files that Mixtape cannot write; `nil` for another reason.
  fileprivate var paths: [String]? { if case .unwritable(let files, _) = self { files.map(\.path) } else { nil } }

  /// The errors in files of the remote; `nil` for another reason.
  fileprivate var errors: [String]? { if case .invalidFiles(let errors, _) = self { errors } else { nil } }
}
