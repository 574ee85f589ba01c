public import MixtapeModel

extension Playlist {
  /// A playlist with an id, a name and episodes given as text.
  public static func fixture(
    _ id: String, in folder: String = "", name: String? = nil, episodes: [String] = []
  ) throws(MixtapeError) -> Playlist {
    try Playlist(
      id: ID(validating: id), folder: Folder(validating: folder), name: name, episodes: [Episode.ID].fixture(episodes))
  }

  /// The playlist without its times, which differ between implementations and from run to run.
  public var timeless: Playlist { withTimes(created: nil, updated: nil) }
}

extension [Playlist] {
  /// Three playlists that most cases start from: `evening` has nothing in it, `focus` lies in a folder, and `morning`
  /// holds the episodes `a` to `e`.
  public static func fixture() throws(MixtapeError) -> [Playlist] {
    try [
      .fixture("evening"), .fixture("focus", in: "work/deep", name: "Deep Focus", episodes: ["a"]),
      .fixture("morning", name: "Morning Commute", episodes: ["a", "b", "c", "d", "e"]),
    ]
  }
}

extension [Episode.ID] {
  /// Episodes of one podcast, by their names in it.
  public static func fixture(_ names: [String]) throws(MixtapeError) -> [Episode.ID] {
    try names.map { name throws(MixtapeError) in try Episode.ID(validating: "daily-byte/\(name)") }
  }

  /// Episodes of one podcast with names of one letter each.
  public static func fixture(_ letters: String) throws(MixtapeError) -> [Episode.ID] {
    try fixture(letters.map(String.init))
  }

  /// The names of the episodes in their podcasts, one after the other: `abc` for three of one letter.
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
  /// The playlist of an id given as text, without its times; throws `notFound` where it is missing.
  func timeless(_ id: String) throws -> Playlist {
    try existing(id).timeless
  }

  /// The playlist of an id given as text; throws `notFound` where it is missing.
  func existing(_ id: String) throws -> Playlist {
    let id = try Playlist.ID(validating: id)
    guard let playlist = try find(id) else { throw MixtapeError(.notFound, .playlist(id)) }
    return playlist
  }

  /// The ids there are, in the order of ``PlaylistManaging/all()``.
  func ids() throws -> [String] {
    try all().map(\.id.rawValue)
  }
}

extension Playlist.ID {
  static var evening: Self { get throws { try Self(validating: "evening") } }
  static var focus: Self { get throws { try Self(validating: "focus") } }
  static var morning: Self { get throws { try Self(validating: "morning") } }
  static var missing: Self { get throws { try Self(validating: "mornin") } }
}
