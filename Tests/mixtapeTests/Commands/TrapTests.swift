import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// Mistakes that people make, and that a command must not turn into damage.
@Suite struct TrapTests {
  @Test func `an id that is near to one of the library is refused`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape add calm night-sky/aurora
      ! error: there is no episode night-sky/aurora
      ! hint: did you mean night-sky/auroras?
      ! hint: `--missing` adds an episode that the library does not have
      [66]
      $ mixtape assign night-sky/aurora --to calm
      ! error: there is no episode night-sky/aurora
      ! hint: did you mean night-sky/auroras?
      ! hint: `--missing` adds an episode that the library does not have
      [66]
      $ mixtape create Aurora --episode night-sky/aurora
      ! error: there is no episode night-sky/aurora
      ! hint: did you mean night-sky/auroras?
      ! hint: `--missing` adds an episode that the library does not have
      [66]
      $ mixtape add calm night-sky/aurora --missing
      Added 1 episode to calm.
      ! warning: the library has no episode night-sky/aurora; it is added anyway
      ! hint: did you mean night-sky/auroras?
      $ mixtape add calm other/entirely-new
      Added 1 episode to calm.
      ! warning: the library has no episode other/entirely-new; it is added anyway
      """#)
  }

  @Test func `init in the home directory uses the default place`() throws {
    let fixture = try CommandFixture()
    fixture.environment["MIXTAPE_STORE"] = nil
    // The directory of the commands is the home directory.
    fixture.environment["HOME"] = fixture.sandbox.store.string
    fixture.environment["XDG_DATA_HOME"] = fixture.sandbox.root.appending("data").string
    let outcome = fixture.mixtape(["init"])
    #expect(outcome.output == "Created a store in \(fixture.sandbox.root)/data/mixtape.\n", "\(outcome.errors)")
    fixture.environment["HOME"] = fixture.sandbox.root.string
    #expect(fixture.mixtape(["init"]).errors.contains("a store already exists in"))
  }

  @Test func `no command commits that most files are gone, until the user accepts it`() throws {
    var files = Sample.files
    for number in 1...20 { files["playlists/list-\(number).toml"] = "name = \"List \(number)\"\n" }
    let fixture = try CommandFixture(with: files)
    _ = try fixture.shell("git init -q --bare ../remote")
    #expect(fixture.mixtape(["sync", "../remote"]).status == .done)
    for number in 1...20 {
      try FileManager.default.removeItem(atPath: "\(fixture.sandbox.store)/playlists/list-\(number).toml")
    }
    try fixture.expect(
      #"""
      $ mixtape list
      calm     Calm             1 episode          unknown  evening
      empty    Nothing Yet      0 episodes
      fresh    Fresh            smart
      morning  Morning Commute  3 episodes  at least 36:29
      ! warning: 20 of 28 files of the store are gone
      ! hint: if a disk is missing, mount it; `git checkout .` brings deleted files back
      ! hint: `mixtape status --accept-deletions` accepts the deletion
      $ mixtape rename calm Calmer
      ! error: 20 of 28 files of the store are gone; nothing was changed
      ! hint: if a disk is missing, mount it; `git checkout .` brings deleted files back
      ! hint: `mixtape status --accept-deletions` accepts the deletion
      [75]
      $ mixtape watch
      ! error: 20 of 28 files of the store are gone; nothing was changed
      ! hint: if a disk is missing, mount it; `git checkout .` brings deleted files back
      ! hint: `mixtape status --accept-deletions` accepts the deletion
      [75]
      """#)
    #expect(fixture.mixtape(["status"]).errors.hasPrefix("warning: 20 of 28 files of the store are gone\n"))
    #expect(fixture.mixtape(["sync"]).status == .locked)
    let accepted = fixture.mixtape(["status", "--accept-deletions"])
    #expect(accepted.status == .done && !accepted.errors.contains("are gone"), "\(accepted.errors)")
    #expect(try fixture.sandbox.git("status", "--porcelain") == "")
    #expect(fixture.mixtape(["rename", "calm", "Calmer"]).status == .done)
    // A few deleted files are usual.
    for name in ["empty", "fresh"] {
      try FileManager.default.removeItem(atPath: "\(fixture.sandbox.store)/playlists/\(name).toml")
    }
    #expect(fixture.mixtape(["rename", "calm", "Calm"]).status == .done)
  }

  @Test func `deleted files come back by git checkout`() throws {
    var files = Sample.files
    for number in 1...20 { files["playlists/list-\(number).toml"] = "name = \"List \(number)\"\n" }
    let fixture = try CommandFixture(with: files)
    try fixture.expect(
      #"""
      $ rm -r playlists
      $ mixtape create Late
      ! error: 24 of 28 files of the store are gone; nothing was changed
      ! hint: if a disk is missing, mount it; `git checkout .` brings deleted files back
      ! hint: `mixtape status --accept-deletions` accepts the deletion
      [75]
      $ git checkout -q .
      $ mixtape create Late
      Created late.
      """#)
  }

  @Test func `an open quote in mixtape.toml is reported as that`() throws {
    let fixture = try CommandFixture()
    try fixture.sandbox.write("format = 1\n[export]\ndirectory = \"exported\n", to: "mixtape.toml")
    try fixture.expect(
      #"""
      $ mixtape check
      mixtape.toml:3:13: error: expected `"` to close the string, found the end of the line
        3 | directory = "exported
          |             ^~~~~~~~~
      playlists/morning.toml:9:3: warning: the library has no episode night-sky/gone
        9 |   "night-sky/gone",
          |   ^~~~~~~~~~~~~~~~
      ! Checked 8 files: 1 error and 1 warning.
      [65]
      """#)
  }

  @Test func `a missing editor is reported by Mixtape, and not by the shell`() throws {
    let fixture = try CommandFixture()
    for editor in ["no-such-editor --wait", "NAME=value no-such-editor"] {
      fixture.environment["VISUAL"] = editor
      #expect(
        fixture.mixtape(["edit", "calm"]).errors.hasPrefix(
          "error: the editor `\(editor)` is not installed; nothing was committed\n"))
    }
  }

  @Test func `messages are broken between words`() throws {
    let fixture = try CommandFixture()
    fixture.isTerminal = true
    fixture.columns = 40
    let outcome = fixture.mixtape(["delete", "entirely-other", "--color", "never"])
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 40 })
    #expect(lines.joined(separator: " ").contains("`mixtape podcast list` the podcasts"))
  }

  @Test func `options of git work before every command, and episodes move to the end`() throws {
    let fixture = try CommandFixture()
    try fixture.expect(
      #"""
      $ mixtape -C playlists/evening -q rename calm Calmer
      Renamed calm to "Calmer".
      $ mixtape -q search --where 'rating > 4'
      $ mixtape -C nowhere list
      ! error: there is no directory STORE/nowhere
      [66]
      $ mixtape -C
      ! error: -C requires a directory
      [64]
      $ mixtape reorder morning 1 --to end
      Moved 1 episode of morning.
      """#)
    let history = fixture.mixtape(["history", "-n", "1"]).output.split(separator: "\n")
    #expect(history.count == 1 && history[0].hasSuffix("Move 1 episode within morning"))
  }

  @Test func `an empty result of a search says what would find something`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape search auroraz
      ! No episodes found.
      ! hint: the search `aurora` finds 1 episode
      ! hint: the search `auror` finds 1 episode
      $ mixtape search comets zebra
      ! No episodes found.
      ! hint: the search `comets` finds 1 episode
      $ mixtape search auroras --where 'duration > 1 h'
      ! No episodes found.
      ! hint: without the rules, `auroras` finds 1 episode
      $ mixtape search -w "duration > 1 h"
      ! error: there is no option "-w"; use `--where`, or write `-- -w` to leave out the word
      ! Usage: mixtape search [<options>] [<text> ...]
      !   See 'mixtape search --help' for more information.
      [64]
      """#)
  }
}
