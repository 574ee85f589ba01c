import Foundation
import Testing

/// What pages point at and speak of is there.
@Suite struct PageTests {
  @Test(arguments: try Repository.pages())
  func linksLeadSomewhere(_ path: String) throws {
    let page = try Markdown(path)
    for link in page.links where !link.target.contains("://") && !link.target.hasPrefix("mailto:") {
      let parts = link.target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let directory = (path as NSString).deletingLastPathComponent
      let target = parts[0].isEmpty ? path : (directory as NSString).appendingPathComponent(parts[0])
      let resolved = Repository.root.appendingPathComponent(target).standardizedFileURL
      #expect(FileManager.default.fileExists(atPath: resolved.path), "\(path):\(link.line): \(link.target)")
      guard parts.count == 2, resolved.pathExtension == "md" else { continue }
      let relative = String(resolved.path.dropFirst(Repository.root.standardizedFileURL.path.count + 1))
      #expect(try Markdown(relative).anchors.contains(parts[1]), "\(path):\(link.line): \(link.target)")
    }
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

  @Test func theIndexNamesEveryPage() throws {
    let index = try Markdown("docs/README.md")
    let targets = Set(index.links.map { "docs/\($0.target)" })
    let missing = try Repository.pages().filter {
      $0.hasPrefix("docs/") && $0 != "docs/README.md" && !targets.contains($0)
    }
    #expect(missing.isEmpty)
  }

  /// The names of the program's commands, as it tells them itself.
  private static let commands = Result { try readCommands() }

  private static func readCommands() throws -> Set<String> {
    let process = Process()
    let output = Pipe()
    process.executableURL = Program.executable
    process.arguments = ["--experimental-dump-help"]
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let tool = try JSONDecoder().decode(Tool.self, from: bytes)
    return Set(tool.command.subcommands.map(\.commandName))
  }

  private struct Tool: Decodable {
    struct Command: Decodable { let commandName: String }
    struct Root: Decodable { let subcommands: [Command] }
    let command: Root
  }
}
