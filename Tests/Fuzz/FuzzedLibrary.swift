internal import Foundation
internal import MixtapeLibrary
internal import MixtapeModel

/// A small library for rules, searches and scripts.
struct FuzzedLibrary {
  let episodes: [Episode]
  let index: LibraryIndex

  static let shared: FuzzedLibrary = {
    do {
      return try FuzzedLibrary()
    } catch {
      preconditionFailure("the library cannot be made: \(error)")
    }
  }()

  /// The clock of all queries.
  static let now = Date(timeIntervalSince1970: 1_772_000_000)

  private init() throws {
    let podcast = try Podcast.ID(validating: "show")
    let fields: [Episode.Fields] = [
      [.title: .text("Aurora at Night"), .artist: .text("Brass Band"), .genre: .text("Soul"), .year: .integer(2016)],
      [.title: .text("The Bus"), .duration: .seconds(90), .rating: .integer(5), .bpm: .integer(120)],
      [.title: .text("Straße É"), .album: .text("夜"), .dateAdded: .date(Self.now)], [:],
    ]
    let shown = try fields.enumerated().map { number, fields in
      Episode(
        id: try Episode.ID(validating: "\(podcast)/\(number)"), published: number == 0 ? nil : Self.now, fields: fields)
    }
    let album = try Podcast.ID(validating: "last")
    let track = Episode(id: try Episode.ID(validating: "\(album)/0"))
    episodes = shown + [track]
    index = try LibraryIndex()
    try index.update { writer in
      try writer.write(
        Podcast(
          id: podcast, folder: Folder(components: ["a", "b"]) ?? .top, title: "Show", feed: "https://example.org/feed",
          categories: ["Science"], tags: ["calm", "Straße"], episodes: shown),
        of: IndexedFile(path: "library/a/b/show.toml", status: nil, content: [1]))
      try writer.write(
        Podcast(id: album, kind: .album, title: "Last", episodes: [track]),
        of: IndexedFile(path: "library/last.toml", status: nil, content: [1]))
      try writer.write(
        Playlist(id: Playlist.ID(validating: "list"), episodes: [shown[0].id]),
        of: IndexedFile(path: "playlists/list.toml", status: nil, content: [1]))
    }
  }
}
