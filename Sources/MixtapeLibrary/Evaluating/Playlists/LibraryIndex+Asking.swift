internal import GRDB
public import MixtapeModel

extension LibraryIndex {
  /// Returns the playlists in the index whose rules name at least one of some playlists, with those they name, in
  /// order of id.
  ///
  /// - Complexity: O(the size of all rules that name a playlist).
  public func playlists(
    askingFor wanted: Set<Playlist.ID>
  ) throws(LibraryError) -> [(id: Playlist.ID, asked: Set<Playlist.ID>)] {
    try reading { database in
      try Self.playlists("WHERE instr(conditions, 'playlist') > 0 ORDER BY id", in: database).compactMap { playlist in
        let asked = PlaylistDependencies(playlist).playlists.intersection(wanted)
        return asked.isEmpty ? nil : (playlist.id, asked)
      }
    }
  }
}
