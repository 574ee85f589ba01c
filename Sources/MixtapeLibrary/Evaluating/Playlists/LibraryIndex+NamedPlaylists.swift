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

  /// Returns those of some texts that rules of playlists name, with these playlists, in order.
  ///
  /// - Parameter texts: The texts, by the fields that rules compare with them.
  /// - Complexity: O(the size of all rules that use these fields).
  public func playlists(
    naming texts: [RuleField: Set<String>]
  ) throws(LibraryError) -> [(field: RuleField, text: String, askedBy: [Playlist.ID])] {
    try reading { database in
      try texts.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { field, texts in
        let clause = "WHERE instr(conditions, '\(field.rawValue)') > 0"
        let askers = try Self.playlists(clause, in: database).sorted { $0.id < $1.id }.map { playlist in
          let named = playlist.criteria.rule?.namedTexts.filter { $0.field == field } ?? []
          return (id: playlist.id, named: Set(named.map { TextFolding.fold($0.text) }))
        }
        return texts.sorted().compactMap { text in
          let asking = askers.filter { $0.named.contains(TextFolding.fold(text)) }.map(\.id)
          return asking.isEmpty ? nil : (field, text, asking)
        }
      }
    }
  }
}
