public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The smart playlists whose rules find certain episodes.
public struct MatchingPlaylists: Sendable {
  /// The episodes that the rules of each playlist find, without hand-picked ones. Playlists that find none are missing.
  public let found: [Playlist.ID: Set<Episode.ID>]
  /// The playlists whose rules cannot be evaluated, with the errors.
  public let failures: [Playlist.ID: LibraryError]
}

extension LibraryIndex {
  /// Returns the smart playlists whose rules find some of the episodes at a time.
  ///
  /// - Parameter noting: Called with each remark on the evaluated rules.
  /// - Throws: ``LibraryError``, except for errors in the rules of a playlist.
  /// - Complexity: Evaluates each of the episodes for each smart playlist. Evaluates all episodes of the library for
  ///   each playlist that finds one of them and has a limit, and for each that a rule of another names.
  public func playlists(
    finding episodes: [Episode.ID], now: Date, noting: (EvaluationRemark) -> Void = { _ in }
  ) throws(LibraryError) -> MatchingPlaylists {
    try Evaluation.run(on: self, now: now, noting: noting) { evaluation in
      var (found, failures): ([Playlist.ID: Set<Episode.ID>], [Playlist.ID: LibraryError]) = ([:], [:])
      let rows = try episodes.compactMap { episode in
        try evaluation.row(of: episode).map { (episode: episode, row: $0) }
      }
      guard !rows.isEmpty else { return MatchingPlaylists(found: [:], failures: [:]) }
      for playlist in try Self.smartPlaylists(in: evaluation.database) {
        let held = Set(playlist.episodes)
        let candidates = rows.filter { !held.contains($0.episode) }
        guard !candidates.isEmpty else { continue }
        do {
          try evaluation.inside(playlist.id) {
            let picked = try evaluation.pickedRows(of: playlist)
            guard let selection = try evaluation.selection(of: playlist, excluding: picked) else { return }
            let taken = try selection.taken(of: candidates.map(\.row))
            let episodes = candidates.filter { taken.contains($0.row) }.map(\.episode)
            if !episodes.isEmpty { found[playlist.id] = Set(episodes) }
          }
        } catch let error as LibraryError where error.concernsRules {
          failures[playlist.id] = error
        }
      }
      return MatchingPlaylists(found: found, failures: failures)
    }
  }
}
