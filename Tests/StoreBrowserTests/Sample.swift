import MixtapeModel
import MixtapePlayer

@testable import StoreBrowser

/// A small store for tests, as answers to the queries of a browser.
enum Sample {
  static func id(_ name: String) throws -> Playlist.ID { try Playlist.ID(validating: name) }

  static func folder(_ path: String) throws -> Folder { try Folder(validating: path) }

  static func summaries() throws -> [PlaylistSummary] {
    [
      PlaylistSummary(id: try id("calm"), folder: try folder("evening"), name: "Calm", episodeCount: 1, isSmart: false),
      PlaylistSummary(id: try id("fresh"), folder: .top, name: "Fresh", episodeCount: 0, isSmart: true),
      PlaylistSummary(
        id: try id("late"), folder: try folder("evening/night"), name: "Late", episodeCount: 3, isSmart: false),
      PlaylistSummary(id: try id("morning"), folder: .top, name: "Morning Commute", episodeCount: 4, isSmart: false),
    ]
  }

  static func episode(_ text: String) throws -> Episode.ID { try Episode.ID(validating: text) }

  static let titles = [
    "sky/auroras": "Auroras", "sky/comets": "Comets and What They Leave Behind", "byte/monday": "A Patch Tuesday",
    "walk/night": "夜の散歩", "evil/one": "A\u{1B}[31mB\n\u{202E}C",
  ]

  static func texts() throws -> [Episode.ID: EpisodeText] {
    var texts: [Episode.ID: EpisodeText] = [:]
    for (text, title) in titles {
      let id = try episode(text)
      texts[id] = EpisodeText(title: title, collection: id.podcast.rawValue, playingTime: "30:34")
    }
    return texts
  }

  static func playlist(_ episodes: [String]) throws -> Playlist {
    try Playlist(id: try id("morning"), name: "Morning Commute", episodes: try episodes.map(episode))
  }

  /// Makes contents of the playlist `morning`.
  static func contents(_ names: [String], found: [String] = []) throws -> Listing.Contents {
    let playlist = try playlist(names)
    let picked = try names.map { ListedEpisode(try episode($0), titles[$0] == nil ? .missing : .picked) }
    let entries = picked + (try found.map { ListedEpisode(try episode($0), .found) })
    return Listing.Contents(
      entries, texts: try texts(), title: "Morning Commute (morning)", summary: "\(entries.count) episodes",
      playlist: playlist)
  }

  static let morning = ["sky/auroras", "sky/comets", "byte/monday", "gone/one"]

  /// Returns a browser in which `morning` is selected.
  static func browser(columns: Int = 80, rows: Int = 12, episodes: [String] = morning, found: [String] = []) throws
    -> Browser
  {
    var browser = Browser(columns: columns, rows: rows)
    _ = browser.start()
    _ = browser.handle(.answer(.playlists(SidebarContents(try summaries(), in: [try folder("empty")]))))
    _ = browser.press("G")
    _ = browser.handle(.answer(.contents(.playlist(try id("morning")), try contents(episodes, found: found))))
    return browser
  }
}

extension Sample {
  /// Returns a browser in whose library the podcast `sky` is selected.
  static func browserOfLibrary(
    columns: Int = 80, rows: Int = 12, tags: [String] = [], feed: String? = "https://example.org"
  )
    throws -> Browser
  {
    var browser = try browser(columns: columns, rows: rows)
    let podcast = Podcast(id: try Podcast.ID(validating: "sky"), title: "Night Sky", feed: feed, tags: tags)
    let podcasts = [PodcastSummary(head: podcast, episodeCount: 2)]
    _ = browser.press("2")
    _ = browser.handle(
      .answer(
        .podcasts(
          byFolder: SidebarContents(podcasts, byTag: false), byTag: SidebarContents(podcasts, byTag: true))))
    let entries = try ["sky/auroras", "sky/comets"].map { ListedEpisode(try episode($0), .found) }
    _ = browser.handle(
      .answer(
        .contents(.podcast(podcast.id), Listing.Contents(entries, texts: try texts(), title: "Night Sky", summary: "")))
    )
    return browser
  }
}

extension Browser {
  /// Presses keys, one for each character.
  mutating func press(_ text: String) -> [BrowserEffect] {
    text.flatMap { character -> [BrowserEffect] in
      switch character {
      case "\n": handle(.key(.enter))
      case "\t": handle(.key(.tab))
      case "\u{1B}": handle(.key(.escape))
      case "\u{7F}": handle(.key(.backspace))
      default: handle(.key(.character(character)))
      }
    }
  }

  /// The screen as text.
  var screen: String { BrowserView(self).grid.lines.joined(separator: "\n") }

  /// The rows of the screen.
  var lines: [String] { BrowserView(self).grid.lines }
}

extension [BrowserEffect] {
  /// The changes among the effects, as commands.
  var commands: [String] {
    compactMap { if case .change(let change) = $0 { change.command.joined(separator: " ") } else { nil } }
  }

  /// The effects that are no reads.
  var actions: [BrowserEffect] { filter { if case .read = $0 { false } else { true } } }

  /// The queries among the effects.
  var queries: [BrowserQuery] { compactMap { if case .read(let query) = $0 { query } else { nil } } }
}

/// Episodes and players for tests.
enum PlayerSample {
  static func episode(_ id: String, _ title: String, of album: String = "Night Sky Radio", seconds: Double? = 1834)
    throws
    -> Episode
  {
    var fields: Episode.Fields = [.title: .text(title), .album: .text(album)]
    fields[.duration] = seconds.map { .seconds($0) }
    return Episode(id: try Episode.ID(validating: "show/\(id)"), fields: fields)
  }

  static func episodes() throws -> [Episode] {
    [
      try episode("auroras", "Auroras"),
      try episode("comets", "Comets and What They Leave Behind", seconds: 3723),
      try episode("monday", "A Patch Tuesday on a Monday", of: "Daily Byte", seconds: 355),
      try episode("walk", "夜の散歩", of: "散歩", seconds: nil),
    ]
  }

  /// Returns the only entry of an episode in a sample.
  static func entry(_ episode: Episode) -> PlayerEntry { PlayerEntry(id: episode.id.hashValue, episode: episode) }

  /// Returns a player that plays the first of the given episodes.
  static func snapshot(_ state: (Episode) -> PlaybackState = PlaybackState.playing) throws -> PlayerSnapshot {
    let episodes = try episodes()
    let entries = episodes.map(entry)
    return PlayerSnapshot(
      playlist: "Evenings", state: state(episodes[0]), current: entries[0], position: .seconds(724),
      duration: .seconds(1834), upNext: [entries[1], entries[2]],
      heardBefore: [entries[3]], finished: [entries[3].id], entries: entries, round: 2, shuffle: .spread,
      isSimulated: true)
  }
}
