import Foundation
import TestSupport
import Testing

@testable import mixtape

/// The table of exit statuses, checked with the program in a shell.
@Suite struct ExitStatusTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture()
    fixture.environment["EDITOR"] = "true"
    fixture.putProgramInPath()
  }

  /// Command lines that end with a status; `mixtape` is the last command of each.
  private static func examples(of status: CommandStatus) -> [String] {
    switch status {
    case .done: ["mixtape list", "mixtape --version", "mixtape help show", "mixtape search --where 'rating > 5'"]
    case .nothingToDo:
      [
        "mixtape rename calm Calm", "mixtape undo", "mixtape redo --json", "mixtape add calm four-seasons/winter",
        "mixtape search --where 'rating > 5' --exit-code", "echo expect playing | mixtape simulate calm --script -",
      ]
    case .usage: badArguments
    case .invalid:
      [
        "echo 'name = 1' > playlists/bad.toml; mixtape check", "mixtape show bad",
        "echo 'night-sky/comets/x' | mixtape add calm -", "mixtape edit bad",
      ]
    case .notFound:
      [
        "mixtape list --store nowhere", "mixtape show never", "mixtape show 'No Name'", "mixtape delete nothing",
        "mixtape show night-sky/nothing", "mixtape show calm --at nothing", "mixtape remove calm 9",
        "mixtape tag rename nothing x", "mixtape folder delete nothing", "mixtape create X --template nothing",
        "mixtape check playlists/nothing.toml", "mixtape init ../new --from ../nothing",
        "mkdir ../hollow; mixtape init ../new --from ../hollow", "mixtape play empty --service simulator",
        "mixtape sync",
      ]
    case .unavailable: ["PATH=$MIXTAPE_ONLY mixtape play morning --service mpv"]
    case .exists: ["mixtape create Calm", "mixtape podcast add 'Night Sky'", "mixtape init"]
    case .inputOutput: ["mixtape list > /dev/full", "EDITOR=false mixtape edit calm"]
    case .locked: ["git rev-parse HEAD > .git/MERGE_HEAD; mixtape rename calm Still"]
    case .denied:
      [
        "git init -q --bare ../r.git; printf '#!/bin/sh\\nexit 1\\n' > ../r.git/hooks/pre-receive; "
          + "chmod +x ../r.git/hooks/pre-receive; git remote add origin ../r.git; mixtape sync"
      ]
    case .unmerged: ["mixtape merge-file nothing.toml nothing.toml nothing.toml"]
    }
  }

  /// Invalid arguments of every kind.
  private static let badArguments = [
    "mixtape lst", "mixtape list --nope", "mixtape list extra", "mixtape show", "mixtape add calm", "mixtape --store",
    "mixtape list --color sometimes", "mixtape list --store ''", "mixtape show ../x", "mixtape delete ../x",
    "mixtape show night-sky/", "mixtape add calm night-sky/", "mixtape move calm a//b",
    "mixtape rename calm ''",
    "mixtape create '🎲'", "mixtape create X --id 'No Id'", "mixtape create X --where 'gerne = 1'",
    "mixtape conditions fresh --add 'duration <'", "mixtape search --where 'duration <'",
    "mixtape search --where 'title matches \"(\"'",
    "mixtape create X --where 'title matches \"(\"'", "mixtape conditions fresh --add 'title matches \"(\"'",
    "mixtape search --match any", "mixtape search ''", "mixtape search --where 'rating > 1' --sort odd",
    "mixtape search --where 'rating > 1' --limit 0",
    "mixtape episode rate night-sky/auroras 6", "mixtape tag add '' night-sky", "mixtape history --since someday",
    "mixtape history --limit 0", "mixtape undo 0", "mixtape set calm --shuffle perhaps",
    "mixtape reorder calm 1 --to 0",
    "mixtape reorder calm 0 --to 1", "mixtape remove calm 0", "mixtape remove calm -- -1",
    "mixtape add calm night-sky/auroras --at 0", "mixtape conditions fresh --remove 0",
    "mixtape play calm --shuffle odd", "mixtape simulate calm --for never", "mixtape init inner",
    "mixtape create \"$(printf 'caf\\351')\"",
  ]

  @Test(arguments: CommandStatus.allCases) func `every exit status has an example`(_ status: CommandStatus) throws {
    fixture.environment["MIXTAPE_ONLY"] =
      CommandFixture.programDirectory
    for example in Self.examples(of: status) {
      let output = try fixture.shell("\(example); echo \"[$?]\"")
      #expect(output.hasSuffix("[\(status.rawValue)]\n"), "\(example): \(output)")
    }
  }

  @Test func `an argument that is not UTF-8 is reported with its position`() throws {
    let text = try fixture.shell(
      "mixtape create Fine --description \"$(printf 'caf\\351')\"; mixtape list --json | grep -c fine")
    #expect(
      text == """
        error: argument 4 is not valid UTF-8: "caf\u{FFFD}"
        hint: Mixtape reads and writes UTF-8; `locale` shows the encoding of this terminal
        0

        """)
    let json = try fixture.shell("mixtape --json rename calm \"$(printf '\\377')\"")
    #expect(json.hasPrefix(#"{"error":{"code":"not-utf-8","message":"argument 4 is not valid UTF-8"#))
  }

  @Test func `without mpv, commands that require it fail`() throws {
    let path = CommandFixture.programDirectory
    fixture.environment["PATH"] = path
    let expected = """
      error: mpv is not installed, or not in $PATH
      hint: https://mpv.io/installation explains how to install it
      hint: `--service simulator` plays without sound
      69

      """
    for options in ["--service mpv", "--mpv-option=--ao=null"] {
      let text = try fixture.shell("mixtape play calm \(options) </dev/null; echo $?")
      #expect(text == expected)
    }
  }
}
