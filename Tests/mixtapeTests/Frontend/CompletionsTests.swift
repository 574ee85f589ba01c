import MixtapeStore
import TestSupport
import Testing

@testable import mixtape

@Suite struct CompletionsTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  private func completions(_ line: String) -> Completions {
    let output = CapturedOutput(isTerminal: false)
    let context = fixture.context(input: PreparedInput([], isTerminal: false), output: output, errors: output)
    return Completions(ShellWords.split(line), in: context)
  }

  @Test func `completions of playlists`() {
    #expect(completions("mixtape show").playlists("") == ["calm", "empty", "fresh", "morning"])
    #expect(completions("mixtape show m").playlists("m") == ["morning"])
  }

  @Test func `completions of episodes`() {
    #expect(completions("mixtape add calm").episodes("night-sky/") == ["night-sky/auroras", "night-sky/comets"])
  }

  @Test func `completions of remove are the episodes of the playlist`() {
    #expect(completions("mixtape remove calm").episodesInPlaylist("") == ["four-seasons/winter"])
    #expect(completions("mixtape remove").episodesInPlaylist("") == [])
  }

  @Test func `completions of folders and templates`() {
    #expect(completions("mixtape move calm").folders("") == ["evening"])
    #expect(completions("mixtape create x --template").templates("be") == ["bedtime", "best-sound"])
  }

  @Test func `completions of podcasts, library folders and tags`() throws {
    try fixture.sandbox.write("title = 'T'\ntags = ['calm', 'quiet']\n", to: "library/shows/talk.toml")
    #expect(completions("mixtape set").podcasts("") == ["daily-byte", "four-seasons", "night-sky", "talk"])
    #expect(completions("mixtape folder delete --library").folders(of: .library, "") == ["shows"])
    #expect(completions("mixtape tag rename").tags("c") == ["calm"])
  }

  @Test func `completions of the commands to a player`() {
    #expect(completions("mixtape player").playerWords("cha") == ["chapter", "chapters"])
    #expect(completions("mixtape player now").playerWords("now") == ["now"])
    #expect(completions("mixtape player --queue now night-sky/").playerWords("night-sky/").count == 2)
    #expect(completions("mixtape player load mo").playerWords("mo") == ["morning"])
    #expect(completions("mixtape player chapter n").playerWords("n") == ["next"])
    #expect(completions("mixtape player pause x").playerWords("x") == [])
  }

  @Test func `completions of revisions and operations`() {
    #expect(Completions.revisions("") == ["@{1}", "HEAD~1", "today", "yesterday"])
    #expect(Completions.revisions("y") == ["yesterday"])
    #expect(OperationArgument.allValueStrings.contains("undo") && OperationArgument.allValueStrings.last == "git")
  }

  @Test(arguments: ["mixtape show --store other", "mixtape show --store=other"])
  func `completions use the store of the command line`(_ line: String) throws {
    _ = fixture.mixtape(["init", "other", "--here"])
    _ = fixture.mixtape(["create", "Elsewhere", "--store", "other"])
    #expect(completions(line).playlists("") == ["elsewhere"])
  }

  @Test func `without a store, there are no completions`() {
    #expect(completions("mixtape show --store nowhere").playlists("") == [])
  }
}
