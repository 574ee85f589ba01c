import MixtapeLibrary
import MixtapeModel
import TestSupport
import Testing

@Suite("Rules that find what a search finds")
struct SearchRulesTests {
  private func rules(_ search: String) throws -> [String] {
    try SmartCriteria.rules(ofSearch: search).map { WrittenRule($0).text }
  }

  @Test func fieldsAndExclusions() throws {
    #expect(try rules("title:\"aurora\"") == [#"title matches "(?<![\\pL\\pN])aurora(?![\\pL\\pN])""#])
    #expect(try rules("title:aurora") == [#"title matches "(?<![\\pL\\pN])aurora""#])
    #expect(
      try rules(#"artist:"Night Sky" -title:bus"#) == [
        #"artist matches "(?<![\\pL\\pN])Night[^\\pL\\pN]+Sky(?![\\pL\\pN])""#,
        #"not title matches "(?<![\\pL\\pN])bus(?![\\pL\\pN])""#,
      ])
    #expect(try rules("album:auro*") == [#"album matches "(?<![\\pL\\pN])auro""#])
    #expect(
      try rules("title:\"rock'n'roll\"") == [
        #"title matches "(?<![\\pL\\pN])rock[^\\pL\\pN]+n[^\\pL\\pN]+roll(?![\\pL\\pN])""#
      ])
  }

  @Test func aWordAnywhereIsOneRule() throws {
    let found = try rules("aurora night")
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix(#"title matches "(?<![\\pL\\pN])aurora(?![\\pL\\pN])" or artist matches "#) == true)
  }

  @Test func thePodcastOfASearchIsTheAlbumOfARule() throws {
    #expect(try rules("podcast:\"twice\"") == [#"album matches "(?<![\\pL\\pN])twice(?![\\pL\\pN])""#])
    #expect(try rules("sky").allSatisfy { !$0.contains("podcast ") })
  }

  @Test func aSearchWithoutAWordHasNoRules() throws {
    #expect(try rules("! -").isEmpty)
  }

  @Test func wordsEndWhereThoseOfTheSearchEnd() throws {
    let index = try LibraryIndex([
      "underscores": [.title: .text("thing2_final_FINAL")],
      "hindi": [.title: .text("\u{939}\u{93F}\u{928}\u{94D}\u{926}\u{940}")],
      "composed": [.title: .text("Caf\u{E9}")], "longer": [.title: .text("finale thing22 Caf\u{E9}s")],
    ])
    for search in ["\"final\"", "\"thing2 final\"", "\u{939}\u{93F}\u{928}\u{94D}\u{926}\u{940}", "\"Cafe\u{301}\""] {
      let rules = try SmartCriteria.rules(ofSearch: search).map(WrittenRule.init(_:))
      let found = try index.episodes(matching: EpisodeQuery(SmartCriteria(conditions: rules), now: RandomLibrary.now))
      #expect(found.count == 1, "\(search)")
      #expect(
        try found == index.episodes(matching: EpisodeQuery(SmartCriteria(search: search), now: RandomLibrary.now)),
        "\(search)")
    }
  }

  /// Random searches of words without accents, in which rules and searches do not differ.
  @Test func rulesFindWhatTheSearchFinds() throws {
    var random = SeededGenerator()
    let words = ["night", "sky", "a", "live", "the", "2", "moon", "train", "Sea", "live_2"]
    let index = try LibraryIndex(
      Dictionary(
        uniqueKeysWithValues: (0..<40).map { number in
          let texts = (0..<2).map { _ in
            (0..<3).map { _ in words.randomElement(using: &random) ?? "" }.joined(
              separator: [" ", "-", ", ", "_"][number % 4])
          }
          return ("e\(number)", [.title: .text(texts[0]), .artist: .text(texts[1])])
        }))
    for _ in 0..<60 {
      let search = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let word = words.randomElement(using: &random) ?? ""
        let field = Int.random(in: 0..<3, using: &random) == 0 ? "title:" : ""
        let stem = Bool.random(using: &random) ? word : "\(word.prefix(2))*"
        return (Int.random(in: 0..<3, using: &random) == 0 ? "-" : "") + field + stem
      }.joined(separator: " ")
      let rules = try SmartCriteria.rules(ofSearch: search).map(WrittenRule.init(_:))
      let byRules = EpisodeQuery(SmartCriteria(conditions: rules), now: RandomLibrary.now)
      let bySearch = EpisodeQuery(SmartCriteria(search: search), now: RandomLibrary.now)
      #expect(try index.episodes(matching: byRules) == index.episodes(matching: bySearch), "\(search) (\(random.seed))")
    }
  }
}
