import Foundation
import TestSupport
import Testing

@testable import mixtape

/// The common JSON members of all changes.
@Suite struct ChangeJSONTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  private func json(_ line: String) throws -> Any {
    let outcome = fixture.mixtape(
      ShellWords.split(line) + ["--json"], settings: ["EDITOR": "sed -i s/Calm/Quiet/"])
    return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
  }

  @Test func `every change names its commit`() throws {
    let changes = [
      "create New", "rename calm Calm2", "describe calm Text", "duplicate calm Copy", "move calm other",
      "set calm --continuous false", "add calm night-sky/comets", "reorder calm 2 --to 1", "remove calm 1",
      "conditions calm --add 'rating > 1'", "freeze fresh", "edit calm", "delete copy", "folder move other evening",
      "podcast add 'New Show'", "set new-show --author Me", "delete new-show", "tag add a night-sky",
      "tag rename a b", "tag remove b night-sky", "episode rate night-sky/comets 3", "undo", "redo",
      "restore calm --at HEAD~12", "revert HEAD", "set night-sky --folder deep",
      "folder move deep / --library", "folder move deep deeper --library", "folder delete evening",
    ]
    for change in changes {
      let before = try fixture.shell("git rev-parse HEAD")
      let result = try json(change)
      let head = try fixture.shell("git rev-parse HEAD")
      let isMade = head != before
      let commit = (result as? [String: Any])?["commit"]
      #expect(commit as? String == (isMade ? String(head.dropLast()) : nil), "\(change): \(result)")
      if !isMade { #expect(commit is NSNull, "\(change): \(result)") }
    }
  }

  @Test func `a repair with a commit contains its id`() throws {
    _ = try fixture.shell(
      "git rm -q --cached .gitattributes; rm .gitattributes; git commit -q -m 'Remove the attributes'")
    let findings = try #require(try json("doctor --repair") as? [[String: Any]])
    let head = try fixture.sandbox.git("rev-parse", "HEAD")
    #expect(try fixture.sandbox.git("log", "-1", "--format=%s") == "Prevent conversion of line ends")
    let commits = findings.filter { $0["repair"] as? String == "done" }.map { $0["commit"] as? String }
    #expect(commits == [head])
    #expect(findings.filter { $0["repair"] as? String == "none" }.allSatisfy { $0["commit"] is NSNull })
  }

  @Test(arguments: ["rename calm Calm", "freeze calm", "add calm four-seasons/winter", "tag remove x night-sky"])
  func `a change without effect has no commit`(_ change: String) throws {
    let result = try #require(try json(change) as? [String: Any])
    #expect(result["commit"] is NSNull && result["changed"] as? Bool == false)
  }

  @Test(arguments: ["undo", "redo", "undo --dry-run", "redo --dry-run", "undo 2"])
  func `undo without a change prints a document`(_ command: String) throws {
    let outcome = fixture.mixtape(ShellWords.split(command) + ["--json"])
    #expect(
      outcome.output == """
        {
          "steps": [],
          "commit": null,
          "nextUndo": null,
          "nextRedo": null,
          "differences": []
        }

        """)
    #expect(
      outcome.errors.contains(command.hasPrefix("undo") ? #""code":"nothing-to-undo""# : #""code":"nothing-to-redo""#))
    #expect(outcome.status == .nothingToDo)
  }

  @Test func `history contains podcasts and episodes`() throws {
    _ = fixture.mixtape(["add", "calm", "night-sky/comets", "daily-byte/monday"])
    _ = fixture.mixtape(["episode", "rate", "night-sky/auroras", "4"])
    _ = fixture.mixtape(["move", "calm", "other"])
    _ = fixture.mixtape(["delete", "daily-byte"])
    let entries = try #require(try json("history") as? [[String: Any]])
    func names(_ field: String) -> [[String]?] { entries.map { $0[field] as? [String] } }
    #expect(names("playlists") == [[], ["calm"], [], ["calm"], ["calm", "empty", "fresh", "morning"]])
    #expect(
      names("podcasts") == [["daily-byte"], [], ["night-sky"], [], ["daily-byte", "four-seasons", "night-sky"]])
    #expect(
      names("episodes") == [
        ["daily-byte/monday"], [], ["night-sky/auroras"], ["daily-byte/monday", "night-sky/comets"],
        ["daily-byte/monday", "four-seasons/winter", "night-sky/auroras", "night-sky/comets", "night-sky/gone"],
      ])
  }

  @Test func `the episodes of a change of very many files are not looked up`() throws {
    let many = try CommandFixture(
      with: Dictionary(uniqueKeysWithValues: (0...100).map { ("playlists/p\($0).toml", "episodes = [\"a/b\"]\n") }))
    let outcome = many.mixtape(["history", "--json"])
    #expect(outcome.output.contains("\"episodes\": null"))
  }
}
