import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import mixtape

/// Common options before the command, and file names as ids.
@Suite struct InvocationTests {
  @Test(arguments: [
    ("list --json", "list --json"), ("--json list", "list --json"), ("--store a list b", "list --store a b"),
    ("--store=a --no-pager --color never podcast list", "podcast list --store=a --no-pager --color never"),
    ("podcast --json list --folder x", "podcast list --json --folder x"),
    ("--json describe focus -- --store", "describe --json focus -- --store"),
    ("ls --json", "list --json"), ("--json rm focus", "delete --json focus"), ("mv focus work", "move focus work"),
    ("cp focus other", "duplicate focus other"), ("log", "history"), ("podcast ls", "podcast ls"),
    ("search --sort -published x", "search --sort=-published x"),
    ("create x --sort title --limit 3", "create x --sort title --limit 3"),
    ("list -n3", "list -n 3"), ("search -night -- -n3", "search -night -- -n3"),
    ("search -- --sort -published", "search -- --sort -published"), ("search --sort", "search --sort"),
    // Without a command, the line is unchanged.
    ("", ""), ("--json", "--json"), ("--store list", "--store list"), ("--json podcast", "--json podcast"),
    ("--json lst", "--json lst"), ("--json -V", "--version"), ("list -V", "list -V"), ("--nope list", "--nope list"),
    ("-- list", "-- list"), ("help list", "help list"),
  ])
  func `options before a command are moved after it`(_ line: String, _ expected: String) {
    #expect(Invocation(ShellWords.split(line)).arguments.joined(separator: " ") == expected)
  }

  @Test func `every command sets its name`() {
    var groups: [any ParsableCommand.Type] = [Mixtape.self]
    while let group = groups.popLast() {
      #expect(group.configuration.commandName != nil, "\(group)")
      groups += group.configuration.subcommands
    }
  }

  @Test func `a command gets the options before its name`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape --json tag list
      []
      $ mixtape --store=elsewhere list
      ! error: there is no store in STORE/elsewhere
      ! hint: `mixtape init` creates a store
      ! hint: `--store DIR` or $MIXTAPE_STORE selects a store elsewhere
      [66]
      $ mixtape --color always list --folder evening
      ␛[1mcalm␛[0m  Calm  1 episode  unknown  ␛[2mevening␛[0m
      $ mixtape --color sometimes list
      ! error: invalid value "sometimes" for --color <when>; the values are auto, always and never
      ! Help:  --color <when>  When to use colors.
      ! Usage: mixtape list [--folder <folder>] [--recursive] [--limit <n>] [--ids] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape list --help' for more information.
      [64]
      $ mixtape --json lst
      ! {"error":{"code":"usage","message":"there is no command \"lst\"","hints":["did you mean list or lsp?","`mixtape --help` lists the commands"],"status":64,"diagnostics":[]}}
      [64]
      $ mixtape --json podcast lst
      ! {"error":{"code":"usage","message":"there is no command \"podcast lst\"","hints":["did you mean list?","`mixtape podcast --help` lists the commands"],"status":64,"diagnostics":[]}}
      [64]
      $ mixtape --store
      ! error: missing value for --store <dir>
      ! Help:  --store <dir>  The store.
      ! Usage: mixtape [--store <dir>] [--json] [--color <when>] [--no-pager] <subcommand>
      !   See 'mixtape --help' for more information.
      [64]
      """#)
    let fixture = try CommandFixture()
    #expect(fixture.mixtape(["--json", "list", "--help"]).output == fixture.mixtape(["list", "--help"]).output)
  }

  @Test func `a descending order does not hide a usage error`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape create --sort -published
      ! error: a name is required
      ! Usage: mixtape create [<options>] [<name>]
      !   See 'mixtape create --help' for more information.
      [64]
      $ mixtape conditions fresh --sort -published --match some
      ! error: invalid value "some" for --match <how>; the values are all, any and none
      ! Help:  --match <how>  How to combine rules (default: all).
      ! Usage: mixtape conditions [<options>] <id> [<rule> ...]
      !   See 'mixtape conditions --help' for more information.
      [64]
      """#)
  }

  @Test(arguments: [
    ("focus", "playlists", "focus"), ("focus.toml", "playlists", "focus"), ("./focus.toml", "playlists", "focus"),
    ("playlists/focus.toml", "playlists", "focus"), ("/a/store/playlists/deep/focus.toml", "playlists", "focus"),
    ("../../playlists/x/focus.toml", "playlists", "focus"), ("library/sky.toml", "library", "sky"),
    ("focus.toml.toml", "playlists", "focus.toml"),
    // Other paths and names are unchanged.
    ("library/sky.toml", "playlists", "library/sky.toml"), ("sky.TOML", "library", "sky.TOML"),
    ("playlists/focus", "playlists", "playlists/focus"), (".toml", "playlists", ".toml"), ("", "playlists", ""),
    ("playlists/.toml", "playlists", "playlists/.toml"),
  ])
  func `a file name stands for an id`(_ text: String, _ section: String, _ id: String) {
    #expect(FileNameArgument.id(in: text, section: section) == id)
  }

  @Test func `commands accept file names as ids`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape rename playlists/evening/calm.toml Still
      Renamed calm to "Still".
      $ mixtape diff calm.toml HEAD~1
      Still (calm)
        name  "Calm" → "Still"
      $ mixtape add calm.toml night-sky/comets
      Added 1 episode to calm.
      $ mixtape history playlists/evening/calm.toml --limit 1 --operation rename --json --page 2
      []
      $ mixtape tag add news daily-byte.toml
      Tagged daily-byte with "news".
      $ mixtape show library/daily-byte.toml
      Daily Byte (daily-byte)

      kind        podcast
      tags        news
      subscribed  false

        daily-byte/monday  A Patch Tuesday on a Monday  5:55
      $ mixtape show playlists/clam.toml
      ! error: there is no playlist clam
      ! hint: did you mean calm?
      ! hint: `mixtape list` lists the playlists
      [66]
      $ mixtape show clam.toml
      ! error: there is no playlist, podcast or episode with the name "clam.toml"
      ! hint: did you mean calm?
      ! hint: `mixtape search` finds episodes
      [66]
      """#)
  }
}
