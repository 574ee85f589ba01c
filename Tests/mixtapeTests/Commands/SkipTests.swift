import Foundation
import TestSupport
import Testing

@testable import mixtape

/// The rules of items that updates skip.
struct SkipTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture(with: [:]) }

  private func write(_ episodes: [(guid: String, title: String, day: Int)]) throws -> String {
    try fixture.writeFeed(CommandFixture.feed(episodes, title: "Slow Water"), to: "slow-water.xml")
  }

  @Test func `items that fit a rule are not added`() throws {
    let address = try write([("a", "Snow", 5), ("r", "Rerun: Hail", 4)])
    #expect(fixture.mixtape(["podcast", "add", address]).status == .done)
    let rule = "title contains \"Rerun\""
    let set = ["set", "slow-water", "--add-skip"]
    #expect(fixture.mixtape(set + [rule, "--add-skip", "duration < 1 min"]).status == .done)
    #expect(try fixture.text(of: "library/slow-water.toml").contains("skip = ['\(rule)', \"duration < 1 min\"]\n"))
    #expect(
      fixture.mixtape(["show", "slow-water"]).output.contains(
        "skip        \(rule)\n            duration < 1 min\n"))
    #expect(
      fixture.mixtape(["show", "slow-water", "--json"]).output.contains("title contains \\\"Rerun\\\""))
    _ = try write([("c", "Fog", 20), ("s", "Rerun: Snow", 19), ("a", "Snow", 5), ("r", "Rerun: Hail", 4)])
    for command in [["feed", "update", "--dry-run"], ["feed", "update"]] {
      let update = fixture.mixtape(command)
      #expect(update.output.contains("1 new episode"), "\(update.output)")
      #expect(
        update.errors.contains("note: slow-water: 1 episode skipped by the rules in `skip`\n"), "\(update.errors)")
    }
    // An episode that the library has stays.
    #expect(try fixture.text(of: "library/slow-water.toml").contains("Rerun: Hail"))
    let all = fixture.mixtape(["feed", "update", "--all"])
    #expect(all.errors.contains("Nothing new.\n") && all.errors.contains("1 episode skipped"), "\(all.errors)")
    #expect(fixture.mixtape(["set", "slow-water", "--remove-skip", rule]).status == .done)
    #expect(fixture.mixtape(["feed", "update"]).output.contains("Rerun: Snow"))
  }

  @Test func `mistakes in rules are shown`() throws {
    let address = try write([("a", "Snow", 5)])
    #expect(fixture.mixtape(["podcast", "add", address]).status == .done)
    let command = ["set", "slow-water"]
    let mistaken = fixture.mixtape(command + ["--add-skip", "titel = 1"])
    #expect(mistaken.status == .usage)
    #expect(mistaken.errors.contains("titel"), "\(mistaken.errors)")
    #expect(fixture.mixtape(command + ["--add-skip", "title matches \"(\""]).status == .done)
    let update = fixture.mixtape(["feed", "update"])
    #expect(update.status == .unavailable)
    #expect(
      update.errors.contains("slow-water is not updated: invalid regular expression in `title matches \"(\"`"),
      "\(update.errors)")
    let check = fixture.mixtape(["check"])
    #expect(check.status == .invalid && check.output.contains("library/slow-water.toml:"), "\(check.output)")
  }

  @Test func `a command sets newSince`() throws {
    let address = try write([("a", "Snow", 5)])
    #expect(fixture.mixtape(["podcast", "add", address]).status == .done)
    let command = ["set", "slow-water", "--new-since"]
    #expect(fixture.mixtape(command + ["2026-02-01"]).status == .done)
    #expect(try fixture.text(of: "library/slow-water.toml").contains("newSince = 2026-02-01\n"))
    #expect(fixture.mixtape(command + ["none"]).status == .done)
    #expect(try !fixture.text(of: "library/slow-water.toml").contains("newSince"))
    #expect(fixture.mixtape(command + ["today"]).status == .done)
    #expect(try fixture.text(of: "library/slow-water.toml").contains("newSince = 2026-03-01\n"))
    let mistaken = fixture.mixtape(command + ["soon"])
    #expect(mistaken.status == .usage)
    #expect(
      mistaken.errors
        == "error: \"soon\" is not a date\nhint: write a date such as 2026-03-01, `today` or `none`\n",
      "\(mistaken.errors)")
  }
}
