import MixtapeModel
import MixtapePlayer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is kept of a player from one session to the next, for each playlist.
struct SavedPlayerSession: Codable {
  /// Another number is another form, which is not read.
  private static let currentFormat = 1

  private let format: Int
  let player: ShufflePlayer.Saved
  /// What the playlist held. What came into it or left it since comes into the queue or leaves it.
  private let playlist: [Episode.ID]
  /// The current episode, if it counts as heard already.
  let counted: Episode.ID?
  private let plays: [Play]

  /// What was heard and could not be recorded in the library, as when the program was killed.
  private struct Play: Codable {
    let episode: Episode.ID
    let count: Int64
    let last: Date

    /// Whether such a thing can have been noted; no player is at work for that long.
    var makesSense: Bool { (0...1_000_000_000).contains(count) && (earliest...latest).contains(last) }

    private var earliest: Date { Date(timeIntervalSince1970: 0) }
    /// The last that a date in a file can be.
    private var latest: Date { Date(timeIntervalSince1970: 253_402_300_799) }
  }

  init(
    _ player: ShufflePlayer.Saved, playlist: [Episode.ID], counted: Episode.ID?, plays: [Episode.ID: EpisodePlays]
  ) {
    format = Self.currentFormat
    self.player = player
    self.playlist = playlist
    self.counted = counted
    self.plays = plays.sorted { $0.key < $1.key }.map { Play(episode: $0, count: $1.count, last: $1.last) }
  }

  /// Reads what was kept; `nil` if it cannot be read or makes no sense, which is then forgotten.
  init?(_ bytes: [UInt8]) {
    do {
      self = try JSONDecoder().decode(SavedPlayerSession.self, from: Data(bytes))
    } catch {
      return nil
    }
    guard format == Self.currentFormat, plays.allSatisfy(\.makesSense) else { return nil }
  }

  /// What is to be kept.
  var bytes: [UInt8] {
    get throws { Array(try JSONEncoder().encode(self)) }
  }

  /// What is still to be recorded.
  var unrecordedPlays: [Episode.ID: EpisodePlays] {
    Dictionary(plays.map { ($0.episode, EpisodePlays(count: $0.count, last: $0.last)) }) { $1 }
  }

  /// The episodes that have come into the playlist since, and those that have left it.
  func differences(to now: [Episode.ID]) -> (added: Set<Episode.ID>, removed: Set<Episode.ID>) {
    (Set(now).subtracting(playlist), Set(playlist).subtracting(now))
  }
}
