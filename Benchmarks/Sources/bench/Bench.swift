import Foundation

/// Measures Mixtape against its peers, one section for each argument, all sections without any.
@main
struct Bench {
  /// The sections, in the order they are printed. A section is a name and what prints its table.
  static let sections: [(name: String, run: @Sendable () throws -> Void)] = [
    ("toml", TOMLSection.run), ("toml-hostile", HostileSection.run), ("store", StoreSection.run),
    ("history", HistorySection.run), ("watch", WatchSection.run), ("library", LibrarySection.run),
    ("player", PlayerSection.run),
  ]

  static func main() {
    let wanted = CommandLine.arguments.dropFirst()
    let unknown = wanted.filter { name in !sections.contains { $0.name == name } }
    guard unknown.isEmpty else {
      let names = sections.map(\.name).joined(separator: ", ")
      fail("no section \(unknown.joined(separator: ", ")); there are: \(names)", status: 64)
    }
    for section in sections where wanted.isEmpty || wanted.contains(section.name) {
      do {
        try section.run()
      } catch {
        fail("section \(section.name): \(error)", status: 1)
      }
    }
  }

  private static func fail(_ message: String, status: CInt) -> Never {
    FileHandle.standardError.write(Data("bench: \(message)\n".utf8))
    exit(status)
  }
}
