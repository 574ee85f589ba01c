import Foundation

/// Measures Mixtape and other programs. Each argument names a section; the default is all sections.
@main
struct Bench {
  /// A part of the report.
  struct Section {
    let name: String
    /// The programs of the section. Git is required; columns of other missing programs are left out.
    var peers: [Peer] = []
    /// Measures and prints tables.
    let run: @Sendable () throws -> Void
  }

  /// The sections, in the order in which they are printed.
  static let sections = [
    Section(name: "toml", run: TOMLSection.run), Section(name: "toml-hostile", run: HostileSection.run),
    Section(name: "store", peers: [.git], run: StoreSection.run),
    Section(name: "history", peers: [.git], run: HistorySection.run),
    Section(name: "watch", peers: [.git], run: WatchSection.run),
    Section(name: "library", peers: [.git, .sqlite, .beets], run: LibrarySection.run),
    Section(name: "merge", run: MergeSection.run), Section(name: "sync", peers: [.git, .sshd], run: SyncSection.run),
    Section(name: "lists", peers: [.git], run: ListsSection.run),
    Section(name: "player", run: PlayerSection.run),
    Section(name: "feeds", peers: [.git, .curl, .xmllint, .python], run: FeedSection.run),
    Section(name: "scan", peers: [.mutagen], run: ScanSection.run),
    Section(name: "browse", peers: [.git], run: BrowseSection.run),
  ]

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let wanted = arguments.filter { $0 != missingPackages }
    let unknown = wanted.filter { name in !sections.contains { $0.name == name } }
    guard unknown.isEmpty else {
      let names = sections.map(\.name).joined(separator: ", ")
      fail("no section \(unknown.joined(separator: ", ")); there are: \(names)", status: 64)
    }
    let chosen = sections.filter { wanted.isEmpty || wanted.contains($0.name) }
    if arguments.contains(missingPackages) {
      let packages = Set(chosen.flatMap(\.peers).filter { !$0.isInstalled }.map(\.package))
      return print(packages.sorted().joined(separator: " "))
    }
    for section in chosen {
      for peer in section.peers where !peer.isInstalled { warn("section \(section.name): \(peer.program) is missing") }
      do {
        try section.run()
      } catch {
        fail("section \(section.name): \(error)", status: 1)
      }
    }
  }

  /// The option that prints the packages of missing programs instead of measuring.
  private static let missingPackages = "--missing-packages"

  private static func warn(_ message: String) {
    FileHandle.standardError.write(Data("bench: \(message)\n".utf8))
  }

  private static func fail(_ message: String, status: CInt) -> Never {
    warn(message)
    exit(status)
  }
}
