import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// The messages of clones that fail, and the next steps.
@Suite struct CloneCommandTests {
  private let fixture: CommandFixture
  private let remote: String
  private let place: FilePath

  init() throws {
    fixture = try CommandFixture()
    remote = fixture.sandbox.root.appending("remote.git").string
    place = fixture.sandbox.root.appending("clone")
    try fixture.sandbox.git("clone", "-q", "--bare", fixture.sandbox.store.string, remote)
  }

  private var exists: Bool { FileManager.default.fileExists(atPath: place.string) }

  /// Clones, and expects an error.
  private func expectFailure(
    of address: String, _ status: CommandStatus, _ message: String, hint: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let outcome = fixture.mixtape(["clone", address, place.string])
    #expect(outcome.status == status, sourceLocation: sourceLocation)
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    #expect(lines.first == "error: \(message)", sourceLocation: sourceLocation)
    #expect(lines.last == "hint: \(hint)", "\(lines)", sourceLocation: sourceLocation)
  }

  @Test func thereIsNoRepository() throws {
    try fixture.sandbox.write("Notes.\n", to: "notes.txt")
    for address in [
      remote + "-missing", fixture.sandbox.store.appending("notes.txt").string, "gopher://localhost/lists",
    ] {
      expectFailure(
        of: address, .notFound, "there is no repository at this address; nothing was cloned",
        hint: "check the address")
      #expect(!exists)
    }
  }

  @Test func nothingListens() throws {
    expectFailure(
      of: "git://127.0.0.1:\(try BrokenServers.unusedPort())/lists.git", .unavailable,
      "the remote cannot be reached; nothing was cloned", hint: "check the address and the connection")
    #expect(!exists)
  }

  @Test func theDirectoryIsNotEmpty() throws {
    _ = try fixture.sandbox.shell("mkdir '\(place)' && touch '\(place)/notes.txt'")
    expectFailure(
      of: remote, .exists, "\(place) exists and is not an empty directory; nothing was cloned",
      hint: "`mixtape clone URL DIR` names another one")
    _ = try fixture.sandbox.shell(
      "rm '\(place)/notes.txt' && touch '\(place)/.mixtape-clone-1' '\(place)/mixtape.toml'")
    expectFailure(
      of: remote, .exists, "\(place) has files of a clone that was interrupted; nothing was cloned",
      hint: "`rm -r '\(place)'` deletes it; then clone again")
  }

  @Test func theDirectoryIsAFile() throws {
    _ = try fixture.sandbox.shell("touch '\(place)'")
    expectFailure(
      of: remote, .exists, "\(place) exists and is not an empty directory; nothing was cloned",
      hint: "`mixtape clone URL DIR` names another one")
  }

  @Test func aRepositoryWithoutAStore() throws {
    let empty = fixture.sandbox.root.appending("empty.git").string
    try fixture.sandbox.git("init", "-q", "--bare", "-b", "main", empty)
    expectFailure(
      of: empty, .invalid,
      "cloned the repository to \(place), but it is not a Mixtape store: mixtape.toml is missing",
      hint: "`mixtape init '\(place)'` makes it a store")
    // The hint helps.
    #expect(fixture.mixtape(["init", place.string]).status == .done)
    #expect(fixture.mixtape(["sync", "--store", place.string]).status == .done)
    #expect(try fixture.sandbox.git("ls-remote", "--heads", empty).contains("refs/heads/main"))
  }

  @Test func theHeadOfTheRemoteNamesABranchThatDoesNotExist() throws {
    try fixture.sandbox.git("symbolic-ref", "HEAD", "refs/heads/master", in: FilePath(remote))
    #expect(fixture.mixtape(["clone", remote, place.string]).status == .done)
    #expect(try fixture.sandbox.git("status", "--porcelain", "--branch", in: place) == "## main...origin/main")
  }

  @Test func anEmptyDirectoryIsUsed() throws {
    _ = try fixture.sandbox.shell("mkdir '\(place)' && ln -s '\(place)' '\(place)-link'")
    #expect(fixture.mixtape(["clone", remote, "\(place)-link"]).status == .done)
    #expect(try fixture.sandbox.git("status", "--porcelain", "--branch", in: place) == "## main...origin/main")
  }
}
