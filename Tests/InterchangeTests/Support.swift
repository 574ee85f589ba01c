import Interchange
import MixtapeModel
import Testing

/// Reads a text as a format.
func read(_ text: String, as name: String) throws -> InterchangeReading {
  try #require(InterchangeFormats.named(name)).read(Array(text.utf8))
}

/// Reads the only playlist of a text.
func playlist(_ text: String, as name: String, sourceLocation: SourceLocation = #_sourceLocation) throws
  -> InterchangePlaylist
{
  let reading = try read(text, as: name)
  let playlists = try #require(reading.document?.playlists, "\(reading.diagnostics)", sourceLocation: sourceLocation)
  #expect(playlists.count == 1, sourceLocation: sourceLocation)
  return try #require(playlists.first, sourceLocation: sourceLocation)
}

extension InterchangeDocument {
  /// The document without the lines of entries, which change when a file is written.
  var withoutLines: InterchangeDocument {
    var copy = self
    for list in copy.playlists.indices {
      for entry in copy.playlists[list].entries.indices { copy.playlists[list].entries[entry].line = 0 }
    }
    return copy
  }
}

/// Albums and podcasts in which entries are looked up.
enum Library {
  static func podcasts() throws -> [Podcast] {
    [
      try album(
        "heroes", "\"Heroes\"", "David Bowie",
        [
          ("beauty", "Beauty and the Beast", 214, "file:///music/David%20Bowie/Heroes/01%20Beauty.flac"),
          ("heroes", "\"Heroes\"", 367, "file:///music/David%20Bowie/Heroes/03%20Heroes.flac"),
        ]),
      try album(
        "live", "Stage", "David Bowie",
        [
          ("heroes", "Heroes", 378, "file:///music/David%20Bowie/Stage/03%20Heroes.flac")
        ]),
      try album(
        "homogenic", "Homogenic", "Björk",
        [
          ("joga", "Jóga", 305, "file:///music/Bj%C3%B6rk/Homogenic/02%20J%C3%B3ga.flac")
        ]),
      try podcast(
        "night-sky", "Night Sky Radio", "https://example.org/sky/feed.xml", ["42": "Auroras", "43": "Comets"]),
      try podcast("daily-byte", "Daily Byte", "https://example.org/byte.xml", ["42": "Patches"]),
    ]
  }

  /// Returns an album with one track.
  static func album(withAddress address: String, title: String) throws -> Podcast {
    try album("one", "One", "Artist", [("one", title, 60, address)])
  }

  /// Returns a podcast whose episodes have numbers as names: address, title and seconds.
  static func podcast(withAddresses episodes: [(url: String, title: String, seconds: Double)]) throws -> Podcast {
    try album("web", "Web", "", episodes.enumerated().map { ("\($0)", $1.title, $1.seconds, $1.url) })
  }

  private static func album(
    _ id: String, _ title: String, _ artist: String, _ tracks: [(String, String, Double, String)]
  ) throws -> Podcast {
    let podcast = try Podcast.ID(validating: id)
    return Podcast(
      id: podcast, kind: .album, title: title, author: artist,
      episodes: try tracks.map { name, title, seconds, url in
        Episode(
          id: try #require(Episode.ID(podcast: podcast, name: name)), url: url,
          fields: [.title: .text(title), .duration: .seconds(seconds)])
      })
  }

  private static func podcast(
    _ id: String, _ title: String, _ feed: String, _ episodes: [String: String]
  ) throws -> Podcast {
    let podcast = try Podcast.ID(validating: id)
    return Podcast(
      id: podcast, title: title, feed: feed,
      episodes: try episodes.sorted { $0.key < $1.key }.map { guid, title in
        Episode(
          id: try #require(Episode.ID(podcast: podcast, name: guid)), guid: guid,
          url: "https://media.example.org/\(id)/\(guid).mp3?token=1", fields: [.title: .text(title)])
      })
  }
}
