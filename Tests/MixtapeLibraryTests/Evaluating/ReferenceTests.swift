import Foundation
import MixtapeLibrary
import MixtapeModel
import TestSupport
import Testing

/// Rules by SQL and rules by plain Swift give the same answers.
@Suite struct ReferenceTests {
  @Test("Random queries over random libraries", arguments: 0..<20)
  func queries(round: Int) throws {
    var random = RandomLibrary(generator: SeededGenerator())
    let seed = random.generator.comment
    let podcasts = random.podcasts(6)
    let index = try LibraryIndex(podcasts: podcasts)
    let reference = ReferenceEvaluator(episodes: podcasts.flatMap(\.episodes), playlists: [:], now: RandomLibrary.now)
    for _ in 0..<50 {
      let query = random.query()
      let expected = reference.episodes(matching: query)
      let found = try index.episodes(matching: query)
      try #require(found == expected, "\(seed) \(query)")
      #expect(try index.count(matching: query) == expected.count, "\(seed) \(query)")
    }
  }

  @Test("Random playlists that ask for each other", arguments: 0..<20)
  func playlists(round: Int) throws {
    var random = RandomLibrary(generator: SeededGenerator())
    let seed = random.generator.comment
    let podcasts = random.podcasts(4)
    var playlists: [Playlist] = []
    for id in RandomLibrary.playlists {
      playlists.append(try random.playlist(id, of: podcasts, asking: playlists.map(\.id)))
    }
    let index = try LibraryIndex(podcasts: podcasts, playlists: playlists)
    let reference = ReferenceEvaluator(
      episodes: podcasts.flatMap(\.episodes),
      playlists: Dictionary(uniqueKeysWithValues: playlists.map { ($0.id, $0) }), now: RandomLibrary.now)
    for playlist in playlists {
      let contents = try index.contents(of: playlist, now: RandomLibrary.now)
      #expect(contents.episodes == reference.contents(of: playlist), "\(seed) \(playlist)")
    }
  }

  @Test("Rules too deep or too many for SQLite's parser", arguments: [10, 60, 100])
  func deep(depth: Int) throws {
    var random = RandomLibrary(generator: SeededGenerator())
    let seed = random.generator.comment
    let podcasts = random.podcasts(3)
    var rule = random.rule(depth: 0)
    for level in 0..<depth {
      let other = random.rule(depth: 0)
      rule = level.isMultiple(of: 2) ? .and([rule, .not(other)]) : .or([other, rule])
    }
    let index = try LibraryIndex(podcasts: podcasts)
    let reference = ReferenceEvaluator(episodes: podcasts.flatMap(\.episodes), playlists: [:], now: RandomLibrary.now)
    let wide = Rule.or(
      (0..<2_000).map { _ in .and([random.rule(depth: 0), random.rule(depth: 0), random.rule(depth: 1)]) })
    let long = try SmartPlaylistCondition(
      field: .title, op: .isIn, value: .texts((0..<40_000).map { "title \($0)" } + ["é"]))
    for rule in [rule, .not(rule), wide, .not(wide), .comparison(long), .not(.comparison(long))] {
      let query = EpisodeQuery(rule: rule, sort: [], now: RandomLibrary.now)
      #expect(try index.episodes(matching: query) == reference.episodes(matching: query), "\(seed)")
    }
  }

  @Test("A rule that is too deep for the stack is an error")
  func tooDeep() throws {
    var rule = Rule.or([])
    for _ in 0..<1_000 { rule = .not(.and([rule])) }
    let query = EpisodeQuery(rule: rule, now: RandomLibrary.now)
    let error = try #require(throws: LibraryError.self) { _ = try LibraryIndex().count(matching: query) }
    #expect(error.code == .ruleTooDeep)
  }
}
