import ArgumentParser
import Foundation
import Testing

@testable import mixtape

/// A command in the description that the parser prints.
struct CommandTree: Decodable {
  let commandName: String
  let abstract: String?
  let aliases: [String]?
  let discussion: String?
  let subcommands: [CommandTree]?
  let arguments: [Argument]?

  /// An argument, an option or a flag.
  struct Argument: Decodable {
    let kind: String
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let abstract: String?
    let sectionTitle: String?

    struct Name: Decodable {
      let kind: String
      let name: String
    }
  }

  /// The program with all of its commands.
  static func program() throws -> CommandTree {
    struct Dump: Decodable { let command: CommandTree }
    return try JSONDecoder().decode(Dump.self, from: Data(try dump().utf8)).command
  }

  /// The output of the parser for `--experimental-dump-help`.
  private static func dump() throws -> String {
    do {
      _ = try Mixtape.parseAsRoot(["--experimental-dump-help"])
      Issue.record("the parser does not know --experimental-dump-help any longer")
      return ""
    } catch {
      return Mixtape.fullMessage(for: error)
    }
  }
}
