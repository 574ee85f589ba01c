@testable import LosslessTOML
import Testing

/// Hostile input for a parser. The result has diagnostics, and the time is linear in the size.
@Suite struct HostileInputTests {
  private static let count = 50_000

  private static func repeated(_ text: String, _ end: String = "") -> [UInt8] {
    Array((String(repeating: text, count: count) + end).utf8)
  }

  static let inputs: [(name: String, source: [UInt8])] = [
    ("open brackets", Array("a = ".utf8) + repeated("[")), ("open braces", Array("a = ".utf8) + repeated("{")),
    ("nested tables", Array("a = ".utf8) + repeated("{a=")), ("mixed brackets", Array("a = ".utf8) + repeated("[{a=")),
    ("a deep dotted key", repeated("a.", "a = 1")), ("a deep header", Array("[".utf8) + repeated("a.", "a]")),
    ("header brackets", repeated("[[")), ("closing brackets", repeated("]")), ("closing braces", repeated("}\n")),
    ("commas", Array("a = [".utf8) + repeated(",")), ("quotes", repeated("\"")), ("apostrophes", repeated("a = '''")),
    ("open strings", repeated("a = \"\"\"\n")), ("escaped quotes", repeated("a = \"\"\"\\\"\"\"\\\n")),
    ("backslashes", Array("a = \"".utf8) + repeated("\\")), ("NUL", [UInt8](repeating: 0, count: count)),
    ("0xFF", [UInt8](repeating: 0xFF, count: count)), ("line feeds", repeated("\n")),
    ("carriage returns", repeated("\r")),
    ("equals signs", repeated("=\n")), ("comment signs", repeated("#")), ("dots", repeated(".")),
    ("digits", Array("a = ".utf8) + repeated("1")), ("open arrays of statements", repeated("a = [\n")),
    ("open tables of statements", repeated("a = {\n")), ("words in an array", Array("a = [".utf8) + repeated("b ")),
    ("headers in an array", Array("a = [\n".utf8) + repeated("[1]\n")), ("duplicates", repeated("a = 1\n")),
    ("strings too deep", Array(("a = " + String(repeating: "[", count: 200)).utf8) + repeated("\\\"\"\"x")),
    ("duplicate headers", repeated("[a]\n")), ("array headers", repeated("[[a]]\n")),
    ("deep arrays of tables", repeated("[[a.a]]\n")), ("mismatched brackets", repeated("a = [}\n")),
  ]

  @Test(arguments: inputs.indices) func keepsEveryByte(_ index: Int) {
    let source = Self.inputs[index].source
    let document = TOMLDocument(parsing: source)
    #expect(document.source == source, "\(Self.inputs[index].name)")
    #expect(document.diagnostics.count <= Parser.diagnosticLimit + 1)
    expectSoundTree(document.tree)
  }

  @Test func reachesTheLimit() {
    let limit = Parser.nestingLimit
    for (opening, closing) in [("[", "]"), ("{a=", "}")] {
      let (some, more) = (opening == "[" ? limit - 1 : (limit - 1) / 2, limit + 1)
      let fits = "a = " + String(repeating: opening, count: some) + "1" + String(repeating: closing, count: some)
      let exceeds = "a = " + String(repeating: opening, count: more) + "1" + String(repeating: closing, count: more)
      #expect(TOMLDocument(parsing: Array(fits.utf8)).isValid)
      #expect(TOMLDocument(parsing: Array(exceeds.utf8)).diagnostics.map(\.id) == ["toml.nesting-too-deep"])
    }
  }

  @Test(arguments: [-1, .min, 2, .max]) func readsNothingOutsideTheSource(_ offset: Int) {
    let byte = Array("ab".utf8).withSourceBytes { $0.byte(at: offset) }
    #expect(byte == 0)
  }

  @Test func refusesLargeSources() {
    let output = Parser.parse(Array("a = 1".utf8), sizeLimit: 4)
    #expect(output.diagnostics.map(\.id) == ["toml.file-too-large"])
    #expect(output.diagnostics.first?.message == "the file has 5 bytes; expected no more than 4")
    #expect(output.nodes.count == 1)
  }

  @Test func findsKeysWithoutComparingAllOfThem() {
    let text = (0..<20_000).map { "key\($0) = \($0)\n" }.joined()
    let document = TOMLDocument(parsing: Array(text.utf8))
    #expect(document.isValid)
    #expect(document.root["key19999"]?.integer == 19_999)
    #expect(document.root["key20000"] == nil)
  }

  @Test func locatesManyPlacesOfOneLineInLinearTime() {
    let lines = SourceLines(Array(String(repeating: "añb ", count: 100_000).utf8))
    for index in stride(from: 0, to: 100_000, by: 10) {
      #expect(lines.location(of: index * 5) == LosslessTOML.SourceLocation(line: 1, column: index * 4 + 1))
    }
  }
}

/// Checks that tokens are contiguous, and that nodes refer to existing ones.
func expectSoundTree(_ tree: SyntaxTree, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
  let starts = tree.tokens.map(\.start)
  #expect(starts.first == 0 && Int(starts.last ?? -1) == tree.source.count, sourceLocation: sourceLocation)
  let grows = zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 } || tree.source.isEmpty
  #expect(grows, "a token is empty", sourceLocation: sourceLocation)
  for index in tree.nodes.indices where !tree.nodes[index].flags.contains(.invalid) {
    let range = tree.range(of: NodeIndex(index))
    #expect(range.upperBound <= tree.source.count, sourceLocation: sourceLocation)
  }
}
