import Foundation
import Testing

/// The imports of the modules are those of `docs/architecture.md`.
@Suite struct ModuleTests {
  /// The modules that come with Swift or the system.
  private static let system: Set = [
    "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Synchronization",
  ]

  /// Returns the Swift files in a directory and below it.
  private static func swiftFiles(in path: String) throws -> [URL] {
    let directory = Repository.root.appendingPathComponent(path)
    return try FileManager.default.subpathsOfDirectory(atPath: directory.path).filter { $0.hasSuffix(".swift") }
      .map(directory.appendingPathComponent)
  }

  /// Returns the modules that the Swift files of a module import, without those of the system.
  private static func imports(of module: String) throws -> Set<String> {
    var imports: Set<String> = []
    for file in try swiftFiles(in: "Sources/\(module)") {
      let text = try String(contentsOf: file, encoding: .utf8)
      let pattern =
        /(?m)^ *(?:@\w+ )?(?:(?:public|package|internal) )?import (?:(?:struct|class|enum|protocol|func) )?(\w+)/
      imports.formUnion(text.matches(of: pattern).map { String($0.1) })
    }
    return imports.subtracting(system)
  }

  /// Returns the rows of the table: modules, and the cell with their imports.
  private static func rows() throws -> [(modules: [String], imports: String)] {
    let lines = try Markdown("docs/architecture.md").lines
    let start = try #require(lines.firstIndex { $0.hasPrefix("| module | its job | imports |") })
    return lines[start...].dropFirst(2).prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return (names(in: cells[0]), cells[2])
    }
  }

  /// Returns the names of a list: "`Feeds`, SystemPackage".
  private static func names(in list: String) -> [String] {
    list.replacing("`", with: "").components(separatedBy: ", ")
  }

  @Test func `the table contains every module`() throws {
    let sources = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appendingPathComponent("Sources").path)
    #expect(Set(try Self.rows().flatMap(\.modules)) == Set(sources.filter { !$0.hasPrefix(".") }))
  }

  @Test func `the table contains all imports of Swift modules`() throws {
    for (modules, listed) in try Self.rows() where modules != ["mixtape"] {
      for module in modules {
        let imports = try Self.imports(of: module)
        // The table names the library of a module without Swift files in words.
        if !imports.isEmpty { #expect(imports == Set(Self.names(in: listed)), "\(module)") }
      }
    }
  }

  /// Foundation links 38 MB of ICU, even for a single name: `mixtape` had 82 MB.
  @Test func `where FoundationEssentials exists, no program needs Foundation`() throws {
    for file in try Self.swiftFiles(in: "Sources") {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      for (before, line) in zip(lines, lines.dropFirst()) where line.hasSuffix("import Foundation") {
        #expect(before == "#else", "\(file.path)")
      }
      #expect(lines.first?.hasSuffix("import Foundation") != true, "\(file.path)")
    }
  }

  @Test func `a module imports only those of the lines below its own`() throws {
    let lines = try Markdown("docs/architecture.md").lines
    let start = try #require(lines.firstIndex { $0 == "    mixtape" })
    let layers = lines[start...].prefix { !$0.isEmpty }.map {
      $0.trimmingCharacters(in: .whitespaces).split(separator: " · ").map(String.init)
    }
    #expect(layers.count > 4)
    for (number, layer) in layers.enumerated() {
      let above = Set(layers[...number].joined())
      for module in layer {
        #expect(try Self.imports(of: module).isDisjoint(with: above), "\(module)")
      }
    }
  }
}
