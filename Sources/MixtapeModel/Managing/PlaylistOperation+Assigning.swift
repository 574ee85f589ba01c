extension PlaylistOperation {
  /// Plans the assignment of episodes to playlists. If a playlist is missing or an id is taken, nothing changes.
  ///
  /// - Throws: ``MixtapeError`` with the code `notFound` or `alreadyExists`.
  func planAssignment(
    of episodes: [Episode.ID], to added: [Playlist.ID], from removed: [Playlist.ID], creating created: [Playlist],
    in catalog: some Catalog<Playlist>
  ) throws(MixtapeError) -> PlaylistPlan {
    let (added, removed) = (Set(added), Set(removed).subtracting(added))
    var changes: [PlaylistChange] = []
    for id in added.union(removed) {
      let before = try catalog.existing(id)
      let after = added.contains(id) ? before.appending(episodes) : before.removing(episodes)
      if let change = PlaylistChange(from: before, to: after) { changes.append(change) }
    }
    var taken: Set<Playlist.ID> = []
    for playlist in created {
      let isRepeated = !taken.insert(playlist.id).inserted
      if try isRepeated ? true : catalog.isTaken(playlist.id) {
        throw MixtapeError(.alreadyExists, .playlist(playlist.id))
      }
      changes.append(.created(playlist.appending(episodes).withTimes(created: nil, updated: nil)))
    }
    return PlaylistPlan(
      self, changes: changes.sorted { $0.item.id < $1.item.id },
      episodes: changes.isEmpty ? [] : episodes.withoutRepetitions)
  }
}

extension PlaylistPlan {
  /// The playlists that get episodes in an assignment, and those that lose some.
  public var assignment: (to: [Playlist.ID], from: [Playlist.ID]) {
    guard case .assign(_, let added, _, let created) = operation else { return ([], []) }
    let adding = Set(added + created.map(\.id))
    let changed = changes.map(\.item.id)
    return (changed.filter(adding.contains), changed.filter { !adding.contains($0) })
  }
}

extension Playlist {
  /// Returns a copy that ends with those of the episodes that it does not have.
  fileprivate func appending(_ new: [Episode.ID]) -> Playlist {
    let known = Set(episodes)
    return withEpisodes(episodes + new.withoutRepetitions.filter { !known.contains($0) })
  }

  /// Returns a copy without any occurrence of the episodes.
  fileprivate func removing(_ gone: [Episode.ID]) -> Playlist {
    let gone = Set(gone)
    return withEpisodes(episodes.filter { !gone.contains($0) })
  }
}
