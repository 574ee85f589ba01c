internal import GitHistory
public import MixtapeModel
internal import PlaylistFiles

/// A conflict between a change to undo, redo or revert and another change, in one file or one of its values.
public struct RevertConflict: Hashable, Sendable, CustomStringConvertible {
  /// The reason for the conflict.
  public enum Reason: Hashable, Sendable {
    /// A later change set the value: `ours` is the present one with that change, `theirs` the one to return to.
    case value(MergeConflict)
    /// Others set values at the same time, in another clone.
    case concurrent([String], by: HistoryEntry)
    /// The file would be removed, and another change edited or moved it.
    case changedSince
    /// The file would be edited, and another change deleted it.
    case deletedSince
    /// The episode would be removed from the library, and another change edited it, for example by a play or a rating.
    case episodeChanged(Episode.ID)
    /// The file would be moved or renamed to the other path, and another change moved or renamed it.
    case movedSince(insteadOf: String)
    /// The file would be created or renamed, but another file at this path has its name.
    case taken(by: String)
    /// Both changes touched the same lines of a file with errors, or of a file that is not the store's.
    case textChangedSince
    /// The change moved an episode to another podcast or gave it another id, and so did a later change. Or it cannot be moved, for
    /// example because another one has its name now.
    case episodeMoved(Episode.ID, to: Episode.ID)
  }

  /// The path of the file, below the store's directory.
  public let path: String
  /// The reason for the conflict.
  public let reason: Reason
  /// The newest other change of the file; `nil` if the reason names the change.
  public internal(set) var change: HistoryEntry?

  /// Makes a conflict in a file.
  public init(path: String, reason: Reason, change: HistoryEntry? = nil) {
    (self.path, self.reason, self.change) = (path, reason, change)
  }
}

extension RevertConflict {
  /// The path and the reason in a few words.
  public var description: String {
    switch reason {
    case .value(let conflict): "\(path): \(conflict.key) was changed again"
    case .concurrent(let values, let change):
      "\(path): \(change.author) changed \(values.joined(separator: ", ")) at the same time"
    case .changedSince: "\(path): changed again"
    case .deletedSince: "\(path): deleted"
    case .episodeChanged(let id): "\(path): \(id) was changed again"
    case .movedSince(let other): "\(path): moved again, from \(other)"
    case .taken(let other): "\(path): the name is taken by \(other)"
    case .textChangedSince: "\(path): the same lines were changed again"
    case .episodeMoved(let old, let new): "\(path): \(old) is \(new) now"
    }
  }
}

/// The conflicts that prevent an undo, a redo or a revert.
public struct RevertConflicts: Error, Sendable, CustomStringConvertible {
  /// The conflicts, by path; at least one.
  public let conflicts: [RevertConflict]

  /// Whether the change is the next step of undo, so that ``Store/skipUndo()`` can skip it.
  public var canBeSkipped: Bool { step == .undo }
  /// Whether a redo was refused.
  public var isRedo: Bool { step == .redo }

  let step: UndoDirection?

  /// The conflicts, separated by semicolons.
  public var description: String { conflicts.map(\.description).joined(separator: "; ") }
}

/// The writes that take changes back from the present files, or bring them back.
struct ReversedChanges {
  /// The writes, with those of playlists whose entries follow episodes.
  let writes: [FileWrite]
  let renames: ItemRenames

  /// Takes changes back, one after the other.
  ///
  /// - Parameters:
  ///   - step: The direction, for steps of undo or redo; `nil` for the undo of one item and for a revert.
  ///   - part: The ids of the item whose part of the changes is meant; `nil` for whole changes.
  /// - Throws: ``MixtapeError/Code/conflict`` with a ``RevertConflicts`` as its cause.
  init(
    _ changes: [CommittedChange], as step: UndoDirection? = nil, part: Set<StoreItem>? = nil, from head: CommitID,
    in history: StoreHistory
  ) throws(MixtapeError) {
    let repository = history.repository
    let (start, recorded) = (try MergeVersion(head, in: repository), RecordedRenames(in: repository))
    var present = start
    for change in changes {
      let (result, conflicts) = try Self.reversing(change, step ?? .undo, part, in: present, at: head, by: recorded)
      guard conflicts.isEmpty else {
        throw MixtapeError(
          .conflict, .text(change.commit.subject), cause: RevertConflicts(conflicts: conflicts, step: step))
      }
      present = result
    }
    renames = try SideFiles(start, present, by: recorded).renames
    writes = try repository.writes(from: head, to: present.tree).withFollowers(in: history.store)
  }

