import Foundation
import Testing

/// The topics of each DocC catalog are public types of its module.
@Suite struct CatalogTests {
  private static let modules = Result {
    let sources = Repository.root.appendingPathComponent("Sources").path
    return try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".docc") }
      .compactMap { $0.split(separator: "/").first.map(String.init) }
  }

  @Test(arguments: try modules.get()) func topicsAreTypesOfTheModule(_ module: String) throws {
    let types = try Self.publicTypes(of: module)
    let topics = try Markdown("Sources/\(module)/\(module).docc/\(module).md").lines
      .compactMap { $0.wholeMatch(of: /- ``([A-Za-z]+)``/).map { String($0.1) } }
    #expect(!topics.isEmpty)
    #expect(Set(topics).count == topics.count)
    #expect(topics.filter { !types.contains($0) } == [])
  }

  private static func publicTypes(of module: String) throws -> Set<String> {
    let directory = Repository.root.appendingPathComponent("Sources/\(module)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: directory.path).filter { $0.hasSuffix(".swift") }
    let declaration = /public (?:indirect )?(?:final class|struct|class|enum|actor|protocol|typealias) ([A-Za-z0-9]+)/
    return Set(
      try files.flatMap { file in
        let text = try String(contentsOf: directory.appendingPathComponent(file), encoding: .utf8)
        return text.matches(of: declaration).map { String($0.1) }
      })
  }
}
