import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

@Suite struct SyncCommandTests {
  private let fixture: CommandFixture
  private let remote: String

  init() throws {
    fixture = try CommandFixture()
    remote = fixture.sandbox.root.appending("remote.git").string
    try fixture.sandbox.git("init", "-q", "--bare", "-b", "main", remote)
  }

  /// Pushes the store to the remote.
  private func connect() throws {
    try fixture.sandbox.git("remote", "add", "origin", remote)
    #expect(fixture.mixtape(["sync"]).status == .done)
  }

  /// Clones the remote, and returns the directory.
  private func clone() throws -> String {
    let directory = fixture.sandbox.root.appending("clone").string
    #expect(fixture.mixtape(["clone", remote, directory]).status == .done)
    return directory
  }

  @Test func aStoreWithoutARemote() {
    let outcome = fixture.mixtape(["sync"])
    #expect(outcome.status == .notFound)
    #expect(
      outcome.errors == """
        error: this store has no remote
        hint: `mixtape sync URL` connects it to a repository, and pushes the store to it

        """)
  }

  @Test func `an address connects a store that has no remote`() throws {
    let missing = fixture.mixtape(["sync", remote + "-missing"])
    #expect(missing.status != .done)
    #expect(try fixture.sandbox.git("remote").isEmpty)
    let outcome = fixture.mixtape(["sync", remote])
    #expect(outcome.status == .done)
    #expect(outcome.errors.hasPrefix("note: connected the store to \(remote), as the remote origin\n"))
    #expect(fixture.mixtape(["sync"]).status == .done)
    #expect(
      fixture.mixtape(["sync", remote + "-other"]).errors == """
        error: there is no remote "\(remote)-other"
        hint: the remotes are: origin
        hint: `git remote set-url origin ADDRESS` changes the address of origin

        """)
  }

  /// Everybody who can push to the remote can set them.
  @Test func `settings of others that lead out of the store are named until the user accepts them`() throws {
    try connect()
    let other = fixture.sandbox.root.appending("other").string
    try fixture.sandbox.git("clone", "-q", remote, other)
    try fixture.sandbox.write(
      "format = 1\n[export]\ndirectory = \"~/lists\"\n[downloads]\ndirectory = \"/srv/x\"\n",
      to: "../other/mixtape.toml")
    try fixture.sandbox.git("-C", other, "commit", "-q", "--all", "-m", "Settings")
    try fixture.sandbox.git("-C", other, "push", "-q")
    let warnings = ["[export] directory = \"~/lists\"", "[downloads] directory = \"/srv/x\""].map {
      "warning: \($0) in mixtape.toml leads out of the store, and was not set on this machine, so it has no effect"
    }
    let sync = fixture.mixtape(["sync"])
    #expect(sync.status == .done)
    #expect(
      sync.errors.hasSuffix("\(warnings[0])\nhint: `mixtape trust` accepts it\n\(warnings[1])\n"), "\(sync.errors)")
    #expect(
      fixture.mixtape(["status"]).output.contains(
        """
        Settings that lead out of the store, without an effect (`mixtape trust` accepts them):
          [export] directory = "~/lists"
          [downloads] directory = "/srv/x"

        """))
    #expect(
      fixture.mixtape(["doctor"]).output.contains(
        "warning settings: [downloads] directory = \"/srv/x\" in mixtape.toml leads out of the store"))
    #expect(
      fixture.mixtape(["trust", "--dry-run"]).output
        == "Would accept [export] directory = \"~/lists\".\nWould accept [downloads] directory = \"/srv/x\".\n")
    #expect(
      fixture.mixtape(["trust", "--json"]).output.filter { !$0.isWhitespace }
        == #"{"settings":[{"key":"[export]directory","value":"~/lists"},{"key":"[downloads]directory","value":"/srv/x"}]}"#
    )
    #expect(fixture.mixtape(["trust"]).status == .nothingToDo)
    #expect(fixture.mixtape(["sync"]).errors == "")
    #expect(!fixture.mixtape(["status"]).output.contains("lead out"))
  }

  @Test func theFirstPushAndNothingToDo() throws {
    try fixture.sandbox.git("remote", "add", "origin", remote)
    #expect(
      fixture.mixtape(["status"]).output.contains("origin/main: never fetched; `mixtape sync` fetches and pushes\n"))
    #expect(
      fixture.mixtape(["sync", "--dry-run"]).output == "Would push all changes to the new branch origin/main.\n")
    #expect(fixture.mixtape(["sync"]).output == "Pushed all changes to the new branch origin/main.\n")
    let again = fixture.mixtape(["sync"])
    #expect(again.output == "Already up to date with origin/main.\n")
    #expect(again.status == .done)
    #expect(fixture.mixtape(["status"]).output.contains("origin/main: up to date, as of "))
  }

  @Test func `JSON has the number of commits of the first push`() throws {
    try fixture.sandbox.git("remote", "add", "origin", remote)
    let count = try fixture.sandbox.git("rev-list", "--count", "HEAD")
    let output = fixture.mixtape(["sync", "--json"]).output
    #expect(output.contains("\"sent\": \(count),"), "\(output)")
    #expect(output.contains(#""firstPush": true"#))
  }

  @Test func `JSON names the episode of a conflict`() throws {
    try connect()
    let clone = try clone()
    for (rating, store) in [("5", ["--store", clone]), ("1", [])] {
      #expect(fixture.mixtape(["episode", "rate", rating, "night-sky/auroras"] + store).status == .done)
      #expect(fixture.mixtape(["rename", "calm", rating + " stars"] + store).status == .done)
    }
    _ = fixture.mixtape(["sync", "--store", clone])
    for arguments in [["--dry-run"], []] {
      let output = fixture.mixtape(["sync", "--json"] + arguments).output
      let result = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
      let conflicts = try #require(result?["conflicts"] as? [[String: Any]])
      let names = conflicts.map { "\($0["id"] ?? "") \($0["key"] ?? "")" }
      #expect(names.sorted() == ["calm name", "night-sky/auroras rating"])
    }
  }

  @Test func aCloneExchangesChanges() throws {
    try connect()
    let clone = fixture.sandbox.root.appending("clone").string
    let cloned = fixture.mixtape(["clone", remote, clone])
    #expect(cloned.status == .done)
    #expect(cloned.output.hasPrefix("Cloned a store to \(clone) with "))
    #expect(fixture.mixtape(["describe", "morning", "Up.", "--store", clone]).status == .done)
    #expect(fixture.mixtape(["sync", "--store", clone]).output == "Pushed 1 change to origin/main.\n")
    #expect(fixture.mixtape(["sync", "--dry-run"]).output.hasPrefix("Would receive 1 change from origin/main.\n"))
    let synced = fixture.mixtape(["sync"])
    #expect(synced.output == "Received 1 change from origin/main.\n  morning: description changed\n")
    #expect(fixture.mixtape(["clone", remote, clone]).status == .exists)
  }

  @Test func aFileThatWasRenamedAndEditedByHandIsOneChange() throws {
    try connect()
    let clone = try clone()
    _ = try fixture.sandbox.shell(
      "cd ../clone && mv playlists/morning.toml playlists/dawn.toml && mv playlists/evening/calm.toml playlists/still.toml"
        + " && echo '# by hand' >> playlists/dawn.toml")
    _ = fixture.mixtape(["sync", "--store", clone])
    let words = "  dawn: id changed from morning\n  still: id changed from calm, moved to the top\n"
    #expect(fixture.mixtape(["sync", "--dry-run"]).output.hasSuffix(words))
    let synced = fixture.mixtape(["sync"])
    #expect(synced.output.hasSuffix(words), "\(synced.output)")
  }

  @Test func aRemoteThatIsGoneIsNotAnswered() throws {
    try fixture.sandbox.git("remote", "add", "origin", remote + "-gone")
    let outcome = fixture.mixtape(["sync", "--json"])
    #expect(outcome.status == .notFound)
    #expect(outcome.errors.contains(#""code":"transfer-failed""#))
  }

  @Test(arguments: [
    ("git@example.org:ann/lists.git", "lists"), ("https://example.org/lists/", "lists"), ("/a/lists/.git", "lists"),
    ("lists", "lists"), ("/", nil), ("..", nil),
  ])
  func theNameOfAClone(_ address: String, _ name: String?) {
    #expect(Clone.name(in: address) == name)
  }

  @Test func `a sync reports other files, places and conflicts`() throws {
    try fixture.sandbox.git("remote", "add", "origin", remote)
    try fixture.sandbox.write("name = 'Old'\n", to: "templates/old.toml")
    _ = fixture.mixtape(["sync"])
    let clone = fixture.sandbox.root.appending("clone")
    _ = fixture.mixtape(["clone", remote, clone.string])
    for (side, arguments) in [("Mine", []), ("Theirs", ["--store", clone.string])] {
      for id in ["morning", "calm"] { _ = fixture.mixtape(["rename", id, side] + arguments) }
    }
    try fixture.sandbox.write("name = 'New'\n", to: "playlists/here/new.toml")
    _ = fixture.mixtape(["describe", "morning", "Up."])
    for (path, text) in [("playlists/there/new.toml", "name = 'New'\n"), ("templates/new.toml", "name = 'New'\n")] {
      try fixture.sandbox.write(text, to: "../clone/\(path)")
    }
    try fixture.sandbox.remove("../clone/templates/old.toml")
    #expect(fixture.mixtape(["sync", "--store", clone.string]).status == .done)
    let outcome = fixture.mixtape(["sync"])
    #expect(
      outcome.output.contains("  templates/new.toml: created\n  templates/old.toml: deleted\n"), "\(outcome.output)")
    #expect(
      outcome.errors.contains("note: both sides created a file with one id; it is now playlists/"), "\(outcome.errors)")
    #expect(outcome.errors.contains(/because the file of (this store|the remote) is newer/), "\(outcome.errors)")
    #expect(outcome.errors.ranges(of: "warning: both sides changed `name` of ").count == 2, "\(outcome.errors)")
    #expect(outcome.errors.ranges(of: "hint: `mixtape conflicts` shows both values").count == 1, "\(outcome.errors)")
    // The taken value and the other one are decided alike.
    for (id, side) in [("calm", "theirs"), ("morning", "mine")] {
      #expect(fixture.mixtape(["conflicts", id, "--take", side]).errors == "hint: `mixtape undo` undoes this\n")
    }
    #expect(fixture.mixtape(["conflicts"]).errors == "No conflicts.\n")
  }

  @Test func progressIsRemovedBeforeANote() throws {
    fixture.isTerminal = true
    try connect()
    try fixture.sandbox.git("clone", "-q", remote, "../other")
    #expect(fixture.mixtape(["describe", "morning", "Up.", "--store", "../other"]).status == .done)
    #expect(fixture.mixtape(["sync", "--store", "../other"]).status == .done)
    try fixture.sandbox.write("name = 'Calm'\n# Mine.\n", to: "playlists/evening/calm.toml")
    let errors = fixture.mixtape(["sync"]).errors
    let note = try #require(errors.range(of: "committed a hand edit"))
    let start = try #require(errors[..<note.lowerBound].ranges(of: "\r\u{1B}[K").last)
    #expect(!errors[start.upperBound..<note.lowerBound].contains("main"), "\(errors)")
  }

  @Test func aSilentRemoteIsNamedByTheCommandOfGit() throws {
    let terminal = CapturedOutput(isTerminal: true, columns: 40)
    let progress = TransferProgress(on: terminal)
    progress.begin("switch")
    #expect(terminal.text == "")
    progress.begin("fetch")
    // A question of git begins at the start of the line.
    #expect(terminal.text == "\r\u{1B}[KFetching …\r")
    progress.show(Array("remote: Counting".utf8))
    progress.end()
    #expect(terminal.text == "\r\u{1B}[KFetching …\r\r\u{1B}[Kremote: Counting\r\u{1B}[K")
    progress.begin("push")
    progress.end()
    #expect(terminal.text.hasSuffix("\r\u{1B}[KPushing …\r\r\u{1B}[K"))
  }

  @Test func eachCommandOfGitIsShownOnATerminal() throws {
    fixture.isTerminal = true
    try fixture.sandbox.git("remote", "add", "origin", remote)
    let errors = fixture.mixtape(["sync"]).errors
    #expect(errors.hasPrefix("\r\u{1B}[KFetching …\r"), "\(errors)")
    #expect(errors.contains("\r\u{1B}[KPushing …\r"), "\(errors)")
    #expect(errors.hasSuffix("\r\u{1B}[K"), "\(errors)")
  }

  @Test func progressHasNoControlCharacters() {
    let terminal = CapturedOutput(isTerminal: true, columns: 40)
    let progress = TransferProgress(on: terminal)
    progress.show(Array("Cloning into '/home/.mixtape-clone-1'...\n".utf8))
    progress.show(Array("remote: \u{1B}]0;title\u{7}Counting 1\rCounting 2".utf8))
    progress.end()
    #expect(terminal.text == "\r\u{1B}[KCounting 2\r\u{1B}[K")
  }
}
