import SystemPackage
import TestSupport
import Testing

@testable import mixtape

@Suite struct OutputTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  @Test func `a terminal gets colors`() throws {
    fixture.isTerminal = true
    try fixture.expect(
      #"""
      $ mixtape list --folder evening
      ␛[1mcalm␛[0m  Calm  1 episode  unknown  ␛[2mevening␛[0m
      $ mixtape rename never Late
      ! ␛[1;31merror:␛[0m ␛[1mthere is no playlist never␛[0m
      ! ␛[36mhint:␛[0m `mixtape list` lists the playlists
      [66]
      $ NO_COLOR=1 mixtape show never
      ! error: there is no playlist, podcast or episode with the name "never"
      ! hint: `mixtape search` finds episodes
      [66]
      $ NO_COLOR=1 mixtape list --folder evening --color always
      ␛[1mcalm␛[0m  Calm  1 episode  unknown  ␛[2mevening␛[0m
      $ TERM=dumb mixtape list --folder evening
      calm  Calm  1 episode  unknown  evening
      $ mixtape list --folder evening --color never
      calm  Calm  1 episode  unknown  evening
      $ mixtape list --folder evening --color sometimes
      ! error: invalid value "sometimes" for --color <when>; the values are auto, always
      ! and never
      ! Help:  --color <when>  When to use colors.
      ! Usage: mixtape list [--folder <folder>] [--recursive] [--limit <n>] [--ids]
      ! [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape list --help' for more information.
      [64]
      """#)
  }

  @Test func `lines are cut only for a narrow terminal, and ids are never cut`() throws {
    fixture.environment["NO_COLOR"] = "1"
    try fixture.sandbox.write("# What is this template for, in many words?\n", to: "templates/a.toml")
    let commands = ["list", "show morning", "create --list-templates"]
    let whole = commands.map { fixture.mixtape(ShellWords.split($0)).output }
    (fixture.isTerminal, fixture.columns) = (true, 36)
    for (command, whole) in zip(commands, whole) {
      let output = fixture.mixtape(ShellWords.split(command)).output
      #expect(output != whole)
      for line in output.split(separator: "\n") { #expect(line.count <= 36, "\(command): \(line)") }
    }
    fixture.isTerminal = false
    #expect(commands.map { fixture.mixtape(ShellWords.split($0)).output } == whole)
    (fixture.isTerminal, fixture.columns) = (true, 48)
    try fixture.expect(
      #"""
      $ mixtape list
      calm     Calm         1 episode          unknown
      empty    Nothing Yet  0 episodes
      fresh    Fresh        smart
      morning  Morning Co…  3 episodes  at least 36:29
      $ mixtape show morning
      Morning Commute (morning)
      Short news first.

        1  A Patch Tuesday on a Mo…  daily-byte/monday
        2  Auroras                   night-sky/auroras
        3  missing                   night-sky/gone

      playing time: at least 36:29
      """#)
    fixture.columns = 20
    try fixture.expect(
      #"""
      $ mixtape containing night-sky/auroras --all
         calm     Calm
         empty    Nothing…
         fresh    Fresh
      *  morning  Morning…
      $ mixtape list
      calm     Calm
      empty    Nothing Yet
      fresh    Fresh
      morning  Morning Co…
      """#)
  }

  @Test func `a difference is colored by line and keeps its tabs`() throws {
    try fixture.expect(
      #"""
      $ printf '#\ta\r\n' >> playlists/empty.toml
      $ mixtape diff --git --color always
      ␛[1mdiff --git a/playlists/empty.toml b/playlists/empty.toml␛[0m
      ␛[1mindex commit-1..commit-2 100644␛[0m
      ␛[1m--- a/playlists/empty.toml␛[0m
      ␛[1m+++ b/playlists/empty.toml␛[0m
      ␛[36m@@ -1 +1,2 @@␛[0m
       name = "Nothing Yet"
      ␛[32m+#	a\r␛[0m
      """#)
  }

  @Test func `a difference for programs is exact`() throws {
    let line = Array("# \u{1B}[2J\t\r\n".utf8)
    try fixture.sandbox.write(Array("name = \"Nothing Yet\"\n".utf8) + line, to: "playlists/empty.toml")
    let outcome = fixture.mixtape(["diff", "--git"])
    #expect(outcome.output.hasSuffix("+# \u{1B}[2J\t\r\n"))
  }

  @Test func `a closed pipe is not a failure`() {
    #expect(run(writingTo: BrokenOutput(error: .brokenPipe)).status == .done)
  }

  @Test func `output that cannot be written is an error`() {
    let outcome = run(writingTo: BrokenOutput(error: .noSpace))
    #expect(outcome.status == .inputOutput)
    #expect(outcome.errors == "error: standard output: no space left on device\n")
  }

  @Test(arguments: [
    "add calm night-sky/comets", "add calm night-sky/comets --json", "create X", "undo", "init new --here",
    "edit calm",
  ])
  func `a failed report after a change says that the change is committed`(_ command: String) throws {
    _ = fixture.mixtape(["rename", "morning", "Early"])
    fixture.environment["EDITOR"] = "sed -i s/Calm/Still/"
    let head = try fixture.shell("git rev-parse HEAD")
    let outcome = run(ShellWords.split(command), writingTo: BrokenOutput(error: .noSpace))
    #expect(outcome.status == .inputOutput)
    let message = "the change is committed, but its report failed: standard output: no space left on device"
    #expect(outcome.errors.contains(message))
    #expect(outcome.errors.contains("`mixtape history --limit 1` shows the change"))
    if command.hasPrefix("init new") {
      #expect(try fixture.shell("git -C new log --format=%s") == "Create the store\n")
    } else {
      #expect(try fixture.shell("git rev-parse HEAD~1") == head)
    }
  }

  @Test(arguments: ["rename calm Calm", "list"]) func `an error before a change does not mention a change`(
    _ command: String
  ) {
    let outcome = run(ShellWords.split(command) + ["--json"], writingTo: BrokenOutput(error: .noSpace))
    #expect(outcome.errors.contains(#""message":"standard output: no space left on device""#))
  }

  private func run(
    _ arguments: [String] = ["list"], writingTo output: any TextOutput
  ) -> (status: CommandStatus, errors: String) {
    let errors = CapturedOutput(isTerminal: false)
    let context = fixture.context(input: PreparedInput([], isTerminal: false), output: output, errors: errors)
    return (Mixtape.run(arguments, in: context), errors.text)
  }

  @Test func `help, versions and unknown commands`() throws {
    try fixture.expect(
      #"""
      $ mixtape --version
      0.1.0
      $ mixtape list extra
      ! error: unexpected argument "extra"
      ! Usage: mixtape list [--folder <folder>] [--recursive] [--limit <n>] [--ids] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape list --help' for more information.
      [64]
      $ mixtape list --hlep
      ! error: there is no option "--hlep"
      ! hint: did you mean --help?
      ! hint: `mixtape list --help` lists the options
      [64]
      $ mixtape lst
      ! error: there is no command "lst"
      ! hint: did you mean list or lsp?
      ! hint: `mixtape --help` lists the commands
      [64]
      $ mixtape help lst
      ! error: there is no command "lst"
      ! hint: did you mean list or lsp?
      ! hint: `mixtape --help` lists the commands
      [64]
      $ mixtape --nope
      ! error: there is no option "--nope"
      ! hint: `mixtape --help` lists the options
      [64]
      $ mixtape create X --from y
      ! error: there is no option "--from"
      ! hint: `mixtape create --help` lists the options
      [64]
      $ mixtape list -q
      ! error: there is no option "-q"
      ! hint: write it before the command: `mixtape -q …`
      ! hint: `mixtape list --help` lists the options
      [64]
      $ mixtape set night-sky/auroras --rating 4
      ! error: there is no option "--rating"
      ! hint: `--set rating=VALUE` changes a value of an episode
      ! hint: `mixtape set --help` lists the options
      [64]
      $ mixtape merge-fil
      ! error: there is no command "merge-fil"
      ! hint: `mixtape --help` lists the commands
      [64]
      $ mixtape xyzzy --json
      ! {"error":{"code":"usage","message":"there is no command \"xyzzy\"","hints":["`mixtape --help` lists the commands"],"status":64,"diagnostics":[]}}
      [64]
      $ mixtape list --jsn
      ! error: there is no option "--jsn"; did you mean --json?
      ! Usage: mixtape list [--folder <folder>] [--recursive] [--limit <n>] [--ids] [--store <dir>] [--json] [--color <when>] [--no-pager]
      !   See 'mixtape list --help' for more information.
      [64]
      $ mixtape list --json --nope
      ! {"error":{"code":"usage","message":"there is no option \"--nope\"","hints":["`mixtape list --help` lists the options"],"status":64,"diagnostics":[]}}
      [64]
      """#)
  }

  @Test func `without a store, commands fail`() throws {
    try fixture.expect(
      #"""
      $ MIXTAPE_STORE=nowhere mixtape status --json
      ! {"error":{"code":"no-store","message":"there is no store in STORE/nowhere","hints":["`mixtape init` creates a store","`--store DIR` or $MIXTAPE_STORE selects a store elsewhere"],"status":66,"diagnostics":[]}}
      [66]
      """#)
  }
}
