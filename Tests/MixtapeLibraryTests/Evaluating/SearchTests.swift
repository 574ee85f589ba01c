import MixtapeLibrary
import MixtapeModel
import TestSupport
import Testing

@Suite struct SearchTests {
  private static func index() throws -> LibraryIndex {
    try LibraryIndex([
      "a": [.title: .text("Aurora over the harbour"), .artist: .text("Night Sky"), .genre: .text("Science")],
      "b": [.title: .text("The night bus"), .artist: .text("Café Aurora"), .album: .text("Rock'n'roll")],
      "c": [.title: .text("Die lange Straße"), .composer: .text("Łukasz Żal"), .genre: .text("日本語")],
      "d": [.title: .text("Auroras and night skies"), .artist: .text("NASA: public title")],
    ])
  }

  private func find(_ search: String, in index: LibraryIndex? = nil) throws -> String {
    let query = EpisodeQuery(search: search, sort: [], now: RandomLibrary.now)
    return try (index ?? Self.index()).episodes(matching: query).map(\.name).joined()
  }

  @Test(
    "Results of searches",
    arguments: [
      ("aurora", "abd"), ("\"aurora\"", "ab"), ("AURORA night", "ab"), ("aurora sci", "a"), ("auro*", "abd"),
      ("auro", "abd"), ("auro ", "abd"), ("auro night", ""), ("auro* nig", "abd"), ("night -auro", "abd"),
      ("\"night sky\"", "a"), ("\"night sk\"*", "ad"), ("\"sky night\"", ""), ("sky night", "a"),
      ("title:aurora", "ad"), ("title:\"aurora\"", "a"), ("artist:aurora", "b"), ("Artist:\"night sky\"", "a"),
      ("title:auro*", "ad"),
      ("podcast:p", "abcd"), ("night -bus", "ad"), ("-aurora", "cd"), ("-title:aurora night", "bd"),
      ("cafe", "b"), ("strasse", "c"), ("STRASSE zal", "c"), ("日本語", "c"), ("rock'n'roll", "b"), ("nasa:", "d"),
      ("title:", "d"), ("nasa:public", "d"), ("aurora !", "ab"), ("“night sky”", "a"),
    ])
  func finds(_ search: String, expected: String) throws {
    let found = try find(search)
    #expect(found == expected)
  }

  @Test func `words of descriptions and notes are found`() throws {
    let index = try LibraryIndex([
      "a": [
        .title: .text("One"), .description: .text("Where to see STRASSEN\nand Caf\u{E9}s"), .artwork: .text("cover"),
      ],
      "b": [.title: .text("Two"), .notes: .text("recommended by Ann")],
    ])
    #expect(try find("strassen cafes", in: index) == "a" && find("ann two", in: index) == "b")
    #expect(try find("cover", in: index) == "" && find("title:ann", in: index) == "")
  }

  @Test(
    "Only `podcast:` looks into the description and notes of podcasts",
    arguments: [
      ("podcast:stars", "ab"), ("podcast:p", "ab"), ("podcast:ann", "ab"), ("podcast:\"by ann\" one", "a"),
      ("two -podcast:ann", ""), ("one -podcast:bea", "a"), ("podcast:sta*", "ab"), ("stars", "b"), ("podcast:one", ""),
    ])
  func descriptionsOfPodcasts(_ search: String, expected: String) throws {
    let id = try #require(Podcast.ID(rawValue: "p"))
    var podcast = Podcast(id: id, title: "P", description: "About STARS", notes: "recommended by Ann")
    podcast.episodes = try [("a", "One"), ("b", "Two stars")].map { name, title in
      Episode(id: try #require(Episode.ID(podcast: id, name: name)), fields: [.title: .text(title)])
    }
    let index = try LibraryIndex(podcasts: [podcast])
    #expect(try find(search, in: index) == expected)
  }

  @Test("A new description of a podcast replaces the old one in searches")
  func changedDescriptions() throws {
    let id = try #require(Podcast.ID(rawValue: "p"))
    let file = IndexedFile(path: "library/p.toml", status: nil, content: [])
    let episode = Episode(id: try #require(Episode.ID(podcast: id, name: "a")))
    let index = try LibraryIndex()
    for description in ["old", "new"] {
      try index.update { writer in
        try writer.write(Podcast(id: id, title: "P", description: description, episodes: [episode]), of: file)
      }
    }
    #expect(try find("podcast:old", in: index) == "" && find("podcast:new", in: index) == "a")
  }

  @Test(arguments: [
    ("aur", "title:\"aur\"*"), ("aurora ni", "title:\"aurora\" title:\"ni\"*"),
    ("\"night sky\"", "title:\"night sky\""),
    ("night -bus", "-bus title:\"night\""), ("artist:ann", nil), ("night title:sky", nil), ("-bus", nil), ("!", nil),
  ])
  func `the search in titles finds no others`(_ search: String, expected: String?) throws {
    #expect(EpisodeQuery.titleSearch(for: search) == expected)
    if let expected { #expect(Set(try find(expected)).isSubset(of: try find(search))) }
  }

  @Test(arguments: [
    ("aurora", ["auror", "auro", "aur"]), ("\"aurora\"", ["aurora", "auror", "auro", "aur"]), ("au", []),
    ("aurora night", ["aurora", "night"]), ("auro* \"night\"", ["auro", "night"]),
    ("night -bus", ["night", "-bus night", "-bus nigh", "-bus nig"]), ("title:moon", ["moon", "title:moo"]),
    ("\"night sky\"", ["night", "sky"]), ("a b \"c d\"", ["a b", "a \"c d\"", "b \"c d\""]), ("-bus", []), ("!", []),
  ])
  func `wider searches find more`(_ search: String, expected: [String]) throws {
    #expect(EpisodeQuery.widerSearches(than: search) == expected)
    for wider in expected { #expect(Set(try find(search)).isSubset(of: try find(wider))) }
  }

  @Test(
    "A search without words finds nothing",
    arguments: ["", " ", "!", "*", "\"", "\"\"", ":", "-", "--", "-!", "title:*", "🎧", "\0", "()", "'", "\"*"])
  func nothing(_ search: String) throws { #expect(try find(search) == "") }

  @Test("Operators of FTS5 are ordinary words")
  func operators() throws {
    let index = try LibraryIndex(["a": [.title: .text("Near and or not")]])
    for search in ["near", "AND", "or NOT", "NEAR(and or)", "near + and", "^near"] {
      #expect(try find(search, in: index) == "a", "\(search)")
    }
  }

  @Test("Long searches are valid")
  func long() throws {
    for piece in ["a", "aurora ", "-x ", "\"", "title:a* ", "(", "é"] {
      #expect(throws: Never.self) { _ = try find(String(repeating: piece, count: 10_000)) }
    }
  }
}
