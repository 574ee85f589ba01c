import Foundation
import MixtapeLibrary
import MixtapeModel
import TestSupport
import Testing

@Suite struct ExplanationTests {
  private func explain(
    _ episode: String, picked: [String] = [], rules: [String] = [], search: String? = nil, limit: PlaylistLimit? = nil,
    groupLimit: GroupLimit? = nil
  ) throws -> Explanation {
    let index = try LibraryIndex([
      "a": [.title: .text("Aurora"), .year: .integer(2020), .duration: .seconds(60)],
      "b": [.title: .text("Bells"), .year: .integer(1990), .duration: .seconds(60)],
      "c": [.title: .text("Comets"), .year: .integer(2022)],
    ])
    let playlist = try Playlist(
      id: Playlist.ID(validating: "x"), episodes: picked.map { try Episode.ID(validating: $0) },
      criteria: SmartCriteria(
        conditions: rules.map { try WrittenRule(validating: $0) }, search: search, limit: limit,
        groupLimit: groupLimit))
    return try index.explain(playlist, Episode.ID(validating: episode), now: RandomLibrary.now)
  }

  @Test("Results and values of conditions")
  func results() throws {
    let explanation = try explain("p/a", rules: ["year > 2000", "not (rating < 3) or title = \"x\""])
    #expect(explanation.outcome == .found(position: 1))
    #expect(explanation.conditions.map(\.holds) == [true, true])
    #expect(explanation.conditions[0].tested == [.init(field: .year, values: [.integer(2020)])])
    #expect(explanation.conditions[0].parts.isEmpty)
    #expect(explanation.conditions[1].parts.map(\.holds) == [false, false])
    #expect(explanation.conditions[1].parts.map { $0.tested.map(\.values) } == [[[]], [[.text("Aurora")]]])
  }

  @Test("A missing title is the name in the id")
  func titles() throws {
    let index = try LibraryIndex(["untitled": [.year: .integer(2020)]])
    let playlist = try Playlist(
      id: Playlist.ID(validating: "x"),
      criteria: SmartCriteria(
        conditions: ["title is missing", "title starts with \"unt\""].map { try WrittenRule(validating: $0) }))
    let explanation = try index.explain(playlist, Episode.ID(validating: "p/untitled"), now: RandomLibrary.now)
    #expect(explanation.conditions.map(\.holds) == [false, true])
    #expect(explanation.conditions.flatMap(\.tested).map(\.values) == [[.text("untitled")], [.text("untitled")]])
  }

  @Test("Outcomes")
  func outcomes() throws {
    #expect(try explain("p/b", rules: ["year > 2000"]).outcome == .notFound)
    #expect(try explain("p/b", picked: ["p/c", "p/b"], rules: ["year > 2000"]).outcome == .picked(position: 2))
    #expect(try explain("p/c", limit: .items(2)).outcome == .cutOff(position: 3, taken: 2))
    let perPodcast = try #require(GroupLimit("2 per podcast"))
    #expect(try explain("p/b", groupLimit: perPodcast).outcome == .found(position: 2))
    #expect(try explain("p/c", groupLimit: perPodcast).outcome == .beyondGroup(perPodcast))
    #expect(try explain("p/c", picked: ["p/a"], groupLimit: perPodcast).outcome == .found(position: 2))
    #expect(try explain("p/b", limit: .items(1), groupLimit: perPodcast).outcome == .cutOff(position: 2, taken: 1))
    #expect(try explain("p/c", limit: .amount(1, .hours)).outcome == .withoutAmount(.duration))
    #expect(try explain("p/x", picked: ["p/x"]).outcome == .notInLibrary(position: 1))
    #expect(try explain("p/x").outcome == .notInLibrary(position: nil))
  }

  @Test("The result of the search")
  func search() throws {
    #expect(try explain("p/a", search: "aurora").search == true)
    #expect(try explain("p/b", search: "aurora").search == false)
    #expect(try explain("p/b").search == nil)
  }

  @Test("Explanations agree with the contents", arguments: 0..<5)
  func agreement(round: Int) throws {
    var random = RandomLibrary(generator: SeededGenerator())
    let seed = random.generator.comment
    let podcasts = random.podcasts(3)
    let index = try LibraryIndex(podcasts: podcasts)
    for _ in 0..<5 {
      let playlist = try random.playlist(
        Playlist.ID(validating: "x"), of: podcasts, asking: [RandomLibrary.missingPlaylist].compactMap(\.self))
      let contents = try index.contents(of: playlist, now: RandomLibrary.now).episodes
      for episode in podcasts.flatMap(\.episodes) {
        let explanation = try index.explain(playlist, episode.id, now: RandomLibrary.now)
        let isIn =
          switch explanation.outcome {
          case .picked, .found: true
          default: false
          }
        #expect(isIn == contents.contains(episode.id), "\(seed) \(playlist) \(episode.id)")
      }
    }
  }
}
