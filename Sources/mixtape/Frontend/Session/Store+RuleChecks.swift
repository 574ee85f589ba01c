import MixtapeLibrary
import MixtapeModel
import MixtapeStore

extension Store {
  /// Makes sure that rules can be run in a playlist.
  ///
  /// - Parameter id: The playlist that gets the rules.
  /// - Returns: A remark for each playlist that the rules name and that does not exist.
  /// - Throws: ``MixtapeError/Code/library`` if a regular expression is invalid, or if a rule leads back to the playlist.
  func check(_ rules: [Rule], of id: Playlist.ID) throws(MixtapeError) -> [EvaluationRemark] {
    do throws(LibraryError) {
      for rule in rules { try rule.requirePatterns() }
    } catch {
      throw MixtapeError(.library, cause: error)
    }
    let asked = Rule.and(rules).playlists
    guard !asked.isEmpty else { return [] }
    if let cycle = try cycle(from: id, through: asked) {
      throw MixtapeError(.library, cause: LibraryError(.cycle, .playlists(cycle)))
    }
    let known = try playlistIDs()
    return asked.subtracting(known).sorted().map { missing in
      let nearest = NearestNames.of(missing.rawValue, among: known.map(\.rawValue), limit: 1)
      return .missingPlaylist(missing, askedBy: id, nearest: nearest.compactMap(Playlist.ID.init(rawValue:)))
    }
  }
}
