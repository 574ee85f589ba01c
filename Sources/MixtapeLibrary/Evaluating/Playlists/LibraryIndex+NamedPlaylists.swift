internal import GRDB
public import MixtapeModel

extension LibraryIndex {
  /// Returns the playlists that rules name and that do not exist, with the playlists of these rules, in order of id.
  ///
  /// - Complexity: O(the size of all rules that name a playlist).
  public func missingPlaylists() throws(LibraryError) -> [(id: Playlist.ID, askedBy: [Playlist.ID])] {
    try reading { database in
      var askers: [Playlist.ID: [Playlist.ID]] = [:]
      for playlist in try Self.playlists("WHERE instr(conditions, 'playlist') > 0", in: database) {
        for id in PlaylistDependencies(playlist).playlists { askers[id, default: []].append(playlist.id) }
      }
      return try askers.sorted { $0.key < $1.key }.compactMap { id, askers in
        try Self.playlist(id, in: database) == nil ? (id, askers.sorted()) : nil
      }
    }
  }

  /// Returns the playlists whose rules name at least one of the wanted playlists, in order of id, with the named ones.
  ///
  /// - Complexity: O(the size of all rules that name a playlist).
  public func playlists(
    naming wanted: Set<Playlist.ID>
  ) throws(LibraryError) -> [(id: Playlist.ID, named: Set<Playlist.ID>)] {
    try reading { database in
      try Self.playlists("WHERE instr(conditions, 'playlist') > 0", in: database).sorted { $0.id < $1.id }.compactMap {
        playlist in
        let named = PlaylistDependencies(playlist).playlists.intersection(wanted)
        return named.isEmpty ? nil : (playlist.id, named)
      }
    }
  }
}
