import Foundation
import MixtapeLibrary
import MixtapeModel
import TestSupport
import Testing

/// Rules evaluated by SQL and by plain Swift have the same results.
@Suite struct ReferenceTests {
  @Test("Random queries over random libraries", arguments: 0..<20)
  func queries(round: Int) throws {
    var random = RandomLibrary(generator: SeededGenerator())
    let seed = random.generator.comment
    let podcasts = random.podcasts(6)
    let index = try LibraryIndex(podcasts: podcasts)
    let reference = ReferenceEvaluator(podcasts, now: RandomLibrary.now)
    for _ in 0..<50 {
      let query = random.query(playlists: [RandomLibrary.missingPlaylist].compactMap(\.self))
      let expected = reference.episodes(matching: query)
      let found = try index.episodes(matching: query)
      try #require(found == expected, "\(seed) \(query)")
      #expect(try index.count(matching: query) == expected.count, "\(seed) \(query)")
    }
  }

  @Test("The canonical form of a rule finds the same episodes")
  func canonical() throws {
    var random = RandomLibrary(generator: SeededGenerator())
    let seed = random.generator.comment
    let reference = ReferenceEvaluator(random.podcasts(6), now: RandomLibrary.now)
    for _ in 0..<200 {
      let rule = random.rule(depth: 3)
      let found = [rule, rule.canonical].map {
        reference.episodes(matching: EpisodeQuery(rule: $0, sort: [], now: RandomLibrary.now))
      }
      #expect(found[0] == found[1], "\(seed) \(rule)")
    }
  }

  @Test("Random playlists that name each other", arguments: 0..<20)
  func playlists(round: Int) throws {
    var random = RandomLibrary(generator: SeededGenerator())
    let seed = random.generator.comment
    let podcasts = random.podcasts(4)
    var playlists: [Playlist] = []
    for id in RandomLibrary.playlists {
      let others = playlists.map(\.id) + [RandomLibrary.missingPlaylist].compactMap(\.self)
      playlists.append(try random.playlist(id, of: podcasts, asking: others))
    }
    let index = try LibraryIndex(podcasts: podcasts, playlists: playlists)
    let reference = ReferenceEvaluator(podcasts, playlists: playlists, now: RandomLibrary.now)
    for playlist in playlists {
      let contents = try index.contents(of: playlist, now: RandomLibrary.now)
      #expect(contents.episodes == reference.contents(of: playlist), "\(seed) \(playlist)")
    }
  }

  @Test("Deep rules", arguments: [10, 20])
  func deep(depth: Int) throws {
    var random = RandomLibrary(generator: SeededGenerator())
    let seed = random.generator.comment
    let podcasts = random.podcasts(3)
    var rule = random.rule(depth: 0)
    for level in 0..<depth {
      let other = random.rule(depth: 0)
      rule = level.isMultiple(of: 2) ? .and([rule, .not(other)]) : .or([other, rule])
    }
    try expectSame([rule, .not(rule)], podcasts, seed)
  }

  @Test("Rules too long for SQLite's parser")
  func wide() throws {
    var random = RandomLibrary(generator: SeededGenerator())
    let seed = random.generator.comment
    let podcasts = random.podcasts(3)
    let rule = Rule.or(
      (0..<700).map { _ in .and([random.rule(depth: 0), random.rule(depth: 0), random.rule(depth: 1)]) })
    try expectSame([rule, .not(rule)], podcasts, seed)
  }

  @Test("A thousand alternatives of several parts", .timeLimit(.generous))
  func alternatives() throws {
    var random = RandomLibrary(generator: SeededGenerator())
    let seed = random.generator.comment
    let podcasts = random.podcasts(2)
    let alternatives = (0..<1_000).map { _ in
      let numbers = (0..<3).map { _ in Int.random(in: 0...1_000, using: &random.generator) }
      return "(fileSize > \(numbers[0])000 and (duration < \(numbers[1]) or year = \(numbers[2])))"
    }
    try expectSame([try Rule(parsing: alternatives.joined(separator: " or "))], podcasts, seed)
  }

  private func expectSame(_ rules: [Rule], _ podcasts: [Podcast], _ seed: Comment) throws {
    let index = try LibraryIndex(podcasts: podcasts)
    let reference = ReferenceEvaluator(podcasts, now: RandomLibrary.now)
    for rule in rules {
      let query = EpisodeQuery(rule: rule, sort: [], now: RandomLibrary.now)
      #expect(try index.episodes(matching: query) == reference.episodes(matching: query), seed)
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
