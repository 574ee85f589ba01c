import Foundation

/// Measures Mixtape against its peers, one section for each argument, all sections without any.
@main
struct Bench {
  /// The sections, in the order they are printed. A section is a name and what prints its table.
  static let sections: [(name: String, run: @Sendable () throws -> Void)] = [
    ("toml", TOMLSection.run)
  ]

  static func main() throws {
    let wanted = CommandLine.arguments.dropFirst()
    let unknown = wanted.filter { name in !sections.contains { $0.name == name } }
    guard unknown.isEmpty else {
      let names = sections.map(\.name).joined(separator: ", ")
      FileHandle.standardError.write(
        Data("bench: no section \(unknown.joined(separator: ", ")); there are: \(names)\n".utf8))
      exit(64)
    }
    for section in sections where wanted.isEmpty || wanted.contains(section.name) {
      try section.run()
    }
  }
}
