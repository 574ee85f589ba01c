import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// `sync --ask`, in a store that renamed a playlist to "Day" while a friend renamed it to "Night" a day later.
@Suite struct SyncAskTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture()
    let remote = fixture.sandbox.root.appending("remote.git").string
    try fixture.sandbox.git("init", "-q", "--bare", "-b", "main", remote)
    try fixture.sandbox.git("remote", "add", "origin", remote)
    let clone = fixture.sandbox.root.appending("clone").string
    let friend = [
      "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org", "GIT_AUTHOR_DATE": "2026-03-02T07:00:00Z",
    ]
    let own = ["GIT_AUTHOR_NAME": "Ben", "GIT_AUTHOR_DATE": "2026-03-01T07:00:00Z"]
    for (arguments, settings) in [
      (["sync"], [:]), (["clone", remote, clone], [:]), (["rename", "calm", "Night", "--store", clone], friend),
      (["describe", "calm", "Dark.", "--store", clone], friend), (["sync", "--store", clone], [:]),
      (["rename", "calm", "Day"], own), (["describe", "calm", "Light."], own),
    ] {
      let outcome = fixture.mixtape(arguments, settings: settings)
      #expect(outcome.status == .done, "\(arguments): \(outcome.errors)")
    }
  }

  private func sync(_ answers: String..., isInteractive: Bool = true) -> CommandFixture.Outcome {
    fixture.mixtape(["sync", "--ask"], input: answers, isInteractive: isInteractive)
  }

  private func values() throws -> String {
    try fixture.shell("grep -E '^(name|description)' playlists/evening/calm.toml")
  }

  @Test func eachConflictIsAsked() throws {
    let outcome = sync("yours", "mine", "t")
    #expect(
      outcome.errors == """
        Both sides changed `description` of calm (1 of 2):
          mine    "Light."  Ben, 2026-03-01 08:00
          theirs  "Dark."   Ann, 2026-03-02 08:00, newer
        mine, theirs, newer or quit [newer]: error: the answers are: mine, theirs, newer, quit
        mine, theirs, newer or quit [newer]: Both sides changed `name` of calm (2 of 2):
          mine    "Day"    Ben, 2026-03-01 08:00
          theirs  "Night"  Ann, 2026-03-02 08:00, newer
        mine, theirs, newer or quit [newer]:
        """ + " ")
    #expect(outcome.status == .done)
    #expect(outcome.output.hasPrefix("Received 2 changes from origin/main and pushed 3.\n"))
    #expect(try values() == "name = \"Night\"\ndescription = \"Light.\"\n")
    #expect(fixture.mixtape(["conflicts"]).errors == "No conflicts.\n")
    #expect(try fixture.sandbox.git("log", "-1", "--format=%B").contains("decided = true"))
    #expect(try fixture.sandbox.status() == [])
  }

  @Test func anEmptyAnswerTakesTheNewerValue() throws {
    #expect(sync("", "n").status == .done)
    #expect(try values() == "name = \"Night\"\ndescription = \"Dark.\"\n")
    #expect(fixture.mixtape(["conflicts"]).errors == "No conflicts.\n")
  }

  @Test func `one of two changes with the same time is chosen by the greater commit id`() throws {
    let clone = fixture.sandbox.root.appending("clone").string
    let date = ["GIT_AUTHOR_DATE": "2026-03-03T07:00:00Z"]
    for arguments in [
      ["sync"], ["sync", "--store", clone], ["rename", "calm", "Dawn", "--store", clone], ["sync", "--store", clone],
      ["rename", "calm", "Dusk"],
    ] {
      #expect(fixture.mixtape(arguments, settings: date).status == .done)
    }
    let isOwn = try fixture.shell("git rev-parse HEAD") > fixture.shell("git -C ../clone rev-parse HEAD")
    let (winner, loser) = isOwn ? ("Dusk", "Dawn") : ("Dawn", "Dusk")
    let origin = "A U Thor, 2026-03-03 08:00:00"
    let message =
      "both sides changed `name` of calm: \"\(winner)\" (\(origin)) and \"\(loser)\" (\(origin)) have the same time; "
      + "\"\(winner)\" was chosen arbitrarily\n"
    let preview = fixture.mixtape(["sync", "--dry-run"]).errors
    #expect(preview.contains(message), "\(preview)")
    let question = sync("").errors
    #expect(question.contains("\"\(winner)\"  \(origin), chosen arbitrarily\n"), "\(question)")
    #expect(!question.contains(", newer\n"))
    #expect(try values().hasPrefix("name = \"\(winner)\"\n"))
  }

  @Test func theEndOfTheInputChangesNothing() throws {
    let before = try fixture.sandbox.git("rev-parse", "HEAD")
    let outcome = sync("mine")
    #expect(outcome.status == .invalid)
    #expect(outcome.errors.contains("changed 2 values differently; nothing was received"))
    #expect(try fixture.sandbox.git("rev-parse", "HEAD") == before)
    #expect(try fixture.sandbox.status() == [])
  }

  @Test func quittingChangesNothing() throws {
    let before = try fixture.sandbox.git("rev-parse", "HEAD")
    let outcome = sync("mine", "q")
    #expect(outcome.status == .invalid)
    #expect(outcome.errors.contains("quit [newer]: error: this store and origin/main changed 2 values differently"))
    #expect(try fixture.sandbox.git("rev-parse", "HEAD") == before)
  }

  @Test func withoutATerminalNothingIsAsked() throws {
    let before = try fixture.sandbox.git("rev-parse", "HEAD", "origin/main")
    let outcome = sync("mine", "mine", isInteractive: false)
    #expect(outcome.status == .usage)
    #expect(
      outcome.errors == """
        error: --ask requires a terminal
        hint: `mixtape sync` takes the newer values; `mixtape conflicts` then lists both values, and decides
        hint: `mixtape sync --stop` shows the conflicts and changes nothing

        """)
    let json = fixture.mixtape(["sync", "--ask", "--json"], input: ["mine"], isInteractive: true)
    #expect(json.status == .usage && json.errors.contains(#""code":"no-terminal""#))
    #expect(try fixture.sandbox.git("rev-parse", "HEAD", "origin/main") == before)
  }

  @Test(arguments: ["--stop", "--dry-run"])
  func asksOrStops(_ option: String) {
    let outcome = fixture.mixtape(["sync", "--ask", option], isInteractive: true)
    #expect(outcome.status == .usage && outcome.errors.hasPrefix("error: --ask and \(option) cannot be used together"))
  }

  @Test func anAnswerDecidesEarlierConflictsOfTheValue() throws {
    let clone = fixture.sandbox.root.appending("clone").string
    func run(_ commands: [String]...) {
      for arguments in commands { #expect(fixture.mixtape(arguments).status == .done, "\(arguments)") }
    }
    run(["sync"])
    #expect(fixture.mixtape(["conflicts"]).output.contains("calm: `name`"))
    run(
      ["rename", "calm", "Noon"], ["sync"], ["sync", "--store", clone], ["rename", "calm", "Night", "--store", clone],
      ["sync", "--store", clone], ["rename", "calm", "Dawn"])
    #expect(sync("theirs").status == .done)
    #expect(
      fixture.mixtape(["conflicts", "calm", "name"]).errors.hasPrefix(
        "error: \"name\" of \"calm\" is not in conflict\n"))
  }
}
