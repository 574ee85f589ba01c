import ArgumentParser
import Foundation
import StoreBrowser
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// The examples in `--help`. Each runs in a new store with the sample library.
@Suite struct ExampleTests {
  /// A command line in the help of a command.
  struct Example: Sendable, CustomTestStringConvertible {
    let command: any ParsableCommand.Type
    let line: String
    var testDescription: String { line }

    /// Whether the example needs a person, for example to edit, to listen or to end it, an editor, or a running player.
    var isInteractive: Bool {
      command == Play.self || command == ControlPlayer.self || command == Watch.self || command == Browse.self
        || command == Edit.self || command == ServeEditor.self
        || line.contains(" --build")
    }

    /// Whether the example needs a server, downloads, another clone or a device. `FeedCommandTests`, `DownloadCommandTests`,
    /// `SyncTests` and `CopyCommandTests` run such commands.
    var needsRemote: Bool {
      command == Sync.self || command == Clone.self || command == Conflicts.self || command == Trust.self
        || line.hasPrefix("mixtape feed ")
        || command == DownloadEpisodes.self || command == ForgetDownloads.self || command == Copy.self
        || line.hasPrefix("mixtape podcast add https:")
    }
  }

  static let examples: [Example] = Mixtape.configuration.groupedSubcommands.flatMap(\.subcommands)
    .flatMap { [$0] + $0.configuration.subcommands }
    .flatMap { command in
      let lines = command.configuration.discussion.split(separator: "\n", omittingEmptySubsequences: false)
      let shown = lines.drop { $0 != "Example:" && $0 != "Examples:" }.dropFirst().prefix { $0.hasPrefix("  ") }
      return shown.map { Example(command: command, line: String($0.dropFirst(2))) }
    }

  @Test func `the help of every command contains an example`() {
    let commands = Mixtape.configuration.groupedSubcommands.flatMap(\.subcommands)
      .flatMap { $0.configuration.subcommands.isEmpty ? [$0] : $0.configuration.subcommands }
    for command in commands {
      #expect(Self.examples.contains { $0.command == command }, "\(command) shows none")
    }
  }

  /// A line that the help wraps cannot be copied.
  @Test(arguments: examples) func `an example is one line of the help`(_ example: Example) {
    let help = Mixtape.helpMessage(for: example.command, columns: 80)
    #expect(help.split(separator: "\n").contains("  \(example.line)"))
  }

  @Test(arguments: examples.filter { !$0.isInteractive && !$0.needsRemote })
  func `an example succeeds and prints a result`(_ example: Example) throws {
    let fixture = try CommandFixture(copying: PreparedStore.sampleLibrary.get(), at: 9 * 24 * 60)
    try prepare(fixture, for: example.line)
    let commit = try fixture.sandbox.git("log", "--format=%h", "-1", "--skip=1")
    let line = example.line.replacing("~/", with: fixture.sandbox.root.string + "/").replacing(
      "1a2b3c4d", with: commit)
    var input: [String] = []
    for stage in Self.stages(of: line) {
      guard stage.first == "mixtape" else {
        input = try passed(input, through: stage, in: fixture)
        continue
      }
      let outcome = fixture.mixtape(Array(stage.dropFirst()), input: input)
      #expect(outcome.status == .done, "\(outcome.errors)")
      // `check` prints nothing for a store without errors, nor does `merge-file` without conflicts.
      let isQuiet = example.command == Check.self || example.command == MergeFile.self
      #expect(isQuiet || outcome.output.contains { !"[]0\n ".contains($0) }, "\(outcome.errors)")
      input = outcome.output.split(separator: "\n").map(String.init)
    }
  }

  @Test(arguments: examples.filter { $0.isInteractive || $0.needsRemote })
  func `the arguments of examples that are not run are valid`(_ example: Example) throws {
    let stage = try #require(Self.stages(of: example.line).first { $0.contains("mixtape") })
    let words = stage.drop { ShellWords.assignment($0) != nil }
    #expect(words.first == "mixtape")
    let parsed = try Mixtape.parseAsRoot(Invocation(Array(words.dropFirst())).arguments)
    #expect(type(of: parsed) == example.command)
  }

