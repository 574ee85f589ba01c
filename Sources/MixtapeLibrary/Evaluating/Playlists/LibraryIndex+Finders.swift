public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The smart playlists whose rules find an episode.
public struct EpisodeFinders: Sendable {
  /// Those that find it, those aside that hold it by hand.
  public let playlists: Set<Playlist.ID>
  /// Those whose rules cannot be run, with the reason.
  public let failures: [Playlist.ID: LibraryError]
}

extension LibraryIndex {
  /// The smart playlists of the index whose rules find an episode at a certain time.
  ///
  /// - Throws: ``LibraryError``, unless it is the rules of a playlist that are at fault.
  /// - Complexity: One look at the episode for each smart playlist; one at every episode for each that has a limit and finds
  ///   it, and for each that is asked for by another.
  public func finders(of episode: Episode.ID, now: Date) throws(LibraryError) -> EpisodeFinders {
    try Evaluation.run(on: self, now: now) { evaluation in
      var (found, failures): (Set<Playlist.ID>, [Playlist.ID: LibraryError]) = ([], [:])
      guard let row = try evaluation.row(of: episode) else { return EpisodeFinders(playlists: [], failures: [:]) }
      for playlist in try Self.smartPlaylists(in: evaluation.database) where !playlist.episodes.contains(episode) {
        do {
          try evaluation.inside(playlist.id) {
            let picked = try evaluation.pickedRows(of: playlist)
            guard let selection = try evaluation.selection(of: playlist, excluding: picked) else { return }
            if try selection.takes(row) { found.insert(playlist.id) }
          }
        } catch let error as LibraryError where error.concernsRules {
          failures[playlist.id] = error
        }
      }
      return EpisodeFinders(playlists: found, failures: failures)
    }
  }
}
