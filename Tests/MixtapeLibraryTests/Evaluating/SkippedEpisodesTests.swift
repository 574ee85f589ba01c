import Foundation
import MixtapeLibrary
import MixtapeModel
import Testing

/// The rules of items that updates from feeds skip.
@Suite struct SkippedEpisodesTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func skipped(by rules: String...) throws -> Set<Int> {
    let titles = ["Auroras", "Rerun: Auroras", "Comets"]
    let source = Podcast(
      id: try Podcast.ID(validating: "proposal"), title: "Feed", author: "Ann",
      episodes: try titles.enumerated().map { number, title in
        Episode(
          id: try Episode.ID(validating: "proposal/e\(number)"),
          fields: [.title: .text(title), .duration: .seconds(Double(number) * 600)])
      })
    let podcast = Podcast(
      id: try Podcast.ID(validating: "sky"), title: "Mine", tags: ["news"],
      skip: rules)
    return try LibraryIndex.offsets(skippedIn: source, by: podcast, now: now)
  }

  @Test("An item that fits any rule is skipped")
  func anyRule() throws {
    #expect(try skipped(by: "title contains \"rerun\"") == [1])
    #expect(try skipped(by: "title contains \"rerun\"", "duration > 15 min") == [1, 2])
    #expect(try skipped(by: "title contains \"rerun\" and duration > 15 min").isEmpty)
    #expect(try skipped().isEmpty)
  }

  @Test("Rules see the podcast of the library")
  func podcast() throws {
    let rule = #"podcast = "sky" and tag = "news" and album = "Mine" and title matches "^C""#
    #expect(try skipped(by: rule) == [2])
    #expect(try skipped(by: "album = \"Feed\"").isEmpty)
  }

  @Test(
    "Rules with values of the library fit nothing",
    arguments: [
      "rating is missing", "not (playCount > 0)", "title contains \"rerun\" or lastPlayedAt is missing",
      "not in playlist \"focus\"", "dateAdded is missing", "not in progress",
    ])
  func valuesOfTheLibrary(rule: String) throws { #expect(try skipped(by: rule).isEmpty) }

  @Test("An invalid regular expression is an error")
  func pattern() throws {
    #expect(throws: LibraryError.self) { try skipped(by: "title matches \"(\"") }
  }
}
