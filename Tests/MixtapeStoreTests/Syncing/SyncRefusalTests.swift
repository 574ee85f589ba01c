import Foundation
import GitHistory
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// Stores and remotes with which a sync does nothing.
@Suite struct SyncRefusalTests {
  private let clones: Clones
  private var first: StoreFixture { clones.first }

  init() throws { clones = try Clones(["playlists/a.toml": "name = 'A'\n"]) }

  @Test func anUnknownRemote() throws {
    try refuses("unknown-remote", SyncOptions(remote: "--upload-pack=touch x"))
  }

  @Test func `a clone that rewrote the history itself moves forward`() throws {
    let second = try clones.another()
    try first.store.rename(.id("a"), to: "B")
    try first.store.sync(by: .quiet)
    let lost = CommitID(try first.sandbox.git("rev-parse", "HEAD"))
    try first.sandbox.git("reset", "-q", "--hard", "HEAD~")
    try first.sandbox.git("push", "-q", "--force", "origin", "main")
    try second.store.rename(.id("a"), to: "C")
    try second.store.sync(by: .quiet)
    let preview = try first.store.syncPreview(by: .quiet)
    #expect(preview.plan == .forward(1, lost: lost))
    #expect(preview.plan.lost == lost)
    let report = try first.store.sync(by: .quiet)
    #expect(report.received == 1 && report.lost == lost)
    #expect(try first.store.playlist(.id("a"), at: "HEAD").name == "C")
    #expect(try first.store.sync(by: .quiet).lost == nil)
    try first.expectClean()
  }

  @Test(arguments: [".git", "playlists", ".."])
  func `a remote with a file that git never writes`(directory: String) throws {
    let second = try clones.another()
    let blob = try second.sandbox.git("hash-object", "-w", "--stdin", input: "[core]\n  fsmonitor = touch x\n")
    var tree = try second.sandbox.git("mktree", input: "100644 blob \(blob)\tconfig\n")
    if directory == "playlists" { tree = try second.sandbox.git("mktree", input: "040000 tree \(tree)\t.git\n") }
    let rest = try second.sandbox.git("ls-tree", "HEAD").split(separator: "\n").filter {
      !$0.hasSuffix("\t\(directory)")
    }
    tree = try second.sandbox.git(
      "mktree", input: rest.map { "\($0)\n" }.joined() + "040000 tree \(tree)\t\(directory)\n")
    let commit = try second.sandbox.git("commit-tree", tree, "-p", "HEAD", "-m", "Evil")
    try second.sandbox.git("push", "-q", "origin", "\(commit):main")
    let configuration = try first.sandbox.read(".git/config")
    // The store moves forward, or merges.
    try refuses("unsafe-paths")
    try first.store.rename(.id("a"), to: "B")
    try refuses("unsafe-paths")
    #expect(try first.sandbox.read(".git/config") == configuration)
  }

  /// Both sides correct a file of their common version, and change it further.
  private func correct(_ broken: String, _ ours: String, _ theirs: String) throws {
    let second = try clones.another()
    try first.sandbox.write(broken, to: "playlists/a.toml")
    try first.sandbox.git("commit", "-q", "-a", "-m", "Broken")
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    for (fixture, text) in [(second, theirs), (first, ours)] {
      try fixture.sandbox.write(text, to: "playlists/a.toml")
      try fixture.sandbox.git("commit", "-q", "-a", "-m", "Corrected")
    }
    try second.store.sync(by: .quiet)
  }

  @Test func `a common version with errors`() throws {
    let list = "episodes = [\n  'p/1',\n  'p/2',\n  'p/3',\n]\n"
    try correct(
      "name = \n" + list, list.replacing("  'p/1',\n", with: ""),
      list.replacing("  'p/1',\n", with: "").replacing("]", with: "  'p/1',\n]"))
    try refuses("common-version-invalid")
  }

  @Test func aHalfDoneMerge() throws {
    try first.sandbox.write("\(try first.sandbox.git("rev-parse", "HEAD"))\n", to: ".git/MERGE_HEAD")
    expectError(.repositoryBusy) { try first.store.sync(by: .quiet) }
  }

  @Test func anAddressThatRunsAProgram() throws {
    try first.sandbox.git("remote", "set-url", "origin", "ext::touch '\(first.sandbox.root)/ran'")
    try first.expectRefusal(.transferFailed) { try first.store.sync(by: .quiet) }
    #expect(!FileManager.default.fileExists(atPath: first.sandbox.root.appending("ran").string))
  }

  private func refuses(_ code: String, _ options: SyncOptions = SyncOptions()) throws {
    try first.expectRefusal(.init(rawValue: code)) { try first.store.sync(options, by: .quiet) }
  }
}

/// A remote that git reaches through a program, as it does with ssh.
@Suite struct SyncProgramTests {
  @Test func aRemoteBehindSSH() throws {
    let clones = try Clones(["playlists/a.toml": "name = 'A'\n"])
    let second = try clones.another()
    // Runs the command of the server here. The argument before it is the name of the host.
    second.sandbox.environment["GIT_SSH_COMMAND"] = "f() { eval \"$2\"; }; f"
    second.sandbox.environment["GIT_SSH_VARIANT"] = "simple"
    try second.sandbox.git("remote", "set-url", "origin", "ssh://localhost\(clones.remote)")
    let store = try StoreFixture(opening: second.sandbox).store
    try store.rename(.id("a"), to: "B")
    #expect(try store.sync(by: .quiet).sent == 1)
    #expect(try clones.first.store.sync(by: .quiet).received == 1)
  }
}
