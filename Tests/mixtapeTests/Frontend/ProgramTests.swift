import Foundation
import TestSupport
import Testing

@testable import mixtape

/// The program itself, started by a shell: what only a process can show.
@Suite struct ProgramTests {
  private let laboratory: Laboratory

  init() throws {
    laboratory = try Laboratory()
    let built = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    laboratory.environment["PATH"] = "\(built):\(laboratory.environment["PATH"] ?? "")"
  }

  @Test func `results, errors and statuses come through`() throws {
    #expect(try laboratory.shell("mixtape list --folder evening") == "calm  Calm  1 episode  evening\n")
    #expect(try laboratory.shell("mixtape show nothing 2> /dev/null; echo $?") == "66\n")
    #expect(try laboratory.shell("mixtape add; echo $?").hasSuffix("64\n"))
  }

  @Test func `standard input is read`() throws {
    let text = try laboratory.shell("printf 'night-sky/comets\\r\\n# no\\nnight-sky/auroras' | mixtape add empty -")
    #expect(text == "Added 2 episodes to empty.\n")
  }

  @Test func `whoever closes the pipe ends it quietly`() throws {
    #expect(try laboratory.shell("mixtape list | true") == "")
    #expect(
      try laboratory.shell("mixtape rename calm Still 2>&1 | true; mixtape list --folder evening").contains("Still"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk is told of`() throws {
    #expect(
      try laboratory.shell("mixtape list > /dev/full; echo $?")
        == "error: input or output failed: no space left on device\n74\n")
    #expect(
      try laboratory.shell("mixtape rename calm Still > /dev/full; echo $?; mixtape list --folder evening") == """
        error: the change is committed, but its report failed: no space left on device
        hint: `mixtape history --limit 1` shows the change; do not repeat it
        74
        calm  Still  1 episode  evening

        """)
  }

  @Test(arguments: ["init ''", "init new --from ''", "list --store ''"])
  func `an empty name is no directory`(_ arguments: String) throws {
    #expect(try laboratory.shell("mixtape \(arguments) >/dev/null 2>&1; echo $?") == "64\n")
  }

  @Test func `a closed standard stream is no file of the store`() throws {
    let line = "echo '# by hand' >> playlists/morning.toml; mixtape add calm night-sky/comets <&- >&- 2>&-"
    #expect(try laboratory.shell("(\(line)); echo $?; cat .git/mixtape/lock") == "0\n")
  }

  @Test func `the least of all numbers is a position like any other`() throws {
    let line = "mixtape reorder morning --to 1 -- -9223372036854775808 2>/dev/null; echo $?"
    #expect(try laboratory.shell(line) == "64\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/script")))
  func `long output goes through the pager of a terminal, and short output does not`() throws {
    laboratory.environment["PAGER"] = "sed s/^/page:/"
    laboratory.environment["LINES"] = "3"
    #expect(try laboratory.shell("script -qec 'mixtape list' /dev/null").hasPrefix("page:\u{1B}[1mcalm"))
    #expect(try laboratory.shell("script -qec 'mixtape list --no-pager' /dev/null").hasPrefix("\u{1B}[1mcalm"))
    #expect(try laboratory.shell("script -qec 'mixtape list --folder evening' /dev/null").hasPrefix("\u{1B}[1mcalm"))
    laboratory.environment["PAGER"] = "no-such-pager"
    #expect(try laboratory.shell("script -qec 'mixtape list 2>&1' /dev/null").contains("calm"))
    laboratory.environment["PAGER"] = "true"
    #expect(try laboratory.shell("script -qec 'mixtape list; echo $?' /dev/null") == "0\r\n")
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func `a script of completions is there for a shell`(_ shell: String) throws
  {
    let script = try laboratory.shell("mixtape --generate-completion-script \(shell)")
    #expect(script.contains("containing"))
    #expect(script.contains("---completion"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/bin/bash")))
  func `bash completes the ids of playlists and episodes`() throws {
    #expect(try complete("mixtape", "show", "mo") == ["morning"])
    #expect(try complete("mixtape", "add", "calm", "night-sky/") == ["night-sky/auroras", "night-sky/comets"])
    #expect(try complete("mixtape", "set", "calm", "") == ["continuous", "shuffle"])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/bin/bash")))
  func `bash completes options before the command, and the command behind them`() throws {
    #expect(try complete("mixtape", "--j") == ["--json"])
    #expect(try complete("mixtape", "--json", "--color", "al") == ["always"])
    #expect(try complete("mixtape", "--json", "unf") == [])
    #expect(try complete("mixtape", "--json", "freez") == ["freeze"])
    #expect(try complete("mixtape", "--store", ".", "show", "mo") == ["morning"])
  }

  /// What bash offers for the last of some words.
  private func complete(_ words: String...) throws -> [String] {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    try laboratory.sandbox.write(
      """
      source <(mixtape --generate-completion-script bash)
      COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1) COMP_LINE="\(words.joined(separator: " "))"
      COMP_POINT=${#COMP_LINE} COMP_TYPE=9
      _mixtape mixtape '\(words.last ?? "")' '\(words.dropLast().last ?? "")'
      printf '%s\\n' "${COMPREPLY[@]}"

      """, to: "../complete.bash")
    return try laboratory.shell("bash ../complete.bash").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  @Test func `options of the program work after a command`() throws {
    let laboratory = try Laboratory()
    #expect(laboratory.mixtape(["list", "--version"]).output == laboratory.mixtape(["--version"]).output)
    #expect(
      laboratory.mixtape(["list", "--generate-completion-script", "fish"]).output
        == laboratory.mixtape(["--generate-completion-script", "fish"]).output)
    #expect(laboratory.mixtape(["help", "list"]).output == laboratory.mixtape(["list", "--help"]).output)
  }
}
