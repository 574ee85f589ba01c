import Foundation
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

@Suite("mixtape merge-file")
struct MergeFileTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture(with: [:])
    try write("name = \"A\"\nepisodes = [\n  \"p/1\",\n]\n", to: "base")
    try write("name = \"A\"\nepisodes = [\n  \"p/1\",\n  \"p/3\",  # three\n]\n", to: "ours")
    try write("name = \"A\"\nepisodes = [\n  \"p/1\",\n  \"p/2\",\n]\n", to: "theirs")
  }

  private func write(_ text: String, to name: String) throws { try fixture.sandbox.write(text, to: "\(name).toml") }

  private func ours() throws -> String {
    try fixture.text(of: "ours.toml")
  }

  private func merge(_ options: String...) -> CommandFixture.Outcome {
    fixture.mixtape(["merge-file"] + options + ["base.toml", "ours.toml", "theirs.toml"])
  }

  @Test func theResultReplacesOurs() throws {
    let outcome = merge("--path", "playlists/x/a.toml")
    #expect(outcome.status == .done && outcome.output.isEmpty && outcome.errors.isEmpty)
    #expect(try ours() == "name = \"A\"\nepisodes = [\n  \"p/1\",\n  \"p/2\",\n  \"p/3\",  # three\n]\n")
  }

  @Test func `a private file stays private, and a symbolic link stays a link`() throws {
    let paths = ["ours.toml", "link.toml"].map { fixture.sandbox.store.appending($0).string }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: paths[0])
    try FileManager.default.createSymbolicLink(atPath: paths[1], withDestinationPath: "ours.toml")
    #expect(
      fixture.mixtape(["merge-file", "--path", "playlists/a.toml", "base.toml", "link.toml", "theirs.toml"]).status
        == .done)
    #expect(try ours().contains("p/2"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: paths[1]) == "ours.toml")
    #expect(try FileManager.default.attributesOfItem(atPath: paths[0])[.posixPermissions] as? Int == 0o600)
  }

  @Test func aFileWithoutEndIsNotRead() throws {
    let outcome = fixture.mixtape(["merge-file", "/dev/zero", "ours.toml", "theirs.toml"])
    #expect(outcome.status.rawValue == 129)
    #expect(outcome.errors.hasPrefix("error: \"/dev/zero\": "), "\(outcome.errors)")
  }

  @Test func aConflictHasMarkersAndStatusOne() throws {
    try write("name = \"B\"\nepisodes = [\n  \"p/1\",\n  \"p/3\",  # three\n]\n", to: "ours")
    try write("name = \"C\"\nepisodes = [\n  \"p/2\",\n]\n", to: "theirs")
    let outcome = merge("--path", "playlists/a.toml", "--marker-size", "9")
    #expect(outcome.status.rawValue == 1 && outcome.errors == "Both sides changed `name` in playlists/a.toml.\n")
    let markers = (String(repeating: "<", count: 9), String(repeating: "=", count: 9), String(repeating: ">", count: 9))
    #expect(
      try ours() == """
        \(markers.0) ours
        name = "B"
        \(markers.1)
        name = "C"
        \(markers.2) theirs
        episodes = [
          "p/2",
          "p/3",  # three
        ]

        """)
  }

  @Test func aFileWithErrorsIsMergedLineByLine() throws {
    try write("name = \nepisodes = [\n  \"p/1\",\n]\n", to: "base")
    try write("name = \nepisodes = [\n  \"p/1\",\n]\n# end\n", to: "ours")
    try write("# start\nname = \nepisodes = [\n  \"p/1\",\n]\n", to: "theirs")
    let outcome = merge("--json", "--path", "playlists/a.toml")
    #expect(outcome.status == .done && outcome.output.contains("\"byLine\": true"))
    #expect(try ours() == "# start\nname = \nepisodes = [\n  \"p/1\",\n]\n# end\n")
    try write("name = 'other\n", to: "theirs")
    let conflict = merge("--path", "playlists/a.toml")
    #expect(conflict.status.rawValue == 1)
    #expect(
      conflict.errors
        == "playlists/a.toml: merged line by line, because the common version, our version and their version have errors.\n"
    )
    #expect(try ours().contains("<<<<<<< ours\n"))
  }

  @Test func `a merge of lines from a base with errors is a conflict, also without markers`() throws {
    try write("name = \nepisodes = [\n  \"p/1\",\n  \"p/2\",\n  \"p/3\",\n]\n", to: "base")
    try write("name = \"A\"\nepisodes = [\n  \"p/2\",\n  \"p/3\",\n]\n", to: "ours")
    try write("name = \"A\"\nepisodes = [\n  \"p/2\",\n  \"p/3\",\n  \"p/1\",\n]\n", to: "theirs")
    let outcome = merge("--path", "playlists/a.toml")
    #expect(outcome.status.rawValue == 1)
    #expect(
      outcome.errors == """
        playlists/a.toml: merged line by line, because the common version has errors.
        Check the result: an element that one side removed can be back.

        """)
    #expect(try ours() == "name = \"A\"\nepisodes = [\n  \"p/2\",\n  \"p/3\",\n  \"p/1\",\n]\n")
  }

  @Test func `a message names a comment that has no place`() throws {
    let list = "[extra]\nlist = [\n  { x = 1 },\n]\n"
    try write(list, to: "base")
    try write("[[extra.list]]\nx = 1\n", to: "ours")
    try write(list.replacing("1 },", with: "1 },  # new"), to: "theirs")
    let outcome = merge("--path", "playlists/a.toml")
    #expect(outcome.status == .done)
    #expect(outcome.errors == "playlists/a.toml: 1 comment is now at the end of the file: # new\n")
    #expect(try ours() == "[[extra.list]]\nx = 1\n# new\n")
  }

  @Test(arguments: ["playlists/library/a.toml", "playlists/templates/library/a.toml"])
  func foldersDoNotDecideAboutTheKind(path: String) throws {
    #expect(merge("--path", path).status == .done)
    #expect(try ours() == "name = \"A\"\nepisodes = [\n  \"p/1\",\n  \"p/2\",\n  \"p/3\",  # three\n]\n")
  }

  /// Git passes any size, and takes the status of a usage error for a conflict.
  @Test(arguments: [("2000", 1_000), ("1", 1), ("0", 7), ("-4", 7)])
  func aSizeOfMarkersOutOfRangeIsLimited(size: String, used: Int) throws {
    try write("name = \"B\"\n", to: "ours")
    try write("name = \"C\"\n", to: "theirs")
    #expect(merge("--path=playlists/a.toml", "--marker-size=\(size)").status.rawValue == 1)
    #expect(try ours().hasPrefix(String(repeating: "<", count: used) + " ours\n"))
  }

  @Test func `a message without a path names the file as it was given`() throws {
    try write("name = \"C\"\n", to: "theirs")
    let path = fixture.sandbox.store.appending("ours.toml").string
    for path in [path, "./ours.toml"] {
      try write("name = \"B\"\n", to: "ours")
      let outcome = fixture.mixtape(["merge-file", "base.toml", path, "theirs.toml"])
      #expect(outcome.errors == "Both sides changed `name` in \(path).\n")
    }
  }

  /// Git takes a status up to 128 for a conflict.
  @Test func aMissingFileIsAnError() throws {
    let before = try ours()
    try fixture.sandbox.remove("theirs.toml")
    let outcome = merge()
    #expect(outcome.status.rawValue > 128 && outcome.errors.hasPrefix("error: "))
    #expect(try ours() == before)
  }

  @Test func `a version that is not text is an error`() throws {
    try write("name = \"A\0\"\n", to: "ours")
    let outcome = merge("--path", "playlists/a.toml")
    #expect(outcome.status == .unmerged)
    #expect(outcome.errors.contains("a version of playlists/a.toml is not text"), "\(outcome.errors)")
    #expect(try ours() == "name = \"A\0\"\n")
  }

  @Test func `the status in JSON is the exit status`() throws {
    try fixture.sandbox.remove("theirs.toml")
    let outcome = merge("--json")
    #expect(outcome.status == .unmerged)
    #expect(outcome.errors.contains("\"status\":129"), "\(outcome.errors)")
  }
}

