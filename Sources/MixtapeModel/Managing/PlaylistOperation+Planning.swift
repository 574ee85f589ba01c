extension PlaylistOperation {
  /// Plans the operation. This is a pure function: it writes nothing, and the same catalog gives the same plan.
  ///
  /// - Throws: ``MixtapeError`` with the code `notFound`, `alreadyExists`, `invalidName`, `invalidFolder`, `noIDInName`,
  ///   `noSuchRule`, `noEffect`, `episodeNotInPlaylist` or `positionOutOfRange`; also the errors of the catalog.
  public func plan(in catalog: some Catalog<Playlist>) throws(MixtapeError) -> PlaylistPlan {
    switch self {
    case .create(let playlist):
      if try catalog.isTaken(playlist.id) { throw MixtapeError(.alreadyExists, .playlist(playlist.id)) }
      return PlaylistPlan(
        self, from: nil, to: playlist.withTimes(created: nil, updated: nil), episodes: playlist.episodes)
    case .importing(let playlists): return try planImport(of: playlists, in: catalog)
    case .resolve(let replacements): return try planResolution(replacements, in: catalog)
    case .update(let playlist):
      let before = try catalog.existing(playlist.id)
      return PlaylistPlan(self, from: before, to: playlist.withTimes(created: before.created, updated: before.updated))
    case .edit(let ids, let edits):
      return try planEach(of: ids, in: catalog) { (playlist) throws(MixtapeError) in try playlist.applying(edits) }
    case .delete(let ids): return try planEach(of: ids, in: catalog) { _ in nil }
    case .duplicate(let id, let name):
      return PlaylistPlan(
        self, from: nil, to: try catalog.existing(id).copied(as: name, in: catalog), original: id)
    case .rename(let id, let name):
      let before = try catalog.existing(id)
      return PlaylistPlan(self, from: before, to: try before.withName(name))
    case .describe(let id, let description):
      let before = try catalog.existing(id)
      return PlaylistPlan(self, from: before, to: before.withDescription(description))
    case .move(let ids, let folder): return try planEach(of: ids, in: catalog) { $0.withFolder(folder) }
    case .conditions(let id, let edits):
      let before = try catalog.existing(id)
      let after = before.withCriteria(try before.criteria.applying(edits))
      let edited = Set(edits.map(\.key))
      try after.criteria.requireEffect(of: after.keysInUse.filter(edited.contains))
      return PlaylistPlan(self, from: before, to: after)
    case .freeze(let id, let found):
      let before = try catalog.existing(id)
      let after = before.frozen(with: found)
      return PlaylistPlan(
        self, from: before, to: after, episodes: Array(after.episodes.dropFirst(before.episodes.count)))
    case .add(let episodes, let id, let offset, let again):
      return try planAddition(of: episodes, to: try catalog.existing(id), at: offset, again: again)
    case .assign(let episodes, let added, let removed, let created):
      return try planAssignment(of: episodes, to: added, from: removed, creating: created, in: catalog)
    case .remove(let references, let id):
      return try planRemoval(of: references, from: try catalog.existing(id))
    case .reorder(let id, let references, let destination):
      return try planReorder(of: try catalog.existing(id), references, to: destination)
    case .moveFolder(let folder, let destination):
      return PlaylistPlan(self, changes: try catalog.moving(folder, to: destination))
    case .deleteFolder(let folder): return PlaylistPlan(self, changes: try catalog.deleting(folder))
    }
  }
}

// MARK: - Many playlists

extension PlaylistOperation {
  private func planImport(
    of playlists: [Playlist], in catalog: some Catalog<Playlist>
  ) throws(MixtapeError) -> PlaylistPlan {
    var taken: Set<Playlist.ID> = []
    var changes: [PlaylistChange] = []
    for playlist in playlists {
      let id = try playlist.id.free { (id) throws(MixtapeError) in
        if taken.contains(id) { return true }
        return try catalog.isTaken(id)
      }
      taken.insert(id)
      changes.append(.created(playlist.withID(id)))
    }
    return PlaylistPlan(self, changes: changes)
  }

  private func planResolution(
    _ replacements: [Playlist.ID: [EntryReplacement]], in catalog: some Catalog<Playlist>
  ) throws(MixtapeError) -> PlaylistPlan {
    var changes: [PlaylistChange] = []
    for (id, replacements) in replacements.sorted(by: { $0.key < $1.key }) {
      let before = try catalog.existing(id)
      let new = before.newEpisodes(of: replacements)
      let after = before.withEpisodes(before.episodes.enumerated().map { new[$0.offset] ?? $0.element })
      if let change = PlaylistChange(from: before, to: after) { changes.append(change) }
    }
    return PlaylistPlan(self, changes: changes)
  }

  /// Plans the same change of several playlists. If one is missing, none changes.
  private func planEach(
    of ids: [Playlist.ID], in catalog: some Catalog<Playlist>,
    _ change: (Playlist) throws(MixtapeError) -> Playlist?
  ) throws(MixtapeError) -> PlaylistPlan {
    let playlists = try Set(ids).sorted().map { (id) throws(MixtapeError) in try catalog.existing(id) }
    if let playlist = playlists.first, playlists.count == 1 {
      return PlaylistPlan(self, from: playlist, to: try change(playlist))
    }
    let changes = try playlists.map { (playlist) throws(MixtapeError) in
      PlaylistChange(from: playlist, to: try change(playlist))
    }
    return PlaylistPlan(self, changes: changes.compactMap(\.self))
  }
}

