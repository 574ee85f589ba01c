import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// Commands in a working directory that was deleted, so that its path is unknown.
@Suite struct WorkingDirectoryTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  private func run(_ arguments: [String]) -> CommandFixture.Outcome {
    let (output, errors) = (CapturedOutput(isTerminal: false), CapturedOutput(isTerminal: false))
    let context = fixture.context(
      input: PreparedInput([], isTerminal: false), output: output, errors: errors, in: FilePath(""))
    return CommandFixture.Outcome(
      status: Mixtape.run(arguments, in: context), output: output.text, errors: errors.text)
  }

  @Test(arguments: [
    ["list"], ["init"], ["init", "new"], ["init", "--from", "../old", "/nowhere/new"], ["clone", "../hub", "new"],
    ["clone", "/nowhere/hub"], ["list", "--store", "."],
  ])
  func `a command that needs the directory fails`(_ arguments: [String]) {
    expectFailure(arguments)
  }

  @Test(arguments: [
    ["export", "morning", "--output", "morning.m3u8"], ["export", "morning", "--relative-to", ".", "--to", "m3u8"],
    ["import", "list.m3u8"], ["scan", "."], ["podcast", "add", "feed.xml"], ["podcast", "add", "./feed"],
  ])
  func `a path from the directory is an error, also with a store elsewhere`(_ arguments: [String]) {
    expectFailure(arguments + ["--store", fixture.sandbox.store.string])
  }

  private func expectFailure(_ arguments: [String]) {
    let outcome = run(arguments)
    #expect(outcome.status == .notFound && outcome.output == "")
    #expect(
      outcome.errors == """
        error: the working directory does not exist
        hint: change to another directory with `cd`

        """)
  }

  @Test(arguments: [["show", "morning"], ["check", "playlists/morning.toml"], ["export", "morning"], ["status"]])
  func `other commands work`(_ arguments: [String]) {
    #expect(run(arguments + ["--store", fixture.sandbox.store.string]).status == .done)
  }
}
