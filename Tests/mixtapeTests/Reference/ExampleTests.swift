import ArgumentParser
import Foundation
import SystemPackage
import TerminalUI
import TestSupport
import Testing

@testable import mixtape

/// The examples that `--help` shows, run one by one against the sample library, each in a store of its own.
@Suite struct ExampleTests {
  /// A line that the help of a command shows, as a person would type it.
  struct Example: Sendable, CustomTestStringConvertible {
    let command: any ParsableCommand.Type
    let line: String
    var testDescription: String { line }

    /// Whether somebody has to be there: an editor, a listener, or whoever ends it.
    var isInteractive: Bool {
      command == Play.self || command == Watch.self || command == Edit.self || line.contains(" --build")
    }
  }

  static let examples: [Example] = Mixtape.configuration.groupedSubcommands.flatMap(\.subcommands)
    .flatMap { [$0] + $0.configuration.subcommands }
    .flatMap { command in
      let lines = command.configuration.discussion.split(separator: "\n", omittingEmptySubsequences: false)
      let shown = lines.drop { $0 != "Example:" && $0 != "Examples:" }.dropFirst().prefix { $0.hasPrefix("  ") }
      return shown.map { Example(command: command, line: String($0.dropFirst(2))) }
    }

  @Test func `every command shows an example`() {
    let commands = Mixtape.configuration.groupedSubcommands.flatMap(\.subcommands)
      .flatMap { $0.configuration.subcommands.isEmpty ? [$0] : $0.configuration.subcommands }
    for command in commands {
      #expect(Self.examples.contains { $0.command == command }, "\(command) shows none")
    }
  }

  @Test(arguments: examples.filter { !$0.isInteractive })
  func `an example works, and finds something`(_ example: Example) throws {
    let laboratory = try Laboratory(copying: PreparedStore.sampleLibrary.get(), at: 9 * 24 * 60)
    try prepare(laboratory, for: example.line)
    let commit = try laboratory.sandbox.git("log", "--format=%h", "-1", "--skip=1")
    let line = example.line.replacing("~/", with: laboratory.sandbox.root.string + "/").replacing(
      "1a2b3c4d", with: commit)
    var input: [String] = []
    for stage in Self.stages(of: line) {
      guard stage.first == "mixtape" else {
        input = try passed(input, through: stage, in: laboratory)
        continue
      }
      let outcome = laboratory.mixtape(Array(stage.dropFirst()), input: input)
      #expect(outcome.status == .done, "\(outcome.errors)")
      // `check` has nothing to say about a sound store.
      #expect(example.command == Check.self || outcome.output.contains { !"[]0\n ".contains($0) }, "\(outcome.errors)")
      input = outcome.output.split(separator: "\n").map(String.init)
    }
  }

  @Test(arguments: examples.filter(\.isInteractive))
  func `an example for which somebody has to be there has arguments that the command takes`(_ example: Example) throws {
    let stage = try #require(Self.stages(of: example.line).first { $0.contains("mixtape") })
    let words = stage.drop { ShellWords.assignment($0) != nil }
    #expect(words.first == "mixtape")
    let parsed = try Mixtape.parseAsRoot(Array(words.dropFirst()))
    #expect(type(of: parsed) == example.command)
  }

  /// The words of each program of a pipe.
  private static func stages(of line: String) -> [[String]] {
    ShellWords.split(line).split(separator: "|").map(Array.init)
  }

  /// What another program of a pipe makes of lines. What `jq` reads has to be JSON; it need not be installed.
  private func passed(_ lines: [String], through words: [String], in laboratory: Laboratory) throws -> [String] {
    switch words.first {
    case "jq":
      _ = try JSONSerialization.jsonObject(with: Data(lines.joined(separator: "\n").utf8))
      return []
    case "grep": return try laboratory.shell(words.joined(separator: " ")).split(separator: "\n").map(String.init)
    default:
      Issue.record("no test knows \(words)")
      return []
    }
  }

  /// Brings about what an example takes for granted.
  private func prepare(_ laboratory: Laboratory, for line: String) throws {
    func mixtape(_ arguments: String...) { #expect(laboratory.mixtape(arguments).status == .done) }
    switch line {
    case _ where line.hasPrefix("mixtape init --from"):
      try laboratory.sandbox.makeDirectory("old-playlists")
      _ = try laboratory.shell("cp -R playlists library ../old-playlists")
    case _ where line.hasPrefix("mixtape diff"):
      try laboratory.sandbox.write("name = \"By Hand\"\n", to: "playlists/new.toml")
    case _ where line.hasPrefix("mixtape redo"), _ where line.contains("--operation undo"): mixtape("undo", "3")
    case "mixtape restore to-sort": mixtape("delete", "to-sort")
    case _ where line.hasPrefix("grep"):
      try laboratory.sandbox.write("stories/one\nnight-sky/040-comets\n", to: "ids.txt")
    case _ where line.contains("--script"): try laboratory.sandbox.write("play\nwait 5 min\nskip\n", to: "skipping.txt")
    default: break
    }
  }
}
