import MixtapeStore
import TestSupport
import Testing

@testable import mixtape

@Suite struct CompletionsTests {
  private let laboratory: Laboratory

  init() throws { laboratory = try Laboratory() }

  private func completions(_ line: String) -> Completions {
    let output = CapturedOutput(isTerminal: false)
    let context = laboratory.context(input: PreparedInput([], isTerminal: false), output: output, errors: output)
    return Completions(ShellWords.split(line), in: context)
  }

  @Test func `ids of playlists`() {
    #expect(completions("mixtape show").playlists("") == ["calm", "empty", "fresh", "morning"])
    #expect(completions("mixtape show m").playlists("m") == ["morning"])
  }

  @Test func `ids of episodes`() {
    #expect(completions("mixtape add calm").episodes("night-sky/") == ["night-sky/auroras", "night-sky/comets"])
  }

  @Test func `episodes of the playlist on the line`() {
    #expect(completions("mixtape remove calm").episodesInPlaylist("") == ["four-seasons/winter"])
    #expect(completions("mixtape remove").episodesInPlaylist("") == [])
  }

  @Test func `folders and templates`() {
    #expect(completions("mixtape move calm").folders("") == ["evening"])
    #expect(completions("mixtape create x --template").templates("be") == ["bedtime", "best-sound"])
  }

  @Test func `podcasts, folders of the library and tags`() throws {
    try laboratory.sandbox.write("title = 'T'\ntags = ['calm', 'quiet']\n", to: "library/shows/talk.toml")
    #expect(completions("mixtape podcast show").podcasts("") == ["daily-byte", "four-seasons", "night-sky", "talk"])
    #expect(completions("mixtape folder delete --library").folders(of: .library, "") == ["shows"])
    #expect(completions("mixtape tag rename").tags("c") == ["calm"])
  }

  @Test func `revisions and operations`() {
    #expect(Completions.revisions("") == ["@{1}", "HEAD~1", "today", "yesterday"])
    #expect(Completions.revisions("y") == ["yesterday"])
    #expect(OperationArgument.allValueStrings.contains("undo") && OperationArgument.allValueStrings.last == "git")
  }

  @Test(arguments: ["mixtape show --store other", "mixtape show --store=other"])
  func `another store on the line`(_ line: String) throws {
    _ = laboratory.mixtape(["init", "other", "--here"])
    _ = laboratory.mixtape(["create", "Elsewhere", "--store", "other"])
    #expect(completions(line).playlists("") == ["elsewhere"])
  }

  @Test func `without a store there is nothing to offer`() {
    #expect(completions("mixtape show --store nowhere").playlists("") == [])
  }
}