// MARK: - Episodes

extension PlaylistOperation {
  private func planAddition(
    of episodes: [Episode.ID], to before: Playlist, at offset: Int?, again: Bool
  ) throws(MixtapeError) -> PlaylistPlan {
    let offset = offset ?? before.episodes.count
    guard (0...before.episodes.count).contains(offset) else { throw before.outOfRange(offset) }
    var known = Set(before.episodes)
    var (added, refused): ([Episode.ID], [Episode.ID]) = ([], [])
    for episode in episodes {
      if known.insert(episode).inserted || again { added.append(episode) } else { refused.append(episode) }
    }
    var list = before.episodes
    list.insert(contentsOf: added, at: offset)
    return PlaylistPlan(self, from: before, to: before.withEpisodes(list), episodes: added, refused: refused)
  }

  private func planRemoval(of references: [EpisodeReference], from before: Playlist) throws(MixtapeError)
    -> PlaylistPlan
  {
    let removed = try before.offsets(of: references)
    var list = before.episodes
    list.removeSubranges(removed)
    return PlaylistPlan(self, from: before, to: before.withEpisodes(list), episodes: before.episodes(at: removed))
  }

  private func planReorder(
    of before: Playlist, _ references: [EpisodeReference], to destination: ReorderDestination
  ) throws(MixtapeError) -> PlaylistPlan {
    let count = before.episodes.count
    let moved = try before.offsets(of: references)
    let offset: Int
    switch destination {
    case .before(let given):
      guard (0...count).contains(given) else { throw before.outOfRange(given) }
      offset = given
    case .landing(let landing):
      guard (0..<max(count, 1)).contains(landing) else { throw before.outOfRange(landing) }
      let staying = (0..<count).filter { !moved.contains($0) }
      offset = landing < staying.count ? staying[landing] : count
    }
    var list = before.episodes
    list.moveSubranges(moved, to: offset)
    return PlaylistPlan(self, from: before, to: before.withEpisodes(list), episodes: before.episodes(at: moved))
  }
}

extension Playlist {
  /// Returns the offsets of references.
  ///
  /// - Throws: `positionOutOfRange`, or `episodeNotInPlaylist` with the playlist's episodes as candidates.
  fileprivate func offsets(of references: [EpisodeReference]) throws(MixtapeError) -> RangeSet<Int> {
    var offsets = RangeSet<Int>()
    for reference in references {
      switch reference {
      case .offsets(let range):
        guard range.lowerBound >= 0 else { throw outOfRange(range.lowerBound) }
        guard range.upperBound < episodes.count else { throw outOfRange(max(range.lowerBound, episodes.count)) }
        offsets.insert(contentsOf: range.lowerBound..<range.upperBound + 1)
      case .id(let id):
        let found = episodes.indices(of: id)
        guard !found.isEmpty else {
          throw MixtapeError(.episodeNotInPlaylist, .episode(id), candidates: episodes.map(\.rawValue))
        }
        offsets.formUnion(found)
      }
    }
    return offsets
  }

  /// Returns the error for an offset outside the list.
  fileprivate func outOfRange(_ offset: Int) -> MixtapeError {
    MixtapeError(
      .positionOutOfRange, .offset(offset, count: episodes.count),
      cause: isSmart && offset >= episodes.count ? PositionInSmartPlaylist(id) : nil)
  }

  fileprivate func episodes(at offsets: RangeSet<Int>) -> [Episode.ID] {
    Array(episodes[offsets])
  }
}

/// The cause of ``MixtapeError/Code/positionOutOfRange`` for a position after the hand-picked episodes of a playlist with rules.
public struct PositionInSmartPlaylist: Error, Hashable, Sendable {
  /// The playlist, whose rules find the episodes at later positions.
  public let playlist: Playlist.ID

  init(_ playlist: Playlist.ID) { self.playlist = playlist }
}

// MARK: - Copies

extension Playlist {
  /// Returns a copy with a name and an id that no other playlist has.
  ///
  /// - Parameter given: The name. Without one, the copy is `<name> copy`, `<name> copy 2` and so on.
  fileprivate func copied(as given: String?, in catalog: some Catalog<Playlist>) throws(MixtapeError) -> Playlist {
    let copy = if let given { try withName(given) } else { try withName(try freeCopyName(in: catalog)) }
    guard let wanted = ID(suggestedBy: copy.name) ?? ID(suggestedBy: "\(id) copy") else {
      throw MixtapeError(.noIDInName, .text(copy.name))
    }
    return copy.withID(try wanted.free(catalog.isTaken))
  }

  private func freeCopyName(in catalog: some Catalog<Playlist>) throws(MixtapeError) -> String {
    let names = try catalog.names()
    var (candidate, number) = (name.cut(toFit: TitleRules.maximumLength, with: " copy"), 1)
    while names.contains(candidate) {
      number += 1
      candidate = name.cut(toFit: TitleRules.maximumLength, with: " copy \(number)")
    }
    return candidate
  }
}

extension PlaylistOperation {
  /// Plans the assignment of episodes to playlists. If a playlist is missing or an id is taken, nothing changes.
  ///
  /// - Throws: ``MixtapeError`` with the code `notFound` or `alreadyExists`.
  private func planAssignment(
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
