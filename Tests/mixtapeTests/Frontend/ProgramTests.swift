import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// The program, started by a shell, for behavior of a whole process.
@Suite struct ProgramTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture()
    fixture.putProgramInPath()
  }

  @Test func `the program passes on results, errors and statuses`() throws {
    #expect(try fixture.shell("mixtape list --folder evening") == "calm  Calm  1 episode  unknown  evening\n")
    #expect(try fixture.shell("mixtape show never 2> /dev/null; echo $?") == "66\n")
    #expect(try fixture.shell("mixtape add; echo $?").hasSuffix("64\n"))
  }

  @Test func `simulate reads a script from standard input`() throws {
    let text = try fixture.shell("printf 'night-sky/comets\\r\\n# no\\nnight-sky/auroras' | mixtape add empty -")
    #expect(text == "Added 2 episodes to empty.\n")
  }

  @Test func `merge-file reads standard input without changing its bytes`() throws {
    #expect(
      try fixture.shell(
        """
        printf 'a\\r\\nb \\377' > ours.txt && cp ours.txt base.txt && printf 'a\\r\\nc \\377' > theirs.txt
        mixtape merge-file - ours.txt theirs.txt < base.txt 2> /dev/null; echo $?
        cmp ours.txt theirs.txt
        """) == "0\n")
  }

  @Test func `a closed pipe ends the program without an error`() throws {
    #expect(try fixture.shell("mixtape list | true") == "")
    #expect(
      try fixture.shell("mixtape rename calm Still 2>&1 | true; mixtape list --folder evening").contains("Still"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "this system has no /dev/full"))
  func `a full disk is reported`() throws {
    #expect(
      try fixture.shell("mixtape list > /dev/full; echo $?")
        == "error: standard output: no space left on device\n74\n")
    #expect(
      try fixture.shell("mixtape rename calm Still > /dev/full; echo $?; mixtape list --folder evening") == """
        error: the change is committed, but its report failed: standard output: no space left on device
        hint: `mixtape history --limit 1` shows the change; do not repeat it
        74
        calm  Still  1 episode  unknown  evening

        """)
  }

  @Test(arguments: ["init ''", "init new --from ''", "list --store ''"])
  func `an empty directory name is an error`(_ arguments: String) throws {
    #expect(try fixture.shell("mixtape \(arguments) >/dev/null 2>&1; echo $?") == "64\n")
  }

  @Test func `a working directory that does not exist is an error`() throws {
    let (gone, store) = ("mkdir ../gone && cd ../gone && rmdir ../gone", fixture.sandbox.store)
    #expect(
      try fixture.shell("\(gone) && mixtape init new; echo $?; mixtape list --store \(store)").hasPrefix(
        """
        error: the working directory does not exist
        hint: change to another directory with `cd`
        66
        calm
        """))
    #expect(try fixture.shell("\(gone) && mixtape clone ../store ../copy 2>/dev/null; echo $?") == "66\n")
    let copy = fixture.sandbox.root.appending("copy")
    #expect(
      try fixture.shell("\(gone) && mixtape clone \(store) \(copy) 2>/dev/null").hasPrefix(
        "Cloned a store to \(copy) with "))
  }

  @Test func `a closed standard stream does not become a file of the store`() throws {
    let line = "echo '# by hand' >> playlists/morning.toml; mixtape add calm night-sky/comets <&- >&- 2>&-"
    #expect(try fixture.shell("(\(line)); echo $?; cat .git/mixtape/lock") == "74\n")
    #expect(try fixture.shell("git log --format=%s -1") == "Add 1 episode to calm\n")
  }

  @Test func `a closed standard output is an error`() throws {
    for arguments in ["list", "list --json", "--help"] {
      let text = try fixture.shell("mixtape \(arguments) 2>&1 >&-; echo $?")
      #expect(text.contains("standard output is closed") && text.hasSuffix("74\n"), "\(text)")
    }
    #expect(
      try fixture.shell("mixtape rename calm Still >&-; echo $?; mixtape list --folder evening") == """
        error: the change is committed, but its report failed: standard output is closed
        hint: `mixtape history --limit 1` shows the change; do not repeat it
        74
        calm  Still  1 episode  unknown  evening

        """)
    #expect(try fixture.shell("mixtape list --folder evening <&- 2>&-") == "calm  Still  1 episode  unknown  evening\n")
  }

  @Test func `the smallest integer is an invalid position`() throws {
    let line = "mixtape reorder morning --to 1 -- -9223372036854775808 2>/dev/null; echo $?"
    #expect(try fixture.shell(line) == "64\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/script"), "script is not installed"))
  func `only long output on a terminal goes through the pager`() throws {
    fixture.environment["PAGER"] = "sed s/^/page:/"
    fixture.environment["LINES"] = "3"
    #expect(try fixture.shell("script -qec 'mixtape list' /dev/null").hasPrefix("page:\u{1B}[1mcalm"))
    #expect(try fixture.shell("script -qec 'mixtape list --no-pager' /dev/null").hasPrefix("\u{1B}[1mcalm"))
    #expect(try fixture.shell("script -qec 'mixtape list --folder evening' /dev/null").hasPrefix("\u{1B}[1mcalm"))
    fixture.environment["PAGER"] = "no-such-pager"
    #expect(try fixture.shell("script -qec 'mixtape list 2>&1' /dev/null").contains("calm"))
    fixture.environment["PAGER"] = "true"
    #expect(try fixture.shell("script -qec 'mixtape list; echo $?' /dev/null") == "0\r\n")
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func `the program generates a completion script`(_ shell: String) throws {
    let script = try fixture.shell("mixtape --generate-completion-script \(shell)")
    #expect(script.contains("containing"))
    #expect(script.contains("---completion"))
    #expect(try fixture.shell("mixtape completions \(shell)") == script)
  }

  @Test func `bash completes the ids of playlists and episodes`() throws {
    #expect(try complete("mixtape", "show", "mo") == ["morning"])
    #expect(try complete("mixtape", "add", "calm", "night-sky/") == ["night-sky/auroras", "night-sky/comets"])
    #expect(try complete("mixtape", "set", "calm", "--sh") == ["--shuffle"])
  }

  @Test func `bash completes aliases, and the commands to a player`() throws {
    #expect(try complete("mixtape", "rm", "mo") == ["morning"])
    #expect(try complete("mixtape", "ls", "--fol") == ["--folder"])
    #expect(try complete("mixtape", "player", "ne") == ["next", "next-up"])
    #expect(try complete("mixtape", "player", "now", "night-sky/a") == ["night-sky/auroras"])
    #expect(try complete("mixtape", "player", "load", "mo") == ["morning"])
  }

  @Test func `bash completes options before the command, and the command after them`() throws {
    #expect(try complete("mixtape", "--j") == ["--json"])
    #expect(try complete("mixtape", "--json", "--color", "al") == ["always"])
    #expect(try complete("mixtape", "--json", "unf") == [])
    #expect(try complete("mixtape", "--json", "freez") == ["freeze"])
    #expect(try complete("mixtape", "--store", ".", "show", "mo") == ["morning"])
  }

  /// Returns the completions of bash for the last word.
  private func complete(_ words: String...) throws -> [String] {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    try fixture.sandbox.write(
      """
      source <(mixtape --generate-completion-script bash)
      COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1) COMP_LINE="\(words.joined(separator: " "))"
      COMP_POINT=${#COMP_LINE} COMP_TYPE=9
      _mixtape mixtape '\(words.last ?? "")' '\(words.dropLast().last ?? "")'
      printf '%s\\n' "${COMPREPLY[@]}"

      """, to: "../complete.bash")
    return try fixture.shell("bash ../complete.bash").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  @Test func `options of the program work after a command`() throws {
    let fixture = try CommandFixture()
    #expect(fixture.mixtape(["list", "--version"]).output == fixture.mixtape(["--version"]).output)
    #expect(fixture.mixtape(["-V"]).output == fixture.mixtape(["--version"]).output)
    #expect(fixture.mixtape(["--store", "x", "-V"]).output == fixture.mixtape(["--version"]).output)
    #expect(fixture.mixtape(["-W", "list"]).errors.hasPrefix("error: there is no option \"-W\"\n"))
    #expect(
      fixture.mixtape(["list", "--generate-completion-script", "fish"]).output
        == fixture.mixtape(["--generate-completion-script", "fish"]).output)
    #expect(fixture.mixtape(["help", "list"]).output == fixture.mixtape(["list", "--help"]).output)
  }
}
