import MixtapeLibrary
import MixtapeModel
import TestSupport
import Testing

@Suite("Values written to the index are read back")
struct RoundTripTests {
  @Test func randomValues() throws {
    var values = RandomValues(generator: SeededGenerator())
    let seed = values.generator.comment
    let index = try LibraryIndex()
    for _ in 0..<8 {
      let playlists = try (0..<5).map { try values.playlist($0) }
      let podcasts = try (0..<5).map { try values.podcast($0) }
      try index.replaceAll(by: playlists, podcasts)
      expectSame(try index.playlists(), playlists.sorted { $0.id < $1.id }, seed)
      expectSame(try index.podcasts(), podcasts.sorted { $0.id < $1.id }, seed)
      #expect(try index.summaries() == index.playlists().map(PlaylistSummary.init), seed)
      for playlist in playlists { expectSame(try index.playlist(playlist.id), playlist, seed) }
      for podcast in podcasts { expectSame(try index.podcast(podcast.id), podcast, seed) }
      let episodes = podcasts.flatMap(\.episodes)
      expectSame(
        try index.episodes(episodes.map(\.id)).values.sorted { $0.id < $1.id }, episodes.sorted { $0.id < $1.id }, seed)
      #expect(try index.episodeIDs() == episodes.map(\.id).sorted(), seed)
      let size = try index.size()
      #expect(size.podcasts == podcasts.count && size.episodes == episodes.count, seed)
      let titled = episodes.filter { $0.title.contains("Aurora") && $0.fields[.title] != nil }
      #expect(try index.foundByWords()["title:\"aurora\""]?.isSubset(of: titled.map(\.id.rawValue)) == true, seed)
    }
  }

  /// Checks that values are equal with the same bytes; `==` accepts canonically equivalent text.
  private func expectSame<Value: Equatable>(_ found: Value, _ expected: Value, _ seed: Comment) {
    #expect(found == expected, seed)
    #expect(dumped(found).utf8.sorted() == dumped(expected).utf8.sorted(), seed)
  }

  /// Appends every byte of a value, in any fixed order.
  private func dumped(_ value: some Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }

  @Test func repeatedChangesOfAPodcast() throws {
    var values = RandomValues(generator: SeededGenerator())
    let seed = values.generator.comment
    let index = try LibraryIndex()
    for _ in 0..<40 {
      let podcast = try values.podcast(Int.random(in: 0...1, using: &values.generator))
      let known = try index.podcast(podcast.id)
      let changed = try values.changed(known ?? podcast)
      try index.update {
        try $0.write(changed, of: IndexedFile(path: "library/\(changed.id)", status: nil, content: [1]))
      }
      expectSame(try index.podcast(changed.id), changed, seed)
      let fresh = try LibraryIndex()
      try fresh.replaceAll(by: [], try index.podcasts())
      #expect(try index.foundByWords() == fresh.foundByWords(), seed)
    }
  }

  @Test func unchangedEpisodesKeepTheirRows() throws {
    let index = try LibraryIndex()
    let id = try Podcast.ID(validating: "p")
    let episodes = try ["a", "b", "c"].map { name in
      Episode(id: try Episode.ID(validating: "p/\(name)"), fields: [.title: .text("e\u{301} \(name)")])
    }
    let file = IndexedFile(path: "library/p.toml", status: nil, content: [1])
    try index.update { try $0.write(Podcast(id: id, title: "P", episodes: episodes), of: file) }
    let before = try index.rows()
    let rewritten = Episode(id: episodes[1].id, fields: [.title: .text("é b")])
    try index.update {
      try $0.write(Podcast(id: id, title: "P", episodes: [rewritten, episodes[2], episodes[0]]), of: file)
    }
    let after = try index.rows()
    #expect(after["p/a"] == before["p/a"] && after["p/c"] == before["p/c"] && after["p/b"] != before["p/b"])
    #expect(try index.podcast(id)?.episodes.map(\.id.name) == ["b", "c", "a"])
  }

  @Test func idsThatStartWithAText() throws {
    let index = try LibraryIndex()
    let ids = try ["p/a", "p/ab", "p/b", "pü/a", "q/a"].map { try Episode.ID(validating: $0) }
    let podcasts = Dictionary(grouping: ids, by: \.podcast).map { id, episodes in
      Podcast(id: id, title: "", episodes: episodes.map { Episode(id: $0) })
    }
    try index.replaceAll(by: [], podcasts)
    #expect(try index.episodeIDs(startingWith: "p/a").map(\.rawValue) == ["p/a", "p/ab"])
    #expect(try index.episodeIDs(startingWith: "p").count == 4)
    #expect(try index.episodeIDs(startingWith: "").count == 5)
    #expect(try index.episodeIDs(startingWith: "x").isEmpty)
    #expect(try near("p/none", in: index) == ["p/a", "p/ab", "p/b"])
    #expect(try near("r/none", in: index).count == 4, "of podcasts with near names")
    #expect(try near("something/none", in: index).isEmpty)
  }

  @Test func listsNeedNoEpisodes() throws {
    let index = try LibraryIndex()
    let names = ["p/z", "p/a"]
    let podcast = Podcast(
      id: try Podcast.ID(validating: "p"), folder: try Folder(validating: "f"), kind: .album, title: "P", author: "A",
      categories: ["c"], tags: ["t"], subscribed: true,
      episodes: try names.map { Episode(id: try Episode.ID(validating: $0)) })
    let empty = Podcast(id: try Podcast.ID(validating: "o"), title: "O")
    try index.replaceAll(by: [], [podcast, empty])
    let summaries = [
      PodcastSummary(head: empty, episodeCount: 0),
      PodcastSummary(head: podcast.withEpisodes([]), episodeCount: 2),
    ]
    #expect(try index.podcastSummaries() == summaries)
    let ids = try index.episodeIDs(of: [podcast.id, empty.id])
    #expect(ids[podcast.id]?.map(\.rawValue) == names && ids[empty.id] == [])
  }

  private func near(_ id: String, in index: LibraryIndex) throws -> [String] {
    try index.episodeIDs(near: [Episode.ID(validating: id)]).map(\.rawValue)
  }

  @Test func playlistsWithAnEpisode() throws {
    let index = try LibraryIndex()
    let episode = try Episode.ID(validating: "p/a")
    let lists = try ["x", "y"].map {
      try Playlist(id: Playlist.ID(validating: $0), episodes: $0 == "x" ? [episode] : [])
    }
    try index.replaceAll(by: lists, [])
    #expect(try index.playlists(containing: episode).map(\.rawValue) == ["x"])
    #expect(try index.playlists(containing: Episode.ID(validating: "p/b")).isEmpty)
  }
}
