import Foundation
import Testing

@testable import mixtape

@Suite struct ReferenceTests {
  @Test func `docs/cli.md matches the program`() throws {
    try Snapshot.expect("docs/cli.md", toBe: try CLIReference().text)
  }

  @Test func `the help of every command matches the snapshot`() throws {
    try Snapshot.expect("Tests/mixtapeTests/Reference/help.txt", toBe: CLIReference.help)
  }

  @Test func `the reference contains every JSON field`() throws {
    let fixture = try CommandFixture()
    let reference = try Snapshot.fragment("json.md")
    let commands = [
      "list", "show morning", "add morning night-sky/comets", "history", "undo", "redo", "status", "check", "doctor",
      "containing night-sky/auroras", "create --list-templates", "init new --here", "diff HEAD~1",
      "blame morning", "podcast list", "tag add x night-sky", "tag list", "folder list",
      "folder move evening night", "conditions fresh", "search --where 'title is present' --ids",
      "search --where 'title is present' --count",
      "explain fresh night-sky/auroras", "search sky", "episode download night-sky/auroras", "episode forget --all",
      "delete night-sky", "export morning", "import --resolve",
    ]
    for command in commands {
      let outcome = fixture.mixtape(ShellWords.split(command) + ["--json"])
      let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      for field in Self.fields(of: value) { #expect(reference.contains("`\(field)`"), "\(command) has \(field)") }
    }
  }

  private static func fields(of value: Any) -> Set<String> {
    switch value {
    case let object as [String: Any]: object.reduce(into: Set(object.keys)) { $0.formUnion(fields(of: $1.value)) }
    case let array as [Any]: array.reduce(into: []) { $0.formUnion(fields(of: $1)) }
    default: []
    }
  }
}
