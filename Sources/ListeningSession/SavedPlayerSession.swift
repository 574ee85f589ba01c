internal import MixtapeModel
internal import MixtapePlayer

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The saved state of a session: the player, and the plays that are not recorded yet.
struct SavedPlayerSession: Codable {
  /// The version of the format. Other versions are not read.
  private static let currentFormat = 1

  private let format: Int
  let player: ShufflePlayer.Saved
  /// The episodes of the playlist, to find those that joined or left it since.
  private let playlist: [Episode.ID]
  /// The current episode, if its play is already counted.
  let counted: Episode.ID?
  private let plays: [Play]
  /// The episodes of the queue that are missing from the library; they return when the library has them again.
  let missing: [Episode.ID]?

  /// The plays of an episode that could not be recorded yet, for example because the program was killed.
  private struct Play: Codable {
    let episode: Episode.ID
    let count: Int64
    let last: Date

    /// Whether the values are plausible. Those of a damaged file may not be.
    var isValid: Bool { (0...1_000_000_000).contains(count) && (earliest...latest).contains(last) }

    private var earliest: Date { Date(timeIntervalSince1970: 0) }
    /// The last date that a file can hold: 9999-12-31T23:59:59Z.
    private var latest: Date { Date(timeIntervalSince1970: 253_402_300_799) }
  }

  init(
    _ player: ShufflePlayer.Saved, playlist: [Episode.ID], counted: Episode.ID?, plays: [Episode.ID: EpisodePlays],
    missing: [Episode.ID] = []
  ) {
    format = Self.currentFormat
    self.player = player
    self.playlist = playlist
    self.counted = counted
    self.missing = missing.isEmpty ? nil : missing
    self.plays = plays.sorted { $0.key < $1.key }.map { Play(episode: $0, count: $1.count, last: $1.last) }
  }

  /// Reads a saved state; `nil` if the bytes are damaged or of another version.
  init?(_ bytes: [UInt8]) {
    do {
      self = try JSONDecoder().decode(SavedPlayerSession.self, from: Data(bytes))
    } catch {
      return nil
    }
    guard format == Self.currentFormat, plays.allSatisfy(\.isValid),
      missing?.count ?? 0 <= ShufflePlayer.capacity
    else { return nil }
  }

  /// The bytes to save.
  var bytes: [UInt8] {
    get throws { Array(try JSONEncoder().encode(self)) }
  }

  /// The plays that are not recorded yet.
  var unrecordedPlays: [Episode.ID: EpisodePlays] {
    Dictionary(plays.map { ($0.episode, EpisodePlays(count: $0.count, last: $0.last)) }) { $1 }
  }

  /// The episodes of the queue, also those that were missing.
  var queued: [Episode.ID] { player.episodes + (missing ?? []) }

  /// Returns the episodes that users put into the queue, and not the playlist.
  func added(_ ids: [Episode.ID]) -> [Episode.ID] {
    let listed = Set(playlist)
    return ids.filter { !listed.contains($0) }
  }

  /// Returns the episodes that joined the playlist since, and those that left it.
  func differences(to now: [Episode.ID]) -> (added: Set<Episode.ID>, removed: Set<Episode.ID>) {
    (Set(now).subtracting(playlist), Set(playlist).subtracting(now))
  }
}