  /// Returns the words of each program of a pipe.
  private static func stages(of line: String) -> [[String]] {
    ShellWords.split(line).split(separator: "|").map(Array.init)
  }

  /// Returns the output of another program of a pipe. The input of `jq` must be JSON; `jq` need not be installed.
  private func passed(_ lines: [String], through words: [String], in fixture: CommandFixture) throws -> [String] {
    switch words.first {
    case "jq":
      _ = try JSONSerialization.jsonObject(with: Data(lines.joined(separator: "\n").utf8))
      return []
    case "grep": return try fixture.shell(words.joined(separator: " ")).split(separator: "\n").map(String.init)
    default:
      Issue.record("no test knows \(words)")
      return []
    }
  }

  /// Prepares the store for an example.
  private func prepare(_ fixture: CommandFixture, for line: String) throws {
    func mixtape(_ arguments: String...) { #expect(fixture.mixtape(arguments).status == .done) }
    switch line {
    case _ where line.hasPrefix("mixtape init --from"):
      try fixture.sandbox.makeDirectory("old-playlists")
      _ = try fixture.shell("cp -R playlists library ../old-playlists")
    case "mixtape diff night-sky HEAD~1": mixtape("episode", "rate", "2", "night-sky/042-auroras")
    case _ where line.hasPrefix("mixtape diff"):
      try fixture.sandbox.write("name = \"By Hand\"\n", to: "playlists/new.toml")
    case _ where line.hasPrefix("mixtape redo"), _ where line.contains("--operation undo"): mixtape("undo", "3")
    case "mixtape undo focus": mixtape("rename", "focus", "Quiet Work")
    case "mixtape restore to-sort": mixtape("delete", "to-sort")
    case _ where line.contains("--operation rate"): mixtape("episode", "rate", "2", "night-sky/042-auroras")
    case _ where line.hasPrefix("grep"):
      try fixture.sandbox.write("stories/one\nnight-sky/040-comets\n", to: "ids.txt")
    case "mixtape import Library.xml --ratings --plays":
      try fixture.sandbox.write(
        """
        <plist version="1.0"><dict><key>Tracks</key><dict><key>1</key><dict><key>Name</key><string>Auroras</string>
        <key>Artist</key><string>Night Sky Radio</string><key>Play Count</key><integer>9</integer></dict></dict></dict></plist>
        """, to: "Library.xml")
    case "mixtape import evening.m3u8": try fixture.sandbox.write("a.mp3\n", to: "evening.m3u8")
    case _ where line.hasPrefix("mixtape import ~/Playlists"):
      try fixture.sandbox.write("a.mp3\n", to: "../Playlists/Late/evening.m3u8")
    case _ where line.hasPrefix("mixtape import subscriptions.opml"):
      let feed = "<outline text=\"Deep Water\" type=\"rss\" xmlUrl=\"https://example.org/deep-water.xml\"/>"
      try fixture.sandbox.write("<opml version=\"2.0\"><body>\(feed)</body></opml>", to: "subscriptions.opml")
    case "mixtape import --resolve":
      try fixture.sandbox.write(
        "episodes = [\n  \"unresolved/x\", # missing: id=\"night-sky/042-auroras\"\n]\n", to: "playlists/x.toml")
    case _ where line.hasPrefix("mixtape import --resolve late --take"):
      try fixture.sandbox.write(
        "episodes = [\n  \"unresolved/auroras\", # missing: title=\"Polar lights\"\n]\n", to: "playlists/late.toml")
    case _ where line.hasPrefix("mixtape merge-file"):
      for (file, name) in [("base", "Focus"), ("ours", "Focus"), ("theirs", "Deep Focus")] {
        try fixture.sandbox.write("name = \"\(name)\"\n", to: "\(file).toml")
      }
    case _ where line.hasPrefix("mixtape scan"):
      try fixture.sandbox.write(SilentTrack.flac([("TITLE", "Rain")]), to: "../Music/Weather/1.flac")
    case _ where line.contains("--script"): try fixture.sandbox.write("play\nwait 5 min\nskip\n", to: "skipping.txt")
    default: break
    }
  }
}