  /// Returns files without a change, or with it again, and the conflicts with other changes. What others did at the same time stays.
  private static func reversing(
    _ change: CommittedChange, _ direction: UndoDirection, _ part: Set<StoreItem>?, in present: MergeVersion,
    at head: CommitID, by renames: RecordedRenames
  ) throws(MixtapeError) -> (MergeVersion, [RevertConflict]) {
    // A redo takes the undo back: also one without an effect, because of what others did.
    let taken = direction == .redo ? change.undo ?? change.commit : change.commit
    let isForward = direction == .redo && change.undo == nil
    let parent = taken.parents.first ?? taken.id
    let concurrent = try ConcurrentChanges(with: taken.id, upTo: head, by: renames)
    let applied = try AppliedChange(
      from: isForward ? parent : taken.id, to: isForward ? taken.id : parent, of: part, to: present, at: head,
      besides: concurrent, by: renames)
    guard direction == .undo, applied.conflicts.isEmpty else { return (applied.result, applied.conflicts) }
    return switch try concurrent.effect(from: present, to: applied.result) {
    case .none: (applied.result, [])
    case .settled: (present, [])
    case .conflicts(let conflicts): (applied.result, conflicts)
    }
  }
}

// MARK: - Writes

extension StoreRepository {
  /// Returns the writes that turn the files of HEAD into those of a tree.
  fileprivate func writes(from head: CommitID, to tree: ObjectID?) throws(MixtapeError) -> [FileWrite] {
    guard let tree else { return [] }
    return try differences(from: self.tree(of: head), to: tree).map { (difference) throws(MixtapeError) in
      let bytes = { (version: FileVersion?) throws(MixtapeError) -> [UInt8]? in
        try version.map { (version) throws(MixtapeError) in try blob(version.id) }
      }
      return FileWrite(path: difference.path, old: try bytes(difference.old), new: try bytes(difference.new))
    }
  }
}

extension [FileWrite] {
  /// Returns the writes, and those of playlists whose entries follow episodes to the ids that the writes give them.
  ///
  /// The writes of a revert have the references that playlists had before a change. Entries that were added since have the ids that
  /// the change gave to episodes.
  fileprivate func withFollowers(in store: Store) throws(MixtapeError) -> [FileWrite] {
    let ids = renamedEpisodes
    guard !ids.isEmpty else { return self }
    let catalog = PlaylistCatalog(store, workTree: nil)
    let planned = Set(compactMap { SectionFile.playlistID(at: $0.path) })
    let others = try catalog.changes(following: ids).filter { !planned.contains($0.item.id) }
    return try map { (write) throws(MixtapeError) in try write.following(ids) }
      + PlaylistFile.writes(for: others, file: catalog.file, renamed: ids)
  }

  /// The new ids of episodes that the writes rename or move to another podcast, by their old ones.
  ///
  /// An episode without a guid is known by its title and address. The name decides first, because several tracks can have one title.
  private var renamedEpisodes: [Episode.ID: Episode.ID] {
    let (before, after) = (episodes(\.old), episodes(\.new))
    var (removed, added) = (before.filter { after[$0.key] == nil }, after.filter { before[$0.key] == nil })
    var ids: [Episode.ID: Episode.ID] = [:]
    for hasName in [true, false] where !removed.isEmpty && !added.isEmpty {
      let places = Dictionary(grouping: added.values) { EpisodeIdentity($0, withName: hasName) }
      for (identity, old) in Dictionary(grouping: removed.values, by: { EpisodeIdentity($0, withName: hasName) }) {
        guard identity.isKnown, old.count == 1, let new = places[identity], new.count == 1 else { continue }
        ids[old[0].id] = new[0].id
        (removed[old[0].id], added[new[0].id]) = (nil, nil)
      }
    }
    return ids
  }

  private func episodes(_ version: KeyPath<FileWrite, [UInt8]?>) -> [Episode.ID: Episode] {
    var episodes: [Episode.ID: Episode] = [:]
    for write in self {
      guard let id = SectionFile.podcastID(at: write.path), let source = write[keyPath: version] else { continue }
      for episode in PodcastFile(parsing: source, id: id).podcast?.episodes ?? [] { episodes[episode.id] = episode }
    }
    return episodes
  }
}

extension FileWrite {
  /// Returns the write of a playlist with other ids of episodes.
  fileprivate func following(_ ids: [Episode.ID: Episode.ID]) throws(MixtapeError) -> FileWrite {
    guard let new, let id = SectionFile.playlistID(at: path), let folder = SectionFile(path: path)?.folder else {
      return self
    }
    let file = PlaylistFile(parsing: new, id: id, folder: folder)
    guard let playlist = file.playlist,
      let change = PlaylistChange(
        from: playlist, to: playlist.withEpisodes(playlist.episodes.map { ids[$0] ?? $0 }))
    else { return self }
    let followed = try PlaylistFile.writes(for: [change], file: { _ in file }, renamed: ids)
    return FileWrite(path: path, old: old, new: followed.first?.new ?? new)
  }
}

// MARK: - Conflicts
