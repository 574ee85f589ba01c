import TestSupport
import Testing

@testable import mixtape

/// Edits of rules by `conditions`.
@Suite struct EditConditionsTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture(with: SmartSample.files) }

  @Test func `an edit of rules is one commit and keeps all other text`() throws {
    try fixture.expect(
      #"""
      $ mixtape conditions short --add 'rating >= 4'
      Changed the rules of short.
      $ mixtape conditions short --replace 2 'played is missing' --limit '90 min' --no-sort
      Changed the rules of short.
      $ cat playlists/short.toml
      name = "Short"
      # What must come first.
      episodes = ["sky/saturn"]

      conditions = [
        'duration < 15 min',           # no longer than the tram
        'played is missing',
        'rating >= 4',
      ]
      limit = "90 min"
      $ mixtape conditions short --remove 1
      Changed the rules of short.
      $ mixtape conditions short --match any
      Changed the rules of short.
      """#)
    #expect(
      try fixture.shell("git log -4 --format=%s") == """
        Match any of the rules in short
        Remove rule 1 from short
        Change the rules of short
        Add a rule to short

        """)
    #expect(try fixture.shell("git status --short") == "")
  }

  @Test func `a rule that is already there is not added again`() throws {
    try fixture.expect(
      #"""
      $ mixtape conditions short --add 'duration<15 min'
      ! note: the rule `duration < 15 min` is already in the playlist
      ! Nothing to change: short already has these rules.
      [1]
      $ mixtape conditions short --remove 1 --add 'duration < 15 min' --add 'rating > 1' --add 'rating > 1'
      Changed the rules of short.
      ! note: the rule `rating > 1` is already in the playlist
      $ mixtape conditions short
        1  played is missing or played before 2026-02-01
        2  duration < 15 min
        3  rating > 1

      match  all
      sort   -rating
      limit  2 episodes
      """#)
  }

  @Test func `removing the last rule removes the key, and undo restores it`() throws {
    try fixture.expect(
      #"""
      $ mixtape conditions short --remove 1 --remove 2
      Removed the rules of short.
      ! note: `sort` and `limit` of short have no effect until it has rules again
      $ cat playlists/short.toml
      name = "Short"
      # What must come first.
      episodes = ["sky/saturn"]

      sort = ["-rating"]
      limit = 2
      $ mixtape conditions found --no-search
      Removed the rules of found.
      $ mixtape undo 2
      Undone: Remove the search from found
      Undone: Change the rules of short
      ! Next undo: nothing
      ! Next redo: Change the rules of short
      ! hint: `mixtape redo` redoes it
      """#)
  }

  @Test func `a cycle of rules is refused`() throws {
    try fixture.expect(
      #"""
      $ mixtape create Self --where 'in playlist "self"'
      ! error: the rules of playlists form a cycle: self → self
      ! hint: remove one of these `in playlist` rules
      [64]
      $ mixtape create Far --where 'in playlist "near"'
      Created far.
      ! warning: there is no playlist `near`, so it counts as empty in a rule of `far`
      ! hint: `mixtape conditions far` shows its rules
      $ mixtape create Near --where 'in playlist "far" or rating > 3'
      ! error: the rules of playlists form a cycle: near → far → near
      ! hint: remove one of these `in playlist` rules
      [64]
      $ mixtape conditions far --add 'not in playlist "far"' --json
      ! {"error":{"code":"playlist-cycle","message":"the rules of playlists form a cycle: far → far","hints":["remove one of these `in playlist` rules"],"status":64,"diagnostics":[]}}
      [64]
      """#)
  }

  @Test func `a template can have keys that require rules`() throws {
    try fixture.sandbox.write("limit = 5\n", to: "templates/idle.toml")
    try fixture.sandbox.git("add", ".")
    try fixture.sandbox.git("commit", "-q", "-m", "Template")
    try fixture.expect(
      #"""
      $ mixtape create Some --template idle
      Created some.
      ! note: `limit` of some has no effect until it has rules
      $ mixtape create Other --template idle --where 'rating > 3'
      Created other.
      """#)
  }

  @Test func `keys that require rules are refused without rules`() throws {
    try fixture.expect(
      #"""
      $ mixtape conditions plain --match any --sort -title --limit 5
      ! error: `match`, `sort` and `limit` have no effect on a playlist without rules
      ! hint: add a rule or a search in the same command
      [64]
      $ mixtape conditions found --match any --json
      ! {"error":{"code":"no-effect","message":"`match` has no effect on a playlist without rules","hints":["add a rule in the same command"],"status":64,"diagnostics":[]}}
      [64]
      $ mixtape create Idle --limit 5
      ! error: `limit` has no effect on a playlist without rules
      ! hint: add a rule or a search in the same command
      [64]
      $ mixtape conditions plain --no-limit
      ! Nothing to change: plain has no rules.
      [1]
      $ mixtape conditions plain --limit 5 --add 'rating > 1'
      Changed the rules of plain.
      $ mixtape conditions plain --remove 1
      Removed the rules of plain.
      ! note: `limit` of plain has no effect until it has rules again
      $ mixtape check
      playlists/plain.toml:3:1: warning: `limit` has no effect without `conditions` or `search`
        3 | limit = 5
          | ^~~~~
      ! Checked 6 files: 0 errors and 1 warning.
      $ mixtape conditions plain --no-limit
      Updated plain, which has no rules.
      $ mixtape check
      ! Checked 6 files: no errors.
      """#)
    for name in ["limit", "sort", "search", "seed"] {
      let outcome = fixture.mixtape(["conditions", "short", "--\(name)", "5", "--no-\(name)"])
      #expect(outcome.status == .usage)
      #expect(outcome.errors.contains("--\(name) and --no-\(name) cannot be used together"))
    }
  }

  @Test func `rules that cannot be run are not written`() throws {
    try fixture.expect(
      #"""
      $ mixtape conditions plain --add 'title matches "("'
      ! error: invalid regular expression in `title matches "("`: missing closing parenthesis, at byte 2 of the expression
      [64]
      $ mixtape create Asks --where 'in playlist "plan"'
      Created asks.
      ! warning: there is no playlist `plan`, so it counts as empty in a rule of `asks`
      ! hint: did you mean plain?
      ! hint: `mixtape conditions asks` shows its rules
      """#)
  }

  @Test func `several rules are replaced at once`() throws {
    try fixture.expect(
      #"""
      $ mixtape conditions short --replace 2 'rating > 1' --replace 1 'duration < 20 min'
      Changed the rules of short.
      $ mixtape conditions short
        1  duration < 20 min
        2  rating > 1

      match  all
      sort   -rating
      limit  2 episodes
      """#)
  }

  @Test func `invalid edits of rules change nothing`() throws {
    try fixture.expect(
      #"""
      $ mixtape conditions short --remove 3
      ! error: there is no rule 3: the playlist has 2 rules
      ! hint: `mixtape conditions short` lists the rules with their numbers
      [66]
      $ mixtape conditions short --match all
      ! Nothing to change: short already has these rules.
      [1]
      $ mixtape conditions short --add 'duration <'
      ! error: expected a number, found the end of the rule
      !   duration <
      !             ^
      [64]
      """#)
    for arguments in [
      ["short", "rating > 1"], ["short", "--replace", "1"], ["short", "--remove", "0"], ["short", "--search", " "],
      ["short", "--build", "--add", "rating > 1"], ["short", "--replace", "1", "--replace", "2", "rating > 1"],
      ["short", "--replace", "1", "rating > 1", "--replace", "1", "rating > 2"],
      ["short", "--build", "--replace", "1", "--replace", "2"],
    ] {
      #expect(fixture.mixtape(["conditions"] + arguments).status == .usage)
    }
  }
}
