import Foundation
import SystemPackage
import TestSupport
import Testing

/// Links, commands and files on the pages exist.
@Suite struct PageTests {
  @Test(arguments: try Repository.pages())
  func linksLeadSomewhere(_ path: String) throws {
    let page = try Markdown(path)
    for link in page.links where !link.target.contains("://") {
      let parts = link.target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let place = parts[0].isEmpty ? path : Self.path(String(parts[0]), from: path)
      let file = Repository.root.appendingPathComponent(place)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(path):\(link.line): \(link.target)")
      guard parts.count == 2, place.hasSuffix(".md") else { continue }
      #expect(try Markdown(place).anchors.contains(String(parts[1])), "\(path):\(link.line): \(link.target)")
    }
  }

  /// Returns the target of a link, as a path in the repository.
  private static func path(_ link: String, from page: String) -> String {
    var parts = page.split(separator: "/").dropLast()
    for part in link.split(separator: "/") {
      if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  @Test(arguments: try Repository.pages())
  func commandsExist(_ path: String) throws {
    let page = try Markdown(path)
    for (number, line) in page.lines.enumerated() {
      for match in line.matches(of: /(?:^|`|\$|\||&&|^ +)\s*mixtape ([a-z][a-z-]*)/) {
        #expect(try Self.commands.get().contains(String(match.1)), "\(path):\(number + 1): mixtape \(match.1)")
      }
    }
  }

  @Test(arguments: try Repository.pages().filter { $0.hasPrefix("docs/") || $0 == "CONTRIBUTING.md" })
  func sourcesExist(_ path: String) throws {
    for (line, text) in try Markdown(path).prose {
      for match in text.matches(of: /([A-Za-z+]+\.swift)/)
      where !["Package.swift", "Type+Aspect.swift"].contains(match.1) {
        #expect(try Self.sources.get().contains(String(match.1)), "\(path):\(line): \(match.1)")
      }
    }
  }

  /// The names of all files of the modules.
  private static let sources = Result {
    let sources = Repository.root.appendingPathComponent("Sources").path
    return Set(try FileManager.default.subpathsOfDirectory(atPath: sources).map { ($0 as NSString).lastPathComponent })
  }

  @Test(arguments: ["docs", "docs/decisions"])
  func indexesNameTheirPages(_ directory: String) throws {
    let index = try Markdown("\(directory)/README.md")
    let named = Set(index.links.map { "\(directory)/\($0.target)" })
    let pages = try Repository.pages().filter { ($0 as NSString).deletingLastPathComponent == directory }
    for page in pages where page != index.path { #expect(named.contains(page), "\(index.path) does not name \(page)") }
  }

  /// The names of the program's commands.
  private static let commands = Result { try readCommands() }

  private static func readCommands() throws -> Set<String> {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: BuiltPrograms.path(of: "mixtape").string)
    process.arguments = ["--experimental-dump-help"]
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let tool = try JSONDecoder().decode(Tool.self, from: bytes)
    return Set(tool.command.subcommands.flatMap { [$0.commandName] + ($0.aliases ?? []) })
  }

  private struct Tool: Decodable {
    struct Command: Decodable {
      let commandName: String
      let aliases: [String]?
    }
    struct Root: Decodable { let subcommands: [Command] }
    let command: Root
  }
}
