import MixtapeModel
import Testing

@Suite struct NamedTextTests {
  @Test(arguments: [
    ("tag = \"a\"", ["a"]), ("tag != \"a\"", ["-a"]), ("not tag = \"a\"", ["-a"]), ("not (tag != \"a\")", ["a"]),
    ("folder in (\"a\", \"b\") and podcast = \"c\"", ["a", "b", "c"]),
    ("not (tag = \"a\" or not tag in (\"b\", \"c\"))", ["-a", "b", "c"]),
    ("tag starts with \"a\" or rating > 3 or in playlist \"a\" or genre is missing", []),
  ])
  func `texts after = and in, and those that a rule excludes`(_ rule: String, _ expected: [String]) throws {
    let named = try Rule(parsing: rule).namedTexts
    #expect(named.map { $0.isExcluded ? "-\($0.text)" : $0.text } == expected)
  }
}
