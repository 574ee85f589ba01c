public import MixtapeModel

extension Rule {
  /// Returns the rule with changed ids of playlists.
  public func renamingPlaylists(_ ids: [Playlist.ID: Playlist.ID]) -> Rule {
    switch self {
    case .comparison: self
    case .inPlaylist(let id): .inPlaylist(ids[id] ?? id)
    case .not(let rule): .not(rule.renamingPlaylists(ids))
    case .and(let rules): .and(rules.map { $0.renamingPlaylists(ids) })
    case .or(let rules): .or(rules.map { $0.renamingPlaylists(ids) })
    }
  }
}
