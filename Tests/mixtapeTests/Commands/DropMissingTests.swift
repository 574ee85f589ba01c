import Foundation
import TestSupport
import Testing

@testable import mixtape

/// `feed update --drop-missing`.
struct DropMissingTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture(with: [:]) }

  @discardableResult
  private func write(_ guids: String, title: String = "Slow Water", link: String = "") throws -> String {
    let episodes = guids.map { (guid: String($0), title: "Part \($0)", day: 5) }
    let feed = CommandFixture.feed(episodes, title: title).replacing("</channel>", with: "\(link)</channel>")
    return try fixture.writeFeed(feed, to: "slow-water.xml")
  }

  @Test func `episodes that the feed dropped go`() throws {
    #expect(fixture.mixtape(["podcast", "add", try write("abcd")]).status == .done)
    #expect(fixture.mixtape(["episode", "rate", "slow-water/part-b", "4"]).status == .done)
    #expect(fixture.mixtape(["create", "Focus"]).status == .done)
    #expect(fixture.mixtape(["add", "focus", "slow-water/part-c"]).status == .done)
    try write("a")
    #expect(fixture.mixtape(["feed", "update"]).errors == "Nothing new.\n")
    let kept =
      "note: slow-water: kept 2 episodes that the feed does not have any more, because they have a rating, notes or a position, or are downloaded, in a playlist, or written by you: part-b and part-c\n"
    let dry = fixture.mixtape(["feed", "update", "--drop-missing", "--dry-run"])
    #expect(dry.output == "Would update slow-water: 1 removed episode.\n  slow-water: 1 removed episode\n")
    #expect(
      dry.errors
        == "note: slow-water: would remove 1 episode that the feed does not have any more: part-d\n\(kept)Nothing was changed.\n",
      "\(dry.errors)")
    let done = fixture.mixtape(["feed", "update", "--drop-missing"])
    #expect(
      done.output == "Updated slow-water: 1 removed episode.\n", "\(done.output)")
    #expect(
      done.errors
        == "note: slow-water: removed 1 episode that the feed does not have any more: part-d\n\(kept)", "\(done.errors)"
    )
    #expect(try fixture.shell("git log -1 --format=%s") == "Update podcast slow-water: 1 removed episode\n")
    #expect(try !fixture.text(of: "library/slow-water.toml").contains("part-d"))
    #expect(fixture.mixtape(["undo"]).status == .done)
    #expect(try fixture.text(of: "library/slow-water.toml").contains("part-d"))
    #expect(
      fixture.mixtape(["feed", "update", "--drop-missing", "--json"]).output.contains(
        "\"removedEpisodes\": [\n    \"slow-water/part-d\"\n  ]"))
  }

  @Test(arguments: [
    ("", ""), ("a", "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"2.xml\"/>"),
  ])
  func `a feed that does not show everything drops nothing`(guids: String, link: String) throws {
    #expect(fixture.mixtape(["podcast", "add", try write("ab")]).status == .done)
    try write(guids, link: link)
    let update = fixture.mixtape(["feed", "update", "--drop-missing"])
    #expect(
      update.errors.contains(
        "note: no episode of slow-water is removed, because its feed has more pages, is cut off, or has no episodes\n"),
      "\(update.errors)")
    #expect(try fixture.text(of: "library/slow-water.toml").contains("part-b"))
  }
}
