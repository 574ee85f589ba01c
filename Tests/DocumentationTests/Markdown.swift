import Foundation

/// A page of the documentation, as lines.
struct Markdown {
  /// The file's path below the top of the repository.
  let path: String
  var lines: [String]

  init(_ path: String) throws {
    self.path = path
    let text = try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
    lines = text.components(separatedBy: "\n")
  }

  /// Writes the lines to the file.
  func save() throws {
    let text = lines.joined(separator: "\n")
    try text.write(to: Repository.root.appendingPathComponent(path), atomically: true, encoding: .utf8)
  }

  /// Returns the fenced blocks of a language, as ranges of lines between the fences.
  func blocks(of language: String) -> [Range<Int>] {
    fences.filter { $0.language == language }.map(\.body)
  }

  /// The text outside of fenced blocks, with the number of each line.
  var prose: [(line: Int, text: String)] {
    let fenced = IndexSet(fences.flatMap { Array($0.body) })
    return lines.enumerated().filter { !fenced.contains($0.offset) }.map { ($0.offset + 1, $0.element) }
  }

  private var fences: [(language: String, body: Range<Int>)] {
    var fences: [(String, Range<Int>)] = []
    var opening: (line: Int, marker: String, language: String)?
    for (number, line) in lines.enumerated() {
      guard line.hasPrefix("```") else { continue }
      let marker = String(line.prefix { $0 == "`" })
      if let open = opening {
        guard line == open.marker else { continue }
        fences.append((open.language, open.line + 1..<number))
        opening = nil
      } else {
        opening = (number, marker, String(line.dropFirst(marker.count)))
      }
    }
    return fences
  }
}

extension Markdown {
  /// The anchors of the headings.
  var anchors: Set<String> {
    Set(prose.filter { $0.text.hasPrefix("#") }.map { Self.anchor(of: $0.text.drop { $0 == "#" || $0 == " " }) })
  }

  /// Returns the anchor of a heading: lower case, words joined by `-`, no punctuation.
  private static func anchor(of heading: Substring) -> String {
    let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
    return kept.replacingOccurrences(of: " ", with: "-")
  }

  /// The targets of the links, with their lines.
  var links: [(line: Int, target: String)] {
    prose.flatMap { line, text in
      text.replacing(/`[^`]*`/, with: "").matches(of: /\]\(([^)\s]+)\)/).map { (line, String($0.1)) }
    }
  }
}
