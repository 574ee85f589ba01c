import Foundation
import Testing

/// A part of a page that a test makes, between `<!-- NAME -->` and `<!-- end of NAME -->`.
enum GeneratedText {
  /// Checks that a page has a text, or writes it if the environment has `MIXTAPE_UPDATE_SNAPSHOTS`.
  static func check(_ name: String, in path: String, equals content: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = root.appending(path: path)
    let text = try String(contentsOf: page, encoding: .utf8)
    let opening = try #require(text.range(of: "<!-- \(name) -->\n"))
    let closing = try #require(text.range(of: "<!-- end of \(name) -->"))
    let expected = "\n\(content)\n\n"
    if ProcessInfo.processInfo.environment["MIXTAPE_UPDATE_SNAPSHOTS"] != nil {
      let changed = text[..<opening.upperBound] + expected + text[closing.lowerBound...]
      return try Data(changed.utf8).write(to: page)
    }
    #expect(
      text[opening.upperBound..<closing.lowerBound] == expected,
      "\(path) is out of date: run the tests with MIXTAPE_UPDATE_SNAPSHOTS=1")
  }
}
