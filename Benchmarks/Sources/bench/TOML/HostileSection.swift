import LosslessTOML

/// Large files that are slow to parse for naive parsers: ten times the size should take at most about ten times the
/// time.
enum HostileSection {
  private static let inputs: [(name: String, unit: String, start: String)] = [
    ("one value again and again", "a = 1\n", ""), ("a long array", "1,", "a = ["), ("open brackets", "[", "a = "),
    ("open arrays of statements", "a = [\n", ""), ("open multi-line strings", "a = \"\"\"\n", ""),
    ("duplicate headers", "[a]\n", ""), ("arrays of tables", "[[a]]\n", ""), ("a long dotted key", "a.", ""),
    ("words in an array", "b ", "a = ["), ("equals signs", "=\n", ""), ("NUL", "\0", ""), ("one comment", "#", ""),
    ("line feeds", "\n", ""),
  ]

  static func run() {
    var table = ReportTable(
      "TOML: hostile input", columns: ["input", "10 MB ms", "100 MB ms", "ratio (want about 10)", "diagnostics"])
    for input in inputs {
      let (small, _) = measure(input.start, input.unit, megabytes: 10)
      let (large, diagnostics) = measure(input.start, input.unit, megabytes: 100)
      table.add(input.name, small.brief, large.brief, (large / small).brief, "\(diagnostics)")
    }
    table.print()
  }

  private static func measure(_ start: String, _ unit: String, megabytes: Int) -> (Double, diagnostics: Int) {
    let source = Array(start.utf8) + Array(String(repeating: unit, count: megabytes * 1_000_000 / unit.utf8.count).utf8)
    var diagnostics = 0
    let clock = ContinuousClock()
    let time = clock.measure { diagnostics = TOMLDocument(parsing: source).diagnostics.count }
    return (time / .milliseconds(1), diagnostics)
  }
}