/// Two clones of a store, and the real git with the built program as its merge driver.
@Suite("Git with Mixtape as its merge driver")
struct MergeDriverTests {
  private static let playlist = "name = \"A\"\n\nepisodes = [\n  \"show/1\",  # one\n  \"show/2\",\n]\n"
  private static let podcast = """
    title = "Show"

    [[episodes]]
    id = "1"
    playCount = 1
    lastPlayedAt = 2026-01-01T08:00:00Z

    [[episodes]]
    id = "2"

    """

  private let sandbox: Sandbox
  private var other: FilePath { sandbox.root.appending("other") }

  init() throws {
    try BuiltPrograms.require("mixtape")
    sandbox = try Sandbox()
    sandbox.environment["PATH"] = "\(BuiltPrograms.directory):\(sandbox.environment["PATH"] ?? "/usr/bin:/bin")"
    try sandbox.write(Self.playlist, to: "playlists/a.toml")
    try sandbox.write(Self.podcast, to: "library/show.toml")
    _ = try Store.initialize(
      at: sandbox.store, from: nil, context: Store.Context(environment: sandbox.environment, now: Date.init))
    try sandbox.git("clone", "-q", sandbox.store.string, other.string, in: sandbox.root)
    _ = try Store(at: other, context: Store.Context(environment: sandbox.environment, now: Date.init)).repair()
  }

