import SystemPackage
import TestSupport
import Testing

@testable import mixtape

@Suite struct SearchTests {
  @Test func `rules, search and order use the id of an episode without a title`() throws {
    let fixture = try CommandFixture(with: [
      "library/odd.toml": """
      title = "Odd"

      [[episodes]]
      id = "zebra"

      [[episodes]]
      id = "b"
      title = "Middle"

      [[episodes]]
      id = "apple"

      """
    ])
    try fixture.expect(
      #"""
      $ mixtape search --sort title --ids
      odd/apple
      odd/b
      odd/zebra
      $ mixtape search --sort -title --ids
      odd/zebra
      odd/b
      odd/apple
      $ mixtape search --where 'title matches "^[m-z]"' --ids
      odd/zebra
      odd/b
      $ mixtape search --where 'title is missing' --count
      0
      $ mixtape search zebra --ids
      odd/zebra
      $ mixtape search title:apple --ids
      odd/apple
      $ mixtape search middle --ids
      odd/b
      """#)
    let lines = fixture.mixtape(["search", "--sort", "title", "--json"]).output.split(separator: "\n")
    let titles = ["apple", "Middle", "zebra"].map { "    \"title\": \"\($0)\"," }
    #expect(lines.map(String.init).filter { $0.contains("\"title\":") } == titles)
  }

  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture(with: SmartSample.files) }

  @Test func `query and episode list are short forms`() throws {
    try fixture.expect(
      #"""
      $ mixtape query 'duration > 8 min' 'rating >= 4' --sort -rating --ids
      sky/comet
      sky/aurora
      $ mixtape episode list byte sky -n 3 --ids
      byte/monday
      sky/aurora
      sky/comet
      $ mixtape episode list nowhere
      ! error: there is no podcast nowhere
      ! hint: `mixtape podcast list` lists the podcasts
      [66]
      $ mixtape episode list -
      ! Nothing to list: standard input contains no podcast ids.
      [1]
      $ mixtape new -
      ! Nothing to list: standard input contains no podcast ids.
      [1]
      """#)
  }

  @Test func `rules find and sort the episodes`() throws {
    try fixture.expect(
      #"""
      $ mixtape search --where 'duration > 8 min'
      sky/aurora  Auroras    10:00  rated 4
      sky/comet   Comets     20:00  rated 5
      sky/moon    Moon Dust  12:00  rated 3
      $ mixtape search --where 'duration > 8 min' --where 'rating >= 4' --sort -rating --limit 1
      sky/comet  Comets  20:00  rated 5
      $ mixtape search --where 'genre = "news"' --where 'rating = 4' --match any --ids
      byte/monday
      sky/aurora
      $ mixtape search moon --where 'rating is present' --count
      1
      $ mixtape search --where 'rating > 3' --ids --limit '15 min'
      sky/aurora
      $ mixtape search --where 'in playlist "short"' --ids --sort random --seed -3
      sky/saturn
      sky/aurora
      sky/moon
      """#)
  }

  @Test func `an empty result is a failure only with --exit-code`() throws {
    try fixture.expect(
      #"""
      $ mixtape search --where 'rating > 5'
      ! No episodes found.
      $ mixtape search --where 'rating > 5' --exit-code
      ! No episodes found.
      [1]
      $ mixtape search --where 'rating > 5' --count --exit-code
      0
      [1]
      $ mixtape search --where 'rating > 5' --json
      []
      $ mixtape search --where 'rating > 4' --ids --exit-code
      sky/comet
      $ mixtape search 'rating > 4'
      ! No episodes found.
      ! hint: add `--where 'rating > 4'` to search by this rule
      """#)
  }

  @Test func `JSON is a list of episodes, a list of ids, or a number`() throws {
    try fixture.expect(
      #"""
      $ mixtape search --where 'duration < 6 min' --ids --json
      [
        "byte/monday",
        "sky/saturn"
      ]
      $ mixtape search --where 'duration < 6 min' --count --json
      {
        "count": 2
      }
      """#)
    let outcome = fixture.mixtape(["search", "--where", "duration < 6 min", "--json"])
    #expect(outcome.output.hasPrefix("[\n  {\n    \"id\": \"byte/monday\",\n"))
    #expect(outcome.output.contains("\n    \"lastPlayedAt\": \"2026-02-20T00:00:00Z\",\n"))
    #expect(outcome.output.hasSuffix("\n    \"downloaded\": null,\n    \"state\": \"unplayed\"\n  }\n]\n"))
  }

  @Test func `an invalid rule is shown with the place of the error`() throws {
    try fixture.expect(
      #"""
      $ mixtape search --where 'gerne = "Folk"'
      ! error: there is no field `gerne`
      !   gerne = "Folk"
      !   ^~~~~
      ! hint: did you mean `genre`?
      [64]
      $ mixtape search --where 'year starts with "2"'
      ! error: `year` cannot be compared by `starts with`
      !   year starts with "2"
      !        ^~~~~~~~~~~
      ! hint: `year` supports `=`, `!=`, `<`, `<=`, `>`, `>=`, `between`, `is missing` and `is present`
      [64]
      $ mixtape search --where 'in playlist "gone"'
      ! warning: there is no playlist `gone`, so it counts as empty
      ! No episodes found.
      $ mixtape search --where 'duration < 30'
      ! warning: `30` means 30 seconds
      ! hint: write `30 s` or `30 min`
      ! No episodes found.
      $ mixtape search --where 'podcast = "Night Sky"'
      ! error: this is not a valid podcast id: it contains `N`; ids consist of lower-case letters, digits, `-`, `_` and `.`
      !   podcast = "Night Sky"
      !             ^~~~~~~~~~~
      ! hint: `podcast` is the id of a podcast, such as `"night-sky"`; its title is `album`
      [64]
      $ mixtape search --where 'title matches "("'
      ! error: invalid regular expression in `title matches "("`: missing closing parenthesis, at byte 2 of the expression
      [64]
      $ mixtape search --where 'rating is present' --limit '1 s'
      ! warning: the limit (1 s) excludes all 3 episodes that were found
      ! hint: it stops before the first episode that would exceed it, and skips episodes without `duration`
      ! No episodes found.
      $ mixtape search --where 'rating is present' --limit 10% --count
      0
      ! warning: the limit (10%) excludes all 3 episodes that were found
      ! hint: 10% of 3 episodes is less than one
      """#)
  }

  @Test func `invalid combinations of options`() throws {
    try fixture.expect(
      #"""
      $ mixtape search --where 'year > 1' --sort raiting
      ! error: cannot sort by "raiting"
      ! hint: did you mean rating?
      [64]
      $ mixtape search --where 'year > 1' --limit 0
      ! error: "0" is not a valid limit
      ! hint: write a number above 0: 25 (episodes), "90 min" (or s, h), "2 GB" (or MB, KB), 10% (up to 100%) or "3 per podcast"
      [64]
      """#)
  }

  @Test func `a search, an order or a limit does not require a rule`() throws {
    try fixture.expect(
      #"""
      $ mixtape search moon
      byte/monday  A Moonshot on a Monday   5:55
      sky/moon     Moon Dust               12:00  rated 3
      $ mixtape search --sort -rating --limit 2 --ids
      sky/comet
      sky/aurora
      $ mixtape search --limit 1 --ids
      byte/monday
      $ mixtape search --sort title --count
      5
      $ mixtape search --count
      5
      $ mixtape search --ids
      ! error: --ids needs words, --where, --sort, -n, --limit or --downloaded; `--sort library` prints the ids of the whole library
      ! Usage: mixtape search [<options>] [<text> ...]
      !   See 'mixtape search --help' for more information.
      [64]
      $ mixtape search --match any --limit 1 --json
      ! {"error":{"code":"usage","message":"--match requires --where","hints":[],"status":64,"diagnostics":[]}}
      [64]
      """#)
  }

  @Test func `an invalid rule in a file is not a usage error`() throws {
    try fixture.sandbox.write("conditions = ['title matches \"(\"']\n", to: "playlists/broken.toml")
    #expect(fixture.mixtape(["search", "--where", "in playlist \"broken\""]).status == .invalid)
    #expect(fixture.mixtape(["search", "--where", "not (title matches \"(\")"]).status == .usage)
  }

  @Test func `a search finds words`() throws {
    try fixture.expect(
      #"""
      $ mixtape search 'moon*' --ids --sort -title
      sky/moon
      byte/monday
      $ mixtape search night sky --count
      4
      $ mixtape search '"' --exit-code
      ! No episodes found.
      [1]
      """#)
  }

  @Test func `a word with a leading dash is excluded at any position`() throws {
    try fixture.expect(
      #"""
      $ mixtape search sky --ids
      sky/aurora
      sky/comet
      sky/moon
      sky/saturn
      $ mixtape search sky -moon -saturn --ids
      sky/aurora
      sky/comet
      $ mixtape search -moon --ids sky
      sky/aurora
      sky/comet
      sky/saturn
      $ mixtape search --ids -- sky -moon
      sky/aurora
      sky/comet
      sky/saturn
      $ mixtape search --ids -- sky --moon
      sky/moon
      $ mixtape search sky -hmoon --count
      4
      $ mixtape search sky -nothing -n 2 --ids
      sky/aurora
      sky/comet
      $ mixtape search sky -n1 --ids
      sky/aurora
      $ mixtape search --count -- sky -n1
      4
      $ mixtape search -n 1 sky --limit 2
      ! error: "1" is a second limit of one kind
      ! hint: give one limit for all episodes, and one such as "3 per podcast"
      [64]
      $ mixtape search -n 1 --sort -title --ids
      sky/saturn
      $ mixtape search sky --sotr title
      ! error: there is no option "--sotr"; write `-- --sotr` to search for the word
      ! Usage: mixtape search [<options>] [<text> ...]
      !   See 'mixtape search --help' for more information.
      [64]
      """#)
    #expect(fixture.mixtape(["search", "sky", "-h"]).output == fixture.mixtape(["search", "--help"]).output)
  }

  @Test func `a long result is streamed, and a closed pipe ends it`() throws {
    let episodes = (0..<3_000).map { "[[episodes]]\nid = \"e\($0)\"\ntitle = \"Episode number \($0)\"\n" }
    let many = try CommandFixture(with: ["library/many.toml": "title = \"Many\"\n" + episodes.joined()])
    let all = many.mixtape(["search", "--where", "title is present", "--ids"])
    #expect(all.output.split(separator: "\n").count == 3_000)
    let json = many.mixtape(["search", "--where", "title is present", "--ids", "--json"])
    #expect(json.output.hasPrefix("[\n  \"many/e0\",\n") && json.output.hasSuffix("\"\n]\n"))
    let errors = CapturedOutput(isTerminal: false)
    let context = many.context(
      input: PreparedInput([], isTerminal: false), output: BrokenOutput(error: .brokenPipe), errors: errors)
    #expect(Mixtape.run(["search", "--where", "title is present"], in: context) == .done)
    #expect(errors.text.isEmpty)
  }
}
