internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The plays and the position of an episode in the library, as a session has read them.
struct KnownPlays: Codable, Equatable {
  let lastPlayedAt: Date?
  let position: Double?

  init(_ episode: Episode) { (lastPlayedAt, position) = (episode.lastPlayedAt, episode.position) }

  /// Returns whether a command has edited the values since. The time of a play tells which of two plays is the later one; an edit
  /// has no time.
  func wereEdited(in episode: Episode) -> Bool {
    let present = KnownPlays(episode)
    return present != self && (present.lastPlayedAt == nil || present.lastPlayedAt == lastPlayedAt)
  }
}
