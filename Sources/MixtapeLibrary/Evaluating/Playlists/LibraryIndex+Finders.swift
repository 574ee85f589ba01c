public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The smart playlists whose rules find an episode.
public struct EpisodeFinders: Sendable {
  /// The playlists whose rules find it, without those that have it hand-picked.
  public let playlists: Set<Playlist.ID>
  /// The playlists whose rules cannot be evaluated, with the errors.
  public let failures: [Playlist.ID: LibraryError]
}

extension LibraryIndex {
  /// Returns the smart playlists whose rules find an episode at a time.
  ///
  /// - Parameter noting: Called with each remark on the rules that were run.
  /// - Throws: ``LibraryError``, except for errors in the rules of a playlist.
  /// - Complexity: Evaluates the episode for each smart playlist. Evaluates all episodes for each playlist that finds it and
  ///   has a limit, and for each that a rule of another names.
  public func finders(
    of episode: Episode.ID, now: Date, noting: (EvaluationRemark) -> Void = { _ in }
  ) throws(LibraryError) -> EpisodeFinders {
    try Evaluation.run(on: self, now: now, noting: noting) { evaluation in
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
