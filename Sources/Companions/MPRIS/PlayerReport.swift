package import MixtapeModel

/// The state of a player, as it reports it to programs that follow it.
package struct PlayerReport: Hashable, Sendable {
  /// The state: `empty`, `stopped`, `loading`, `playing`, `paused` or `error`.
  package var state: String
  /// The current episode, also while the player is stopped. Its duration is that of the sound, if it is known.
  package var track: Track?
  /// The position in the current episode, in seconds.
  package var position: Double
  /// The seconds of the episode that pass in a second; 0 unless the player plays.
  package var pace: Double
  /// The speed, relative to the usual one.
  package var speed: Double
  /// The volume in percent.
  package var volume: Int
  /// The name of the shuffle.
  package var shuffle: String
  /// The playlist that plays.
  package var playlist: Playlist?

  /// Makes a report.
  package init(
    state: String, track: Track? = nil, position: Double = 0, pace: Double = 0, speed: Double = 1, volume: Int = 100,
    shuffle: String, playlist: Playlist? = nil
  ) {
    self.state = state
    self.track = track
    self.position = position
    self.pace = pace
    self.speed = speed
    self.volume = volume
    self.shuffle = shuffle
    self.playlist = playlist
  }

  /// An episode of the queue. Texts are cut, so that reports have a limited length.
  package struct Track: Hashable, Sendable {
    /// The id in the library.
    package let id: String
    /// The title, cut if it is long.
    package let title: String
    /// The artist, or the author of the podcast.
    package let artist: String?
    /// The album or the podcast.
    package let album: String?
    /// The address of the sound.
    package let url: String?
    /// The address of the cover, with the scheme `http`, `https` or `file`.
    package let cover: String?
    /// The length in seconds.
    package let duration: Double?

    /// Makes an episode.
    package init(
      id: String, title: String, artist: String? = nil, album: String? = nil, url: String? = nil,
      cover: String? = nil, duration: Double? = nil
    ) {
      self.id = id
      self.title = title.dbusText(atMost: longestText)
      self.artist = artist?.dbusText(atMost: longestText)
      self.album = album?.dbusText(atMost: longestText)
      self.url = url.flatMap(PlayerReport.address)
      self.cover = cover.flatMap(PlayerReport.address).flatMap { Self.isAddressOfCover($0) ? $0 : nil }
      self.duration = duration
    }

    /// Returns whether programs of a desktop can show the picture at an address.
    private static func isAddressOfCover(_ address: String) -> Bool {
      let start = address.prefix(8).lowercased()
      return ["http://", "https://", "file:///"].contains { start.hasPrefix($0) }
    }
  }

  /// A playlist of the store, which the player can play.
  package struct Playlist: Hashable, Sendable {
    /// The id in the store.
    package let id: String
    /// The display name, cut if it is long.
    package let name: String

    /// Makes a playlist.
    package init(id: String, name: String) {
      self.id = id
      self.name = name.dbusText(atMost: longestText)
    }
  }

  /// The maximum length of titles and names in bytes.
  private static let longestText = 512
  /// The maximum length of addresses in bytes.
  private static let longestAddress = 2_048

  /// Returns an address that D-Bus can hold; `nil` for others, as a part of an address would be another address.
  private static func address(_ text: String) -> String? {
    text.utf8.count <= longestAddress && text.dbusText(atMost: longestAddress) == text ? text : nil
  }
}

extension PlayerReport {
  /// Returns the position after a time in which nothing else happened, in seconds.
  package func position(after time: Duration) -> Double {
    let position = max(0, position) + pace * max(0, time / .seconds(1))
    return max(0, min(position, track?.duration ?? .infinity))
  }

  /// Returns whether a later report has another position than the one that was to be expected.
  package func jumps(to later: PlayerReport, after time: Duration) -> Bool {
    let isSameEpisode = later.track?.id == track?.id
    let expected = isSameEpisode ? position(after: time) : 0
    // The clocks of the service and of this process differ a little.
    return abs(later.position - expected) > 0.75 * max(1, pace)
  }

  /// Returns whether two reports are equal, without regard to their positions.
  package func hasSameState(as other: PlayerReport) -> Bool {
    var copy = other
    copy.position = position
    return self == copy
  }
}