  /// Replaces a text in a file of a clone, and commits that.
  private func edit(_ path: String, _ old: String, _ new: String, in clone: FilePath, commits: Bool = true) throws {
    let file = clone.appending(path)
    let text = try String(contentsOfFile: file.string, encoding: .utf8)
    try text.replacing(old, with: new).write(toFile: file.string, atomically: true, encoding: .utf8)
    if commits { try sandbox.git("commit", "-q", "-a", "-m", "Edit \(path)", in: clone) }
  }

  private func text(_ path: String) throws -> String { String(decoding: try sandbox.read(path), as: UTF8.self) }

  /// Both sides append an episode and play the first one.
  private func editBoth(commits: Bool = true) throws {
    try edit("playlists/a.toml", "  \"show/2\",\n", "  \"show/2\",\n  \"show/4\",  # four\n", in: other)
    try edit(
      "library/show.toml", "playCount = 1\nlastPlayedAt = 2026-01-01", "playCount = 3\nlastPlayedAt = 2026-01-03",
      in: other)
    try edit(
      "playlists/a.toml", "  \"show/1\",  # one\n  \"show/2\",\n", "  \"show/2\",\n  \"show/3\",\n", in: sandbox.store,
      commits: commits)
    try edit(
      "library/show.toml", "playCount = 1\nlastPlayedAt = 2026-01-01", "playCount = 2\nlastPlayedAt = 2026-01-02",
      in: sandbox.store, commits: commits)
    try sandbox.git("fetch", "-q", other.string, "HEAD:refs/heads/theirs")
  }

