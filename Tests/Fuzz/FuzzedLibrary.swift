internal import Foundation
internal import MixtapeLibrary
internal import MixtapeModel

/// A small library that rules and searches are run on, and scripts play from.
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
    episodes = try fields.enumerated().map { number, fields in
      Episode(id: try Episode.ID(validating: "\(podcast)/\(number)"), fields: fields)
    }
    let all = episodes
    index = try LibraryIndex()
    try index.update { writer in
      try writer.write(
        Podcast(id: podcast, title: "Show", episodes: all),
        of: IndexedFile(path: "library/show.toml", status: nil, content: [1]))
      try writer.write(
        Playlist(id: Playlist.ID(validating: "list"), episodes: [all[0].id]),
        of: IndexedFile(path: "playlists/list.toml", status: nil, content: [1]))
    }
  }
}
