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
  /// Whether the queue has episodes.
  package var hasEpisodes: Bool

  /// Makes a report.
  package init(
    state: String, track: Track? = nil, position: Double = 0, pace: Double = 0, speed: Double = 1, volume: Int = 100,
    shuffle: String, hasEpisodes: Bool
  ) {
    self.state = state
    self.track = track
    self.position = position
    self.pace = pace
    self.speed = speed
    self.volume = volume
    self.shuffle = shuffle
    self.hasEpisodes = hasEpisodes
  }

  /// An episode. Texts are cut, so that reports have a limited length.
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

  /// The maximum length of titles in bytes.
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

/// The lines between a player and a program that follows it.
extension PlayerReport {
  /// Returns whether programs that know an earlier report need this one.
  ///
  /// - Parameter time: The time between the two. A position that follows from the earlier report is not a change.
  package func differs(from earlier: PlayerReport, after time: Duration) -> Bool {
    !hasSameState(as: earlier) || earlier.jumps(to: self, after: time)
  }

  /// The request that asks a player for its state and for all changes, with the version of this protocol.
  package static let followRequest = "follow 1"
  /// The reply of the player to a request that it has executed. Another reply is a refusal.
  package static let doneReply = "done"
  /// The maximum length of a line in bytes.
  package static let longestLine = 65_536

  /// The report as a line, without its line end; `nil` if a number is not finite.
  package var line: String? {
    [track?.duration ?? 0, position, pace, speed].allSatisfy(\.isFinite) ? JSONWriter.compact(json) : nil
  }

  /// Reads a line; `nil` if it is not a report.
  package init?(line: some Sequence<UInt8>) {
    do { self = try PlayerReport(json: JSONReader.read(Array(line))) } catch { return nil }
  }
}

extension PlayerReport: JSONConvertible {
  package init(json: JSONNode) throws(JSONMismatch) {
    self.init(
      state: try json.member("state"), track: try json.memberIfAny("track"), position: try json.member("position"),
      pace: try json.member("pace"), speed: try json.member("speed"), volume: try json.member("volume"),
      shuffle: try json.member("shuffle"), hasEpisodes: try json.member("hasEpisodes"))
  }

  package var json: JSONNode {
    .object([
      ("state", state.json), ("track", track?.json), ("position", position.json), ("pace", pace.json),
      ("speed", speed.json), ("volume", volume.json), ("shuffle", shuffle.json), ("hasEpisodes", hasEpisodes.json),
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
