import Foundation
import Testing

/// The folders of `MixtapeStore` use each other in one direction, in the order of the table in `docs/architecture.md`.
@Suite struct FolderTests {
  private static let module = Repository.root.appendingPathComponent("Sources/MixtapeStore")

  /// Returns the folders in the table, the lowest first.
  private static func folders() throws -> [String] {
    let lines = try Markdown("docs/architecture.md").lines
    let start = try #require(lines.firstIndex { $0.hasPrefix("In `MixtapeStore`, each folder") })
    return lines[start...].drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
      .compactMap { $0.firstMatch(of: /^\| `(\w+)` \|/).map { String($0.1) } }
  }

  /// Returns the code of each file, without comments and strings, with its folder.
  private static func sources() throws -> [(folder: String, code: String)] {
    try FileManager.default.subpathsOfDirectory(atPath: module.path).filter { $0.hasSuffix(".swift") }.sorted().map {
      let text = try String(contentsOf: module.appendingPathComponent($0), encoding: .utf8)
      let parts = $0.split(separator: "/")
      return (parts.count > 1 ? String(parts[0]) : "", code(of: text))
    }
  }

  private static func code(of text: String) -> String {
    text.replacing(/\/\/[^\n]*/, with: "").replacing(/"(?:[^"\\\n]|\\.)*"/, with: "")
  }

  @Test func `the table contains every folder`() throws {
    let found = Set(try Self.sources().map(\.folder)).subtracting([""])
    #expect(Set(try Self.folders()) == found)
  }

  @Test func `a folder uses only types of the folders above it in the table`() throws {
    let order = try Self.folders()
    let sources = try Self.sources()
    var homes: [String: Set<String>] = [:]
    for source in sources {
      let declarations = source.code.matches(of: /(?:struct|class|enum|protocol|actor|typealias) ([A-Z]\w*)/)
      for declaration in declarations { homes[String(declaration.1), default: []].insert(source.folder) }
    }
    for source in sources {
      guard let place = order.firstIndex(of: source.folder) else { continue }
      for name in Set(source.code.matches(of: /\b[A-Z]\w+/).map { String($0.0) }) {
        guard let home = homes[name], home.count == 1, let other = home.first.flatMap({ order.firstIndex(of: $0) })
        else {
          continue
        }
        #expect(other <= place, "\(source.folder) uses \(name) of \(order[other])")
      }
    }
  }
}
