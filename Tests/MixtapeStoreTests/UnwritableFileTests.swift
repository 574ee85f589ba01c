import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Received changes that git can write, and Mixtape cannot: a sync receives nothing, and the next one follows after `git merge`.
@Suite struct UnwritableFileTests {
  private let clones: Clones
  private let second: StoreFixture
  private var first: StoreFixture { clones.first }

  /// Makes two clones of a store that has a file of its own beside the playlists.
  init() throws {
    clones = try Clones(["playlists/a.toml": "", "playlists/b.toml": "", "playlists/away/c.toml": "name = 'C'\n"])
    try clones.first.sandbox.write("1\n", to: "notes.txt")
    try clones.first.sandbox.git("add", "notes.txt")
    try clones.first.sandbox.git("commit", "-q", "-m", "Notes")
    try clones.first.store.sync(by: .quiet)
    second = try clones.another()
  }

  /// Commits the index of the second clone, and pushes it.
  private func push() throws {
    try second.sandbox.git("commit", "-q", "-m", "Change")
    try second.sandbox.git("push", "-q")
  }

  /// Expects that a preview and a sync of the first clone are refused, and that `git merge` receives the files.
  private func expectRefusal(
    _ files: [UnwritableFile], isMerge: Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if isMerge { try first.store.rename(.id("a"), to: "Mine") }
    let syncs = [{ _ = try first.store.syncPreview(by: .quiet) }, { _ = try first.store.sync(by: .quiet) }]
    for sync in syncs {
      let code = MixtapeError.Code(rawValue: "unwritable-files")
      let error = try first.expectRefusal(code, sourceLocation: sourceLocation, sync)
      guard case .unwritable(files, _)? = error?.cause as? SyncRefusal else {
        Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
        continue
      }
    }
    try first.sandbox.git("merge", "-q", "--no-edit", "origin/main")
    #expect(try first.store.sync(by: .quiet).sent == (isMerge ? 2 : 0), sourceLocation: sourceLocation)
    try first.expectClean(sourceLocation: sourceLocation)
    #expect(
      try first.sandbox.git("rev-parse", "HEAD") == first.sandbox.git("rev-parse", "origin/main"),
      sourceLocation: sourceLocation)
  }

  @Test(arguments: [false, true]) func `files that a sparse checkout leaves out`(isMerge: Bool) throws {
    // git keeps files that were written in the same instant as the index, unless it compares them first.
    try first.sandbox.git("update-index", "-q", "--refresh")
    try first.sandbox.git("sparse-checkout", "set", "--no-cone", "/*", "!/playlists/away/", "!/notes.txt")
    try first.sandbox.git("config", "core.repositoryFormatVersion", "0")
    try second.store.rename(.id("c"), to: "See")
    try second.store.rename(.id("b"), to: "Bee")
    try second.sandbox.write("2\n", to: "notes.txt")
    try second.sandbox.git("add", "notes.txt")
    try push()
    try expectRefusal(
      [
        UnwritableFile(path: "notes.txt", reason: .excluded),
        UnwritableFile(path: "playlists/away/c.toml", reason: .excluded),
      ], isMerge: isMerge)
    #expect(try first.text("playlists/away/c.toml") == nil)
    #expect(try first.sandbox.git("ls-files", "-t", "playlists/away/c.toml") == "S playlists/away/c.toml")
    #expect(try first.store.playlist(.id("b"), at: "HEAD").name == "Bee")
    // A change of other files goes on to arrive.
    try second.store.sync(by: .quiet)
    try second.store.rename(.id("b"), to: "Be")
    try second.store.sync(by: .quiet)
    #expect(try first.store.sync(by: .quiet).received == 1)
    try first.expectClean()
  }

  @Test(arguments: [false, true]) func `a changed mode`(isMerge: Bool) throws {
    try second.sandbox.git("update-index", "--chmod=+x", "playlists/b.toml")
    try push()
    try expectRefusal([UnwritableFile(path: "playlists/b.toml", reason: .changedMode)], isMerge: isMerge)
  }

  @Test func `an executable file, a link and a submodule`() throws {
    let blob = try second.sandbox.git("hash-object", "-w", "--stdin", input: "target")
    let commit = try second.sandbox.git("rev-parse", "HEAD")
    for (mode, id, path) in [("100755", blob, "tool"), ("120000", blob, "link"), ("160000", commit, "module")] {
      try second.sandbox.git("update-index", "--add", "--cacheinfo", "\(mode),\(id),\(path)")
    }
    try push()
    try expectRefusal(
      [
        UnwritableFile(path: "link", reason: .symbolicLink), UnwritableFile(path: "module", reason: .submodule),
        UnwritableFile(path: "tool", reason: .executable),
      ], isMerge: false)
  }
}
