import Foundation
import MixtapeModel
import MixtapeStore
import StoreBrowser
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// The messages of `sync` about received changes, conflicts and files.
@Suite struct SyncMessageTests {
  private let fixture: CommandFixture
  private let remote: BareRepository
  private let clone: String

  init() throws {
    fixture = try CommandFixture()
    remote = try BareRepository(in: fixture.sandbox)
    try fixture.sandbox.git("remote", "add", "origin", remote.directory.string)
    _ = fixture.mixtape(["sync"])
    clone = fixture.sandbox.root.appending("clone").string
    _ = fixture.mixtape(["clone", remote.directory.string, clone])
  }

  /// Runs commands in the clone.
  private func inClone(_ commands: [String]...) {
    for command in commands { #expect(fixture.mixtape(command + ["--store", clone]).status == .done) }
  }

  @Test func `values in conflict are shown on one line`() {
    #expect(SyncReportText.value("[\n  \"rating > 1\",\n  \"year > 2000\",\n]") == #"[ "rating > 1", "year > 2000", ]"#)
    #expect(SyncReportText.value("\"a\"") == "\"a\"")
    #expect(SyncReportText.value(nil) == "no value")
  }

  @Test func `settings with errors are received, and their correction ends the warning`() throws {
    let settings = FilePath(clone).appending("mixtape.toml")
    for (text, change) in [
      ("format = 1\n<<<<<<< ours\n=======\n>>>>>>> theirs\n", "has errors"), ("format = 1\n", "changed"),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: settings.string))
      try fixture.sandbox.git("-C", clone, "commit", "-q", "-a", "-m", "Settings")
      inClone(["sync"])
      let outcome = fixture.mixtape(["sync"])
      #expect(outcome.output == "Received 1 change from origin/main.\n  mixtape.toml: \(change)\n")
      #expect(outcome.errors.contains("merge conflict") == (change == "has errors"), "\(outcome.errors)")
    }
  }

  @Test func `a received renaming is named in the warning about rules`() throws {
    _ = fixture.mixtape(["create", "Mix", "--where", #"in playlist "morning""#])
    try fixture.sandbox.git("-C", clone, "mv", "playlists/morning.toml", "playlists/dawn.toml")
    inClone(["sync"])
    let errors = fixture.mixtape(["sync"]).errors
    #expect(
      errors.contains(
        "warning: playlist `morning` is `dawn` now, so `morning` counts as empty in the rules of `mix`\n"),
      "\(errors)")
  }

  @Test func `a failed push follows what was received`() throws {
    inClone(["rename", "morning", "Dawn"], ["delete", "calm"], ["sync"])
    _ = fixture.mixtape(["rename", "morning", "Dusk"])
    _ = fixture.mixtape(["rename", "calm", "Still"])
    try remote.setHook("pre-receive", "exit 1")
    let preview = fixture.mixtape(["sync", "--dry-run"])
    let note = "note: the remote deleted playlists/evening/calm.toml, and this store changed it; the file stays\n"
    let warning = "warning: both sides changed `name` of morning: \"Dusk\" (A U Thor, "
    #expect(preview.errors.hasPrefix(note + warning), "\(preview.errors)")
    let outcome = fixture.mixtape(["sync"])
    #expect(outcome.status == .denied)
    #expect(outcome.output == "Received 2 changes from origin/main.\n")
    #expect(outcome.errors.hasPrefix(note + warning), "\(outcome.errors)")
    #expect(outcome.errors.contains("\nerror: the remote rejected the changes"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("Delta compression"), "\(outcome.errors)")
    #expect(fixture.mixtape(["sync"]).output == "")
  }

  @Test func `a failed push with JSON`() throws {
    inClone(["rename", "morning", "Dawn"], ["sync"])
    _ = fixture.mixtape(["rename", "morning", "Dusk"])
    try remote.setHook("pre-receive", "exit 1")
    let outcome = fixture.mixtape(["sync", "--json"])
    #expect(outcome.output.contains(#""received": 1"#) && outcome.output.contains(#""sent": 0"#))
    #expect(outcome.errors.contains(#"{"warning":{"code":"sync-conflict""#))
    #expect(outcome.errors.contains(#"{"error":{"code":"transfer-failed""#))
  }

  @Test func `errors that the remote fixed`() throws {
    let path = "playlists/morning.toml"
    let text = try fixture.text(of: path)
    func push(_ text: String) throws {
      try fixture.sandbox.write(text, to: "../clone/\(path)")
      _ = try fixture.sandbox.shell("cd ../clone && git commit -q -a -m Edit && git push -q")
    }
    try push("<<<<<<< ours\n\(text)")
    #expect(fixture.mixtape(["sync"]).output.hasSuffix("  \(path): has errors\n"))
    try push(text)
    #expect(fixture.mixtape(["sync"]).output.hasSuffix("  \(path): errors fixed\n"))
    try push("<<<<<<< ours\n\(text)")
    _ = fixture.mixtape(["sync"])
    _ = try fixture.sandbox.shell("cd ../clone && git rm -q \(path) && git commit -q -m Remove && git push -q")
    #expect(fixture.mixtape(["sync"]).output.hasSuffix("  \(path): deleted\n"))
  }

  @Test func `a file with an invalid name`() throws {
    let path = "playlists/late night.toml"
    try fixture.sandbox.write("name = 'Late'\n", to: "../clone/\(path)")
    _ = try fixture.sandbox.shell("cd ../clone && git add -A && git commit -q -m Edit && git push -q")
    #expect(fixture.mixtape(["sync"]).output.hasSuffix("  \(path): has an invalid name\n"))
  }

  @Test func `files with errors on this side`() throws {
    let path = "playlists/morning.toml"
    let text = try fixture.text(of: path)
    inClone(["rename", "morning", "Dawn"], ["sync"])
    try fixture.sandbox.write("<<<<<<< ours\n\(text)", to: path)
    let outcome = fixture.mixtape(["sync"])
    #expect(outcome.status == .invalid)
    #expect(
      outcome.errors.hasSuffix(
        """
        error: \(path) has errors, and origin/main changed it, too; nothing was received
        hint: `mixtape edit morning` opens it

        """), "\(outcome.errors)")
    // Somebody commits the file with git, where the remote did not change it.
    try fixture.sandbox.write(text, to: path)
    _ = fixture.mixtape(["sync"])
    try fixture.sandbox.write("<<<<<<< ours\n\(text)", to: path)
    try fixture.sandbox.git("commit", "-q", "-a", "-m", "Edit")
    let pushed = fixture.mixtape(["sync"])
    #expect(pushed.output == "Pushed 1 change to origin/main.\n")
    #expect(
      pushed.errors == """
        warning: \(path) has 1 error, and is pushed to origin/main
        hint: `mixtape check` shows the errors

        """)
  }

  @Test(arguments: ["mixtape.toml", "templates/mine.toml"])
  func `other files with errors on this side`(path: String) throws {
    if path.hasPrefix("templates/") { try fixture.sandbox.write("name = 'Mine'\n", to: path) }
    _ = fixture.mixtape(["sync"])
    inClone(["sync"])
    let text = try fixture.text(of: path)
    try fixture.sandbox.write("# Changed.\n\(text)", to: "../clone/\(path)")
    inClone(["sync"])
    try fixture.sandbox.write("\(text)x = \n", to: path)
    let outcome = fixture.mixtape(["sync"])
    #expect(outcome.status == .invalid)
    #expect(
      outcome.errors.hasSuffix(
        """
        error: \(path) has errors, and origin/main changed it, too; nothing was received
        hint: correct \(path) in a text editor, then `mixtape sync`
        hint: `git stash --all -- '\(path)'` puts your changes of it aside

        """), "\(outcome.errors)")
    try fixture.sandbox.git("stash", "-q", "--all", "--", path)
    #expect(fixture.mixtape(["sync"]).status == .done)
    #expect(try fixture.text(of: path) == "# Changed.\n\(text)")
  }

  @Test func `a file with an invalid name is named, and its deletion is not pushed`() throws {
    _ = try fixture.sandbox.shell("mv playlists/morning.toml 'playlists/Good morning.toml'")
    let warning = """
      warning: the new name of playlists/morning.toml is not valid, and is not committed: \
      "playlists/Good morning.toml"
      hint: `mv 'playlists/Good morning.toml' 'playlists/morning.toml'` gives it the old name back; \
      to delete it, move it out of the store

      """
    #expect(fixture.mixtape(["sync", "--dry-run"]).errors.hasPrefix(warning))
    let outcome = fixture.mixtape(["sync"])
    #expect(outcome.errors.hasPrefix(warning), "\(outcome.errors)")
    #expect(outcome.output == "Already up to date with origin/main.\n")
    inClone(["describe", "morning", "Up."], ["sync"])
    let refused = fixture.mixtape(["sync"])
    #expect(refused.status == .invalid)
    let path = "playlists/morning.toml"
    #expect(
      refused.errors.contains("error: \(path) has errors, and origin/main changed it, too; nothing was received\n"),
      "\(refused.errors)")
    _ = try fixture.sandbox.shell("mv 'playlists/Good morning.toml' \(path)")
    #expect(fixture.mixtape(["sync"]).status == .done)
    #expect(try fixture.text(of: path).contains("Up."))
  }

  @Test func `conflicts that change nothing`() throws {
    inClone(["rename", "morning", "Dawn"], ["sync"])
    try fixture.sandbox.write("name = 'Dusk'\n", to: "playlists/morning.toml")
    let outcome = fixture.mixtape(["sync", "--stop"])
    #expect(outcome.status == .invalid)
    #expect(
      outcome.errors.hasPrefix(
        """
        note: committed a hand edit: Edit morning by hand
        error: this store and origin/main changed 1 value differently; nothing was received

        """), "\(outcome.errors)")
  }

  @Test func `all conflicts of a sync that stops are listed`() throws {
    func change(to value: Int, in place: String) throws {
      let path = "\(place)playlists/morning.toml"
      let lines = (1...8).map { "key\($0) = \(value)\n" }.joined()
      _ = try fixture.sandbox.shell("printf '\\n[extra]\\n%s' '\(lines)' >> \(path)")
    }
    try change(to: 1, in: "../clone/")
    inClone(["sync"])
    try change(to: 2, in: "")
    let outcome = fixture.mixtape(["sync", "--stop"])
    #expect(outcome.status == .invalid)
    for number in 1...8 {
      #expect(outcome.errors.contains("hint: `extra.key\(number)` of morning\n"), "\(outcome.errors)")
    }
  }

  @Test func `mixtape.toml of the remote`() throws {
    func push(_ line: String) throws {
      _ = try fixture.sandbox.shell("cd ../clone && \(line) && git commit -q -a -m Edit && git push -q")
    }
    try push("echo 'format = 2' > mixtape.toml")
    let invalid = fixture.mixtape(["sync"])
    #expect(invalid.status == .invalid)
    #expect(
      invalid.errors == """
        error: mixtape.toml of origin/main has errors; nothing was received
        hint: this store has format 2; this version of Mixtape supports format 1
        hint: `git log 'origin/main' -- mixtape.toml` shows who changed it

        """)
    try push("git rm -q mixtape.toml")
    let deleted = fixture.mixtape(["sync"])
    #expect(deleted.status == .invalid)
    #expect(
      deleted.errors == """
        error: origin/main deleted mixtape.toml, which makes a directory a store; nothing was received
        hint: `git log 'origin/main' -- mixtape.toml` shows who deleted it
        hint: to keep it: `git merge --no-ff --no-commit 'origin/main' && git checkout HEAD -- mixtape.toml && git commit --no-edit && mixtape sync`

        """)
  }

  @Test func `an address that runs a program`() throws {
    try fixture.sandbox.git("remote", "set-url", "origin", "ext::true")
    let outcome = fixture.mixtape(["sync"])
    #expect(outcome.status == .denied)
    #expect(
      outcome.errors == """
        error: git does not allow this kind of address
        hint: git: fatal: transport 'ext' not allowed
        hint: `git remote -v` shows the address; `git remote set-url` changes it
        hint: `git help config` explains `protocol.allow`

        """)
    #expect(
      fixture.mixtape(["clone", "ext::true", "elsewhere"]).errors.hasPrefix(
        "error: git does not allow this kind of address; nothing was cloned\n"))
  }

  @Test func `an undo of a change that a received one follows`() throws {
    _ = fixture.mixtape(["rename", "morning", "Dusk"])
    _ = fixture.mixtape(["sync"])
    inClone(["sync"], ["rename", "morning", "Dawn"], ["sync"])
    _ = fixture.mixtape(["sync"])
    let outcome = fixture.mixtape(["undo"])
    #expect(outcome.status == .invalid)
    #expect(
      outcome.errors.hasSuffix(
        "hint: `mixtape undo --skip` skips this change\n"),
      "\(outcome.errors)")
  }

  @Test func `received renamings of a playlist and a podcast`() throws {
    inClone(["describe", "morning", "Mine"], ["sync"])
    _ = fixture.mixtape(["sync"])
    for path in ["playlists/morning", "library/night-sky"] {
      try fixture.sandbox.git("mv", "\(path).toml", "\(path)-new.toml")
    }
    _ = fixture.mixtape(["sync"])
    let outcome = fixture.mixtape(["sync", "--store", clone])
    #expect(
      outcome.output.hasSuffix("  night-sky-new: id changed from night-sky\n  morning-new: id changed from morning\n"))
    let undone = fixture.mixtape(["undo", "morning", "--store", clone])
    #expect(undone.errors.hasPrefix("note: morning is morning-new now\n"))
    #expect(undone.output == "Undone: Describe morning\n")
  }

  // MARK: Wording

  @Test func `the event of a renamed podcast`() throws {
    let episodes = [Episode(id: try Episode.ID(validating: "a/1"))]
    let before = Podcast(id: try Podcast.ID(validating: "a"), title: "A", episodes: episodes)
    let after = Podcast(
      id: try Podcast.ID(validating: "b"), title: "B",
      episodes: [Episode(id: try Episode.ID(validating: "b/1"))])
    let event = StoreEvent.podcast(PodcastDifference(from: before, to: after), .renamed, path: "library/b.toml")
    #expect(EventReport(event).lines.map { $0.rendered(colored: false) } == ["b: renamed from a, title changed"])
    let old = JSONOutput.event(event).first { $0.0 == "oldId" }?.1
    guard case .string("a")? = old else {
      Issue.record("\(String(describing: old))")
      return
    }
  }

  @Test(arguments: [
    (
      MergeNotice.kept(path: "playlists/nf.toml", base: "playlists/focus.toml", deletedBy: .ours),
      "this store deleted playlists/focus.toml, and the remote renamed it to playlists/nf.toml; the file stays"
    ),
    (
      .kept(path: "playlists/x/a.toml", base: "playlists/a.toml", deletedBy: .theirs),
      "the remote deleted playlists/a.toml, and this store moved it to playlists/x/a.toml; the file stays"
    ),
    (
      .movedDifferently(
        path: "playlists/zz/a.toml", insteadOf: "playlists/yy/a.toml", base: "playlists/a.toml", winner: .ours),
      "both sides moved playlists/a.toml; it is now playlists/zz/a.toml and not playlists/yy/a.toml, because the change of this store is newer"
    ),
    (
      .idTaken(path: "playlists/zed.toml", by: "playlists/k/zed.toml", replacement: "playlists/zed-2.toml", of: .ours),
      "playlists/k/zed.toml and playlists/zed.toml have the same id; playlists/zed.toml is now playlists/zed-2.toml"
    ),
    (
      .idTaken(path: "playlists/b.toml", by: "playlists/b.toml", replacement: "playlists/b-2.toml", of: nil),
      "both sides have a file playlists/b.toml; one of them is now playlists/b-2.toml"
    ),
    (
      .idTaken(path: "playlists/b.toml", by: "playlists/b.toml", replacement: "playlists/b-2.toml", of: .theirs),
      "both sides have a file playlists/b.toml; that of the remote is now playlists/b-2.toml"
    ),
  ])
  func `decisions about files`(notice: MergeNotice, message: String) {
    #expect(SyncReportText.wording(of: notice) == message)
  }

  @Test func `an episode that both sides moved`() throws {
    let ids = try ["sky/1", "atlas/1", "daily/1"].map { try Episode.ID(validating: $0) }
    #expect(
      SyncReportText.wording(of: .episodeMovedDifferently(ids[0], to: ids[1], insteadOf: ids[2]))
        == "both sides moved the episode sky/1; it is now atlas/1 and not daily/1")
  }

  @Test func `times within one minute have seconds`() {
    func texts(_ first: Double, _ second: Double) -> [String] {
      let times = Timestamp.distinct(
        Date(timeIntervalSince1970: first), Date(timeIntervalSince1970: second), utcOffset: { _ in 60 })
      return [times.0, times.1]
    }
    #expect(texts(0, 59) == ["1970-01-01 01:00:00", "1970-01-01 01:00:59"])
    #expect(texts(0, 60) == ["1970-01-01 01:00", "1970-01-01 01:01"])
  }
}
