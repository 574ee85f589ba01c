import Foundation
import MixtapeModel
import PlaylistFiles
import Testing

/// The rules on the pages are valid, and those that a page calls errors are invalid.
@Suite("The pages on rules")
struct RulePageTests {
  private let lines: [String]

  init() throws {
    lines = try ["rules.md", "rules-reference.md", "search.md"].flatMap { name in
      let page = RepositoryFiles.top.appendingPathComponent("docs/\(name)")
      return try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    }
  }

  private static let errors = ["rating > 3 min"]

  @Test func everyRuleInTheTextIsRead() throws {
    let starts = Set(RuleField.allCases.map(\.rawValue) + RuleField.aliases.keys + ["not", "in"])
    var count = 0
    for line in prose {
      for span in line.matches(of: /`([^`]+)`/).map({ String($0.1) }) {
        let words = span.split(separator: " ")
        guard words.count > 2, starts.contains(words[0].trimmingCharacters(in: ["("])), !span.contains("…") else {
          continue
        }
        guard !["in the last", "in the last N units", "in this week", "in last month"].contains(span) else { continue }
        let isRule = (try? Rule(parsing: span)) != nil
        #expect(isRule != Self.errors.contains(span), "\(span)")
        count += 1
      }
    }
    #expect(count > 20)
  }

  @Test func everyRuleInABlockIsRead() throws {
    var count = 0
    for line in lines where line.hasPrefix("    ") && line.contains(/^ {4}[(a-z][a-zA-Z]+ .*[=<>]/) && !isFenced(line) {
      let rule = String(line.split(separator: "    ").first ?? "")
      guard !rule.contains("error:"), !rule.contains("playlists/") else { continue }
      #expect(throws: Never.self, "\(rule)") { try Rule(parsing: rule) }
      count += 1
    }
    #expect(count >= 3)
  }

  @Test func everyExampleOfAFileIsValid() throws {
    let blocks = lines.split(whereSeparator: { $0.hasPrefix("```") })
    let examples = blocks.filter { $0.contains { $0.hasPrefix("conditions = [") } }
    #expect(examples.count >= 2)
    for example in examples {
      let file = try PlaylistFile(example.joined(separator: "\n"))
      #expect(file.diagnostics == [] && file.playlist?.criteria.conditions?.isEmpty == false)
    }
  }

  /// The lines outside of fenced blocks.
  private var prose: [String] {
    lines.split(omittingEmptySubsequences: false, whereSeparator: { $0.hasPrefix("```") }).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.flatMap(\.element)
  }

  private func isFenced(_ line: String) -> Bool { !prose.contains(line) }
}
