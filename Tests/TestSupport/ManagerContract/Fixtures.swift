public import MixtapeModel

extension Playlist {
  /// Returns a playlist with an id, a name and episodes given as text.
  public static func fixture(
    _ id: String, in folder: String = "", name: String? = nil, episodes: [String] = []
  ) throws(MixtapeError) -> Playlist {
    try Playlist(
      id: ID(validating: id), folder: Folder(validating: folder), name: name, episodes: [Episode.ID].fixture(episodes))
  }

  /// The playlist without its times, which differ between implementations and runs.
  public var timeless: Playlist { withTimes(created: nil, updated: nil) }
}

extension [Playlist] {
  /// Returns three playlists that most cases start from: `evening` is empty, `focus` is in a folder, and `morning`
  /// has the episodes `a` to `e`.
  public static func fixture() throws(MixtapeError) -> [Playlist] {
    try [
      .fixture("evening"), .fixture("focus", in: "work/deep", name: "Deep Focus", episodes: ["a"]),
      .fixture("morning", name: "Morning Commute", episodes: ["a", "b", "c", "d", "e"]),
    ]
  }
}

extension [Episode.ID] {
  /// Returns episodes of one podcast, by their names in it.
  public static func fixture(_ names: [String]) throws(MixtapeError) -> [Episode.ID] {
    try names.map { name throws(MixtapeError) in try Episode.ID(validating: "daily-byte/\(name)") }
  }

  /// Returns episodes of one podcast with names of one letter.
  public static func fixture(_ letters: String) throws(MixtapeError) -> [Episode.ID] {
    try fixture(letters.map(String.init))
  }

  /// The concatenated names of the episodes in their podcasts: `abc` for three of one letter.
  public var letters: String { map(\.name).joined() }
}

extension PlaylistChange {
  /// The change without the times of its playlists.
  public var timeless: PlaylistChange {
    switch self {
    case .created(let playlist): .created(playlist.timeless)
    case .updated(let before, let after): .updated(from: before.timeless, to: after.timeless)
    case .moved(let before, let after): .moved(from: before.timeless, to: after.timeless)
    case .deleted(let playlist): .deleted(playlist.timeless)
    }
  }
}

extension PlaylistManaging {
  /// Returns the playlist of an id given as text, without its times. Throws `notFound` if it is missing.
  func timeless(_ id: String) throws -> Playlist {
    try existing(id).timeless
  }

  /// Returns the playlist of an id given as text. Throws `notFound` if it is missing.
  func existing(_ id: String) throws -> Playlist {
    let id = try Playlist.ID(validating: id)
    guard let playlist = try find(id) else { throw MixtapeError(.notFound, .playlist(id)) }
    return playlist
  }

  /// Returns the existing ids, in the order of ``PlaylistManaging/all()``.
  func ids() throws -> [String] {
    try all().map(\.id.rawValue)
  }
}

extension Podcast {
  /// Returns a podcast with an id and episodes given as text. The title is the readable id.
  public static func fixture(
    _ id: String, in folder: String = "", author: String? = nil, tags: [String] = [], episodes: [String] = []
  ) throws(MixtapeError) -> Podcast {
    let id = try ID(validating: id)
    return Podcast(
      id: id, folder: try Folder(validating: folder), title: id.readable, author: author, tags: tags,
      episodes: try episodes.map { (name) throws(MixtapeError) in
        Episode(id: try Episode.ID(validating: "\(id)/\(name)"), fields: [.title: .text(name)])
      })
  }
}

extension [Podcast] {
  /// Returns four podcasts that most cases start from: `album` and `daily-byte` are in nested folders, `night-sky`
  /// has a tag, and `loose` is unorganized. `daily-byte` and `night-sky` have the episodes `a`, `b` and `c`.
  public static func fixture() throws(MixtapeError) -> [Podcast] {
    try [
      .fixture("album", in: "shows", author: "Trio", tags: ["calm"]),
      .fixture(
        "daily-byte", in: "shows/news", author: "The Byte", tags: ["short", "calm"], episodes: ["a", "b", "c"]),
      .fixture("loose"), .fixture("night-sky", tags: ["space"], episodes: ["a", "b", "c"]),
    ]
  }
}

extension PodcastManaging {
  /// Returns the podcast of an id given as text. Throws `notFound` if it is missing.
  func existing(_ id: String) throws -> Podcast {
    let id = try Podcast.ID(validating: id)
    guard let podcast = try find(id) else { throw MixtapeError(.notFound, .podcast(id)) }
    return podcast
  }

  /// Returns the existing ids, in the order of ``PodcastManaging/all()``.
  func ids() throws -> [String] { try all().map(\.id.rawValue) }
}

extension Podcast.ID {
  static var album: Self { get throws { try Self(validating: "album") } }
  static var dailyByte: Self { get throws { try Self(validating: "daily-byte") } }
  static var loose: Self { get throws { try Self(validating: "loose") } }
  static var nightSky: Self { get throws { try Self(validating: "night-sky") } }
  static var missing: Self { get throws { try Self(validating: "night-sy") } }
}

extension Playlist.ID {
  static var evening: Self { get throws { try Self(validating: "evening") } }
  static var focus: Self { get throws { try Self(validating: "focus") } }
  static var morning: Self { get throws { try Self(validating: "morning") } }
  static var missing: Self { get throws { try Self(validating: "mornin") } }
}