  private func expectMerged(isCommitted: Bool = true) throws {
    #expect(
      try text("playlists/a.toml")
        == "name = \"A\"\n\nepisodes = [\n  \"show/2\",\n  \"show/3\",\n  \"show/4\",  # four\n]\n")
    #expect(
      try text("library/show.toml")
        == Self.podcast.replacing(
          "playCount = 1\nlastPlayedAt = 2026-01-01", with: "playCount = 4\nlastPlayedAt = 2026-01-03"))
    if isCommitted { #expect(try sandbox.git("status", "--porcelain") == "") }
  }

  @Test func merge() throws {
    try editBoth()
    try sandbox.git("merge", "-q", "--no-edit", "theirs")
    try expectMerged()
    try sandbox.git("pull", "-q", "--no-rebase", sandbox.store.string, "HEAD", in: other)
    #expect(try sandbox.git("rev-parse", "HEAD^{tree}", in: other) == sandbox.git("rev-parse", "HEAD^{tree}"))
  }

  @Test func rebase() throws {
    try editBoth()
    try sandbox.git("rebase", "-q", "theirs")
    try expectMerged()
  }

  @Test func cherryPick() throws {
    try editBoth()
    try sandbox.git("cherry-pick", "theirs~1", "theirs")
    try expectMerged()
  }

  @Test func stashPop() throws {
    try editBoth(commits: false)
    try sandbox.git("stash", "-q")
    try sandbox.git("merge", "-q", "--ff-only", "theirs")
    try sandbox.git("stash", "pop", "-q")
    try expectMerged(isCommitted: false)
  }

  @Test func aConflictEnclosesOneKey() throws {
    try editBoth()
    try edit("playlists/a.toml", "\"A\"", "\"Theirs\"", in: other)
    try edit("playlists/a.toml", "\"A\"", "\"Ours\"", in: sandbox.store)
    try sandbox.git("fetch", "-q", other.string, "HEAD:refs/heads/theirs")
    #expect(throws: Sandbox.GitFailure.self) { try sandbox.git("merge", "-q", "--no-edit", "theirs") }
    #expect(try sandbox.git("diff", "--name-only", "--diff-filter=U") == "playlists/a.toml")
    #expect(
      try text("playlists/a.toml") == """
        <<<<<<< ours
        name = "Ours"
        =======
        name = "Theirs"
        >>>>>>> theirs

        episodes = [
          "show/2",
          "show/3",
          "show/4",  # four
        ]

        """)
  }

  @Test func aFileThatBothCreated() throws {
    for (clone, name) in [(sandbox.store, "3"), (other, "4")] {
      try "name = \"New\"\nepisodes = [\n  \"show/\(name)\",\n]\n".write(
        toFile: clone.appending("playlists/new.toml").string, atomically: true, encoding: .utf8)
      try sandbox.git("add", "--all", in: clone)
      try sandbox.git("commit", "-q", "-m", "New", in: clone)
    }
    try sandbox.git("pull", "-q", "--no-rebase", "--no-edit", other.string, "HEAD")
    #expect(try text("playlists/new.toml") == "name = \"New\"\nepisodes = [\n  \"show/3\",\n  \"show/4\",\n]\n")
  }

  @Test func aPathThatBeginsWithAHyphen() throws {
    try sandbox.write("a = 1\nb = 1\n", to: "-x.toml")
    try sandbox.git("add", "--all")
    try sandbox.git("commit", "-q", "-m", "New")
    try sandbox.git("pull", "-q", "--ff-only", sandbox.store.string, "HEAD", in: other)
    try edit("-x.toml", "a = 1", "a = 2", in: other)
    try edit("-x.toml", "b = 1", "b = 2", in: sandbox.store)
    try sandbox.git("pull", "-q", "--no-rebase", "--no-edit", other.string, "HEAD")
    #expect(try text("-x.toml") == "a = 2\nb = 2\n")
  }

  /// An older version has no `merge-file`, and ends with the status of a usage error.
  @Test func withAnOlderMixtapeGitMergesLines() throws {
    let programs = sandbox.root.appending("programs")
    try FileManager.default.createDirectory(atPath: programs.string, withIntermediateDirectories: true)
    let program = programs.appending("mixtape").string
    try "#!/bin/sh\nexit 64\n".write(toFile: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    sandbox.environment["PATH"] = "\(programs.string):/usr/bin:/bin"
    try editBoth()
    #expect(throws: Sandbox.GitFailure.self) { try sandbox.git("merge", "-q", "--no-edit", "theirs") }
    #expect(try text("playlists/a.toml").contains("\"show/4\"") && text("playlists/a.toml").contains("<<<<<<<"))
  }

  @Test func withoutMixtapeGitMergesLines() throws {
    sandbox.environment["PATH"] = "/usr/bin:/bin"
    try editBoth()
    #expect(throws: Sandbox.GitFailure.self) { try sandbox.git("merge", "-q", "--no-edit", "theirs") }
    #expect(try text("playlists/a.toml").contains("\"show/4\"") && text("playlists/a.toml").contains("<<<<<<<"))
    try sandbox.git("merge", "--abort")
    try sandbox.git("config", "--remove-section", "merge.mixtape")
    #expect(throws: Sandbox.GitFailure.self) { try sandbox.git("merge", "-q", "--no-edit", "theirs") }
    #expect(try text("playlists/a.toml").contains("\"show/4\"") && text("playlists/a.toml").contains("<<<<<<<"))
  }
}
