import ArgumentParser
import Foundation

@testable import mixtape

/// A command as the parser describes it.
struct CommandTree: Decodable {
  let commandName: String
  let abstract: String?
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
    return try JSONDecoder().decode(Dump.self, from: Data(Mixtape._dumpHelp().utf8)).command
  }
}