/// A line of a player to a program that follows it: the parts of its state that have changed.
package struct PlayerUpdate: Hashable, Sendable {
  /// The state.
  package var player: PlayerReport?
  /// The queue: the episodes that have played in this round, the current one, and those to come.
  package var tracks: [PlayerReport.Track]?
  /// The playlists that can be played.
  package var playlists: [PlayerReport.Playlist]?

  /// Makes an update.
  package init(
    player: PlayerReport? = nil, tracks: [PlayerReport.Track]? = nil, playlists: [PlayerReport.Playlist]? = nil
  ) {
    self.player = player
    self.tracks = tracks
    self.playlists = playlists
  }

  /// Returns the parts that have changed since an earlier update with all parts.
  ///
  /// - Parameter time: The time between the two. A position that follows from the earlier update is not a change.
  package func changes(since earlier: PlayerUpdate, after time: Duration) -> PlayerUpdate {
    var changes = self
    if let player, let before = earlier.player, player.hasSameState(as: before), !before.jumps(to: player, after: time)
    {
      changes.player = nil
    }
    if tracks == earlier.tracks { changes.tracks = nil }
    if playlists == earlier.playlists { changes.playlists = nil }
    return changes
  }

  /// Whether nothing has changed.
  package var isEmpty: Bool { player == nil && tracks == nil && playlists == nil }

  /// The request that asks a player for its state and for all changes, with the version of this protocol.
  package static let followRequest = "follow 1"
  /// The reply of the player to a request that it has executed. Another reply is a refusal.
  package static let doneReply = "done"
  /// The maximum number of playlists.
  package static let mostPlaylists = 1_000
  /// The maximum length of a line in bytes.
  package static let longestLine = 4_194_304

  /// The update as a line, without its line end; `nil` if a number is not finite.
  package var line: String? {
    let durations = ([player?.track] + (tracks ?? [])).map { $0?.duration ?? 0 }
    let numbers = durations + (player.map { [$0.position, $0.pace, $0.speed] } ?? [])
    return numbers.allSatisfy(\.isFinite) ? JSONWriter.compact(json) : nil
  }

  /// Reads a line; `nil` if it is not an update.
  package init?(line: some Sequence<UInt8>) {
    do { self = try PlayerUpdate(json: JSONReader.read(Array(line))) } catch { return nil }
  }
}

extension PlayerUpdate {
  private static let event = "player"

  fileprivate init(json: JSONNode) throws(JSONMismatch) {
    guard try json.member("event") as String == Self.event else { throw JSONMismatch() }
    player = try json.memberIfAny("player")
    tracks = try json.memberIfAny("tracks")
    playlists = try json.memberIfAny("playlists")
  }

  fileprivate var json: JSONNode {
    .object([
      ("event", Self.event.json), ("player", player?.json), ("tracks", tracks?.json), ("playlists", playlists?.json),
    ])
  }
}

extension PlayerReport: JSONConvertible {
  package init(json: JSONNode) throws(JSONMismatch) {
    self.init(
      state: try json.member("state"), track: try json.memberIfAny("track"), position: try json.member("position"),
      pace: try json.member("pace"), speed: try json.member("speed"), volume: try json.member("volume"),
      shuffle: try json.member("shuffle"), playlist: try json.memberIfAny("playlist"))
  }

  package var json: JSONNode {
    .object([
      ("state", state.json), ("track", track?.json), ("position", position.json), ("pace", pace.json),
      ("speed", speed.json), ("volume", volume.json), ("shuffle", shuffle.json), ("playlist", playlist?.json),
    ])
  }
}

extension PlayerReport.Track: JSONConvertible {
  package init(json: JSONNode) throws(JSONMismatch) {
    self.init(
      id: try json.member("id"), title: try json.member("title"), artist: try json.memberIfAny("artist"),
      album: try json.memberIfAny("album"), url: try json.memberIfAny("url"), cover: try json.memberIfAny("cover"),
      duration: try json.memberIfAny("duration"))
  }

  package var json: JSONNode {
    .object([
      ("id", id.json), ("title", title.json), ("artist", artist?.json), ("album", album?.json), ("url", url?.json),
      ("cover", cover?.json), ("duration", duration?.json),
    ])
  }
}

extension PlayerReport.Playlist: JSONConvertible {
  package init(json: JSONNode) throws(JSONMismatch) {
    self.init(id: try json.member("id"), name: try json.member("name"))
  }

  package var json: JSONNode { .object([("id", id.json), ("name", name.json)]) }
}
