import Foundation
import MixtapeLibrary
import MixtapeModel
import TestSupport
import Testing

@Suite struct PlaylistContentsTests {
  private let now = RandomLibrary.now

  private static func playlist(
    _ id: String, _ episodes: [String] = [], where rules: [String]? = nil, match: SmartCriteria.Match = .all,
    search: String? = nil, sort: [String] = ["title"], limit: PlaylistLimit? = nil, seed: Int64? = nil
  ) throws -> Playlist {
    try Playlist(
      id: Playlist.ID(validating: id), episodes: episodes.map { try Episode.ID(validating: $0) },
      criteria: SmartCriteria(
        conditions: rules?.map { try WrittenRule(validating: $0) }, match: match, search: search,
        sort: sort.compactMap(SortKey.init), limit: limit, seed: seed))
  }

  private static func index(_ playlists: [Playlist] = []) throws -> LibraryIndex {
    let id = try Podcast.ID(validating: "p")
    let episodes: [(String, Episode.Fields)] = [
      ("a", [.title: .text("Aurora"), .year: .integer(2020), .duration: .seconds(600), .genre: .text("Science")]),
      ("b", [.title: .text("Bells"), .year: .integer(2021), .duration: .seconds(1_200), .genre: .text("Folk")]),
      ("c", [.title: .text("Comets"), .year: .integer(2022), .genre: .text("Science")]),
      ("d", [.title: .text("Dawn"), .duration: .seconds(300), .genre: .text("Folk")]),
    ]
    let podcast = Podcast(
      id: id, title: "p",
      episodes: try episodes.map { Episode(id: try Episode.ID(validating: "p/\($0)"), fields: $1) })
    return try LibraryIndex(podcasts: [podcast], playlists: playlists)
  }

  private func contents(_ playlist: Playlist, _ others: [Playlist] = []) throws -> [String] {
    try Self.index(others).contents(of: playlist, now: now).entries.map { entry in
      switch entry.origin {
      case .picked: "+\(entry.id.name)"
      case .missing: "?\(entry.id.name)"
      case .found: entry.id.name
      }
    }
  }

  @Test("Picked episodes come first, missing ones marked, and are not found again")
  func picked() throws {
    #expect(try contents(Self.playlist("x", ["p/d", "p/gone", "p/a"], where: [])) == ["+d", "?gone", "+a", "b", "c"])
  }

  @Test("A playlist without rules has its picked episodes alone")
  func plain() throws { #expect(try contents(Self.playlist("x", ["p/b"])) == ["+b"]) }

  @Test(
    "Conditions combine by match; of an empty list, all and none are true",
    arguments: [
      (.all, ["genre = \"folk\"", "year > 2000"], ["b"]),
      (.any, ["genre = \"folk\"", "year > 2021"], ["b", "c", "d"]),
      (.none, ["genre = \"folk\"", "year > 2021"], ["a"]), (.all, [], ["a", "b", "c", "d"]), (.any, [], []),
      (.none, [], ["a", "b", "c", "d"]),
    ] as [(SmartCriteria.Match, [String], [String])])
  func match(_ match: SmartCriteria.Match, rules: [String], expected: [String]) throws {
    #expect(try contents(Self.playlist("x", where: rules, match: match)) == expected)
  }

  @Test("A search alone finds, and with conditions both have to hold")
  func search() throws {
    #expect(try contents(Self.playlist("x", search: "science")) == ["a", "c"])
    #expect(try contents(Self.playlist("x", where: ["year > 2020"], search: "science")) == ["c"])
  }

  @Test("A limit counts what is found, not what is picked")
  func limits() throws {
    #expect(try contents(Self.playlist("x", ["p/a"], where: [], limit: .items(2))) == ["+a", "b", "c"])
    #expect(try contents(Self.playlist("x", ["p/a"], where: [], limit: .amount(67, .percent))) == ["+a", "b", "c"])
    // The first that would go over ends the list; the one without a duration is left out.
    #expect(try contents(Self.playlist("x", where: [], limit: .amount(29, .minutes))) == ["a"])
    #expect(try contents(Self.playlist("x", where: [], limit: .amount(30, .minutes))) == ["a", "b"])
    #expect(try contents(Self.playlist("x", where: [], limit: .amount(1, .hours))) == ["a", "b", "d"])
  }

  @Test("Another playlist's members are its picked episodes in the library and what it finds up to its limit")
  func nested() throws {
    let inner = try Self.playlist("inner", ["p/d", "p/gone"], where: ["genre = \"science\""], limit: .items(1))
    #expect(try contents(Self.playlist("x", where: ["in playlist \"inner\""]), [inner]) == ["a", "d"])
    #expect(try contents(Self.playlist("x", where: ["not in playlist \"inner\""]), [inner]) == ["b", "c"])
  }

  @Test("A cycle is an error that names the way round")
  func cycle() throws {
    let playlists = [
      try Self.playlist("a", where: ["in playlist \"b\""]),
      try Self.playlist("b", where: ["year > 1 or in playlist \"c\""]),
      try Self.playlist("c", where: ["not in playlist \"b\""]),
    ]
    let error = try #require(throws: LibraryError.self) { _ = try contents(playlists[0], playlists) }
    #expect(error.code == .cycle)
    #expect(error.subject == .playlists([playlists[1].id, playlists[2].id, playlists[1].id]))
    let own = try Self.playlist("own", where: ["in playlist \"own\""])
    let ownError = try #require(throws: LibraryError.self) { _ = try contents(own, [own]) }
    #expect(ownError.subject == .playlists([own.id, own.id]))
  }

  @Test("A playlist that is not there is an error that names who asks")
  func unknown() throws {
    let playlist = try Self.playlist("x", where: ["in playlist \"gone\""])
    let error = try #require(throws: LibraryError.self) { _ = try contents(playlist) }
    #expect(error.code == .unknownPlaylist)
    #expect(error.subject == .playlists([playlist.id, try Playlist.ID(validating: "gone")]))
  }

  @Test("A seed fixes the random order; other episodes do not change it")
  func random() throws {
    let all = try contents(Self.playlist("x", where: [], sort: ["random"], seed: 7))
    #expect(try contents(Self.playlist("x", where: [], sort: ["random"], seed: 7)) == all)
    let fewer = try contents(Self.playlist("x", where: ["year is present"], sort: ["random"], seed: 7))
    #expect(fewer == all.filter { $0 != "d" })
  }

  @Test("Without a seed, looks differ")
  func unseeded() throws {
    let playlist = try Self.playlist("x", where: [], sort: ["random"])
    // Of 24 orders, forty looks find one alone about once in 10⁵⁴ times.
    #expect(Set(try (0..<40).map { _ in try contents(playlist) }).count > 1)
  }
}
