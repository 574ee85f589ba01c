import Testing

@testable import mixtape

/// A command parses its arguments by itself where it can, and leaves the rest to the program.
@Suite struct CommandAloneTests {
  @Test func `sound arguments need no program around the command`() throws {
    let add = try #require(Add.parsedAlone(["focus", "--at", "2", "night-sky/comets", "--json", "--", "-"]))
    #expect(add.playlist.text == "focus")
    #expect(add.episodes.count == 2)
    #expect(add.at == 2)
    #expect(add.common.json)
  }

  @Test(arguments: [
    [], ["focus", "a/b", "--nothing"], ["focus", "a/b", "--at", "0"], ["--help"], ["focus", "a/b", "-h"], ["--version"],
    ["--generate-completion-script", "bash"], ["--experimental-dump-help"],
  ])
  func `what is wrong, or asked of the program, is left to it`(_ arguments: [String]) {
    #expect(Add.parsedAlone(arguments) == nil)
  }

  @Test func `what is asked of the program may stand behind a command`() throws {
    let laboratory = try Laboratory()
    #expect(laboratory.mixtape(["list", "--version"]).output == laboratory.mixtape(["--version"]).output)
    #expect(
      laboratory.mixtape(["list", "--generate-completion-script", "fish"]).output
        == laboratory.mixtape(["--generate-completion-script", "fish"]).output)
    #expect(laboratory.mixtape(["help", "list"]).output == laboratory.mixtape(["list", "--help"]).output)
  }
}
