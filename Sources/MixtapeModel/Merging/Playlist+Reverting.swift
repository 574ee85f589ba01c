extension Playlist {
  /// Reverts one earlier change of the playlist.
  ///
  /// Keys are reverted one by one. A key that was changed again since is in conflict, and keeps its present value. The list
  /// of episodes is never in conflict; see ``EpisodeListMerge``. Id, folder and times stay.
  ///
  /// - Parameters:
  ///   - before: The playlist before the change.
  ///   - after: The playlist after it.
  /// - Returns: The reverted playlist and the conflicts.
  /// - Throws: ``MixtapeError/Code/invalidName``; not for names of valid playlists.
  public func reverting(
    from before: Playlist, to after: Playlist
  ) throws(MixtapeError) -> (result: Playlist, conflicts: [KeyConflict]) {
    var merge = KeyMerge()
    let result =
      try withName(merge.value(.name, before.name, after.name, name) { .text($0) })
      .withDescription(merge.value(.description, before.description, after.description, description) { .text($0) })
      .withSettings(settings.reverting(from: before.settings, to: after.settings, &merge))
      .withEpisodes(EpisodeListMerge.reverting(from: before.episodes, to: after.episodes, in: episodes))
      .withCriteria(criteria.reverting(from: before.criteria, to: after.criteria, &merge))
    return (result, merge.conflicts)
  }
}

extension PlaybackSettings {
  fileprivate func reverting(from before: Self, to after: Self, _ merge: inout KeyMerge) -> Self {
    PlaybackSettings(
      continuous: merge.value(.continuous, before.continuous, after.continuous, continuous) { .flag($0) },
      shuffle: merge.value(.shuffle, before.shuffle, after.shuffle, shuffle) { $0.asConflictValue })
  }
}

extension SmartCriteria {
  fileprivate func reverting(from before: Self, to after: Self, _ merge: inout KeyMerge) -> Self {
    SmartCriteria(
      conditions: merge.value(.conditions, before.conditions, after.conditions, conditions) {
        $0.map { .list($0.map(\.text)) } ?? .absent
      },
      match: merge.value(.match, before.match, after.match, match) { .text($0.rawValue) },
      search: merge.value(.search, before.search, after.search, search) { $0.map(KeyConflict.Value.text) ?? .absent },
      sort: merge.value(.sort, before.sort, after.sort, sort) { .list($0.map(\.description)) },
      limit: merge.value(.limit, before.limit, after.limit, limit) { $0?.asConflictValue ?? .absent },
      seed: merge.value(.seed, before.seed, after.seed, seed) { $0.map(KeyConflict.Value.number) ?? .absent })
  }
}

extension ShuffleSetting {
  fileprivate var asConflictValue: KeyConflict.Value {
    if case .by(let algorithm) = self { .text(algorithm.rawValue) } else { .flag(isOn) }
  }
}

extension PlaylistLimit {
  fileprivate var asConflictValue: KeyConflict.Value {
    if case .items(let count) = self { .number(Int64(count)) } else { .text(description) }
  }
}
