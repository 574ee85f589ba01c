import Interchange
import Testing

/// The tables in `docs/interchange-formats.md`, which are generated from the formats.
@Suite struct CapabilityTableTests {
  @Test func `the tables of the page are up to date`() throws {
    try GeneratedText.check("formats", in: "docs/interchange-formats.md", equals: Self.formats + "\n" + Self.aspects)
  }

  @Test func `formats without export write nothing`() {
    for format in InterchangeFormats.all where !format.capabilities.canWrite {
      #expect(format.write(InterchangeDocument()).isEmpty)
    }
  }

  private static var formats: String {
    var lines = ["| format | `--as`, `--to` | extensions | import | export |", "|---|---|---|---|---|"]
    for format in InterchangeFormats.all {
      let extensions = format.fileExtensions.map { "`.\($0)`" }.joined(separator: ", ")
      lines.append(
        "| \(format.title) | `\(format.name)` | \(extensions) | \(format.capabilities.canRead ? "yes" : "no") "
          + "| \(format.capabilities.canWrite ? "yes" : "no") |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static var aspects: String {
    let columns = InterchangeFormats.all.filter { $0.name != "m3u" }
    var notes: [String] = []
    var lines = [
      "| | " + columns.map { "`\($0.name)`" }.joined(separator: " | ") + " |",
      "|---|" + String(repeating: "---|", count: columns.count),
    ]
    for aspect in Aspect.all {
      let cells = columns.map { format in
        switch format.capabilities[aspect] {
        case .full: return "yes"
        case .inExtension: return "ext"
        case .none: return ""
        case .partial(let note):
          if !notes.contains(note) { notes.append(note) }
          return "part (\((notes.firstIndex(of: note) ?? 0) + 1))"
        }
      }
      lines.append("| \(aspect.name) | " + cells.joined(separator: " | ") + " |")
    }
    lines += [""] + notes.enumerated().map { "\($0.offset + 1). \($0.element)" }
    return lines.joined(separator: "\n")
  }
}
