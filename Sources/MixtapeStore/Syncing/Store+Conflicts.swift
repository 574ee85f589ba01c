public import GitHistory
internal import LosslessTOML
public import MixtapeModel
internal import PlaylistFiles

/// The side of a conflict to take, as seen from this clone.
public enum ConflictChoice: String, Hashable, Sendable, CaseIterable {
  /// The value of the user of this clone: the side whose change was made in this clone. If that is neither or both, the side whose
  /// change has the email address of the user, else that of the clone that made the merge.
  case mine
  /// The other value.
  case theirs
}

extension Store {
  /// Returns the values that both sides of a sync changed differently and that nobody has decided since, newest merge first.
  ///
  /// A conflict follows its playlist, podcast or episode to another id. It is decided when the value is not the taken one any more,
  /// by ``decide(_:taking:)``, by an answer during a sync, or by the undo of the change that lost.
  /// - Complexity: O(the number of commits in history). If episodes of conflicts are not in their podcasts any more, the whole
  ///   library is read.
  public func openConflicts() throws(MixtapeError) -> [OpenConflict] {
    let repository = try openRepository()
    let walk = try ChangeWalk(of: repository, .everyCommit)
    var (decisions, undecided) = (ConflictDecisions(), [OpenConflict]())
    // Only stores with conflicts read the messages of other commits.
    var unread: [CommitID] = []
    while let step = try walk.next() {
      unread.append(step.commit)
      guard step.isMerge else { continue }
      let conflicts = OpenConflict.all(in: try repository.commit(step.commit))
      guard !conflicts.isEmpty else { continue }
      for commit in unread { decisions.note(try repository.commit(commit)) }
      unread = []
      for conflict in conflicts {
        if let open = try decisions.stillOpen(conflict, in: repository) { undecided.append(open) }
      }
    }
    var found: [OpenConflict] = []
    for conflict in try following(undecided, in: repository) where try isOpen(conflict) { found.append(conflict) }
    return found
  }

  /// Decides conflicts, as one change that can be undone. A decision for the value that was taken changes no file.
  ///
  /// If more than two people changed a value, the conflict with the value of the user of this clone decides, else the newest one.
  ///
  /// - Parameter conflicts: The conflicts, as ``openConflicts()`` returns them.
  /// - Returns: The commit of the decision.
  @discardableResult
  public func decide(_ conflicts: [OpenConflict], taking choice: ConflictChoice) throws(MixtapeError) -> CommitID {
    try transaction { (transaction) throws(MixtapeError) in
      let own = try OwnSides(in: transaction.repository)
      let groups = Dictionary(grouping: conflicts, by: \.value).values
      let decisions = try groups.map { (group) throws(MixtapeError) -> ConflictDecision? in
        guard let (conflict, side) = try OpenConflict.decisive(group, choice, own) else { return nil }
        return try path(of: conflict).map { ConflictDecision(conflict: conflict, side: side, path: $0) }
      }.compactMap(\.self)
      let (old, contents) = try decided(decisions, in: transaction.repository)
      let writes = contents.keys.sorted().filter { old[$0] != contents[$0] }.map {
        FileWrite(path: $0, old: old[$0], new: contents[$0])
      }
      let names = Set(conflicts.map(\.name)).sorted()
      let values = groups.count == 1 ? "`\(conflicts[0].key)`" : counted(groups.count, "value")
      let message = CommitMessage(
        "Decide \(values) of \(names.joined(separator: ", "))", operation: CommitMessage.decisionOperation,
        trailers: conflicts.map { Commit.Trailer(key: CommitMessage.decidesKey, value: $0.place) })
      return try commitAndAnnounce(writes, message, in: transaction)
    }
  }

  /// Returns the files of conflicts by their paths: the present ones, and those with the values of decisions.
  private func decided(
    _ decisions: [ConflictDecision], in repository: StoreRepository
  ) throws(MixtapeError) -> (old: [String: [UInt8]], new: [String: [UInt8]]) {
    var old: [String: [UInt8]] = [:]
    for path in Set(decisions.map(\.path)) { old[path] = try bytes(at: path) }
    var new = old
    // An episode that is in another file now only gets the value.
    let unmoved = decisions.filter { !$0.conflict.isInAnotherFile }
    for (merge, decisions) in Dictionary(grouping: unmoved, by: \.conflict.merge) {
      let merge = try ConflictMerge(of: merge, deciding: decisions, in: repository)
      for (path, decisions) in Dictionary(grouping: decisions, by: \.path) {
        new[path] = new[path].map { merge.applied(to: $0, decisions) }
      }
    }
    for decision in decisions {
      new[decision.path] = try new[decision.path].map { (bytes) throws(MixtapeError) in
        try decision.conflict.setting(decision.side, in: bytes)
      }
    }
    return (old, new)
  }

  /// Returns whether the file still has the value that the merge took.
  private func isOpen(_ conflict: OpenConflict) throws(MixtapeError) -> Bool {
    guard let path = try path(of: conflict), case .bytes(let bytes) = try load(path) else { return false }
    let present = FileConflict.text(at: conflict.keyPath, in: bytes).map { String(decoding: $0, as: UTF8.self) }
    return OpenConflict.areEqual(present, conflict[conflict.taken].value)
  }

  /// Returns conflicts with the present ids of their playlists, podcasts and episodes; unchanged for those that do not exist at HEAD.
  private func following(
    _ conflicts: [OpenConflict], in repository: StoreRepository
  ) throws(MixtapeError) -> [OpenConflict] {
    let former = try movedEpisodes(of: conflicts, in: repository)
    let episodes = former.values.flatMap(\.values)
    let ids = try episodes.isEmpty ? [:] : LibraryVersion(in: repository).ids(of: episodes)
    return try conflicts.map { (conflict) throws(MixtapeError) in
      if case .episode(let id) = conflict.subject {
        let present = former[conflict.merge]?[id].flatMap { ids[EpisodeIdentity($0)] }
        return present.map { conflict.following(to: $0) } ?? conflict
      }
      guard try path(of: conflict) == nil else { return conflict }
      let present = try repository.currentPath(of: conflict.path, since: conflict.merge)
      return present.map { conflict.following(to: $0) } ?? conflict
    }
  }

  /// Returns the episodes of conflicts that are not in their podcasts any more, as they were in the merges.
  private func movedEpisodes(
    of conflicts: [OpenConflict], in repository: StoreRepository
  ) throws(MixtapeError) -> [CommitID: [Episode.ID: Episode]] {
    var missing: [CommitID: Set<Episode.ID>] = [:]
    for conflict in conflicts {
      guard case .episode(let id) = conflict.subject, try !hasEpisode(of: conflict) else { continue }
      missing[conflict.merge, default: []].insert(id)
    }
    var episodes: [CommitID: [Episode.ID: Episode]] = [:]
    for (merge, ids) in missing {
      episodes[merge] = try LibraryVersion(of: try repository.tree(of: merge), in: repository).episodes(ids)
    }
    return episodes
  }

  /// Returns whether the podcast of a conflict still has its episode.
  private func hasEpisode(of conflict: OpenConflict) throws(MixtapeError) -> Bool {
    guard let path = try path(of: conflict), case .bytes(let bytes) = try load(path) else { return false }
    return conflict.keyPath(in: TOMLDocument(parsing: bytes)) != nil
  }

  /// Returns the present path of the file of a conflict; `nil` if it does not exist any more.
  private func path(of conflict: OpenConflict) throws(MixtapeError) -> String? {
    let section: Section
    let name: String
    switch conflict.subject {
    case .file: return conflict.path
    case .playlist(let id): (section, name) = (.playlists, id.rawValue)
    case .podcast(let id): (section, name) = (.library, id.rawValue)
    case .episode(let id): (section, name) = (.library, id.podcast.rawValue)
    }
    return try SectionScan(section, of: self).files[name]?.path
  }
}

extension OpenConflict {
  /// Returns the conflict that decides about a value that several merges have in conflict, and the side of a choice.
  ///
  /// - Parameter conflicts: The conflicts of the value, newest first.
  fileprivate static func decisive(
    _ conflicts: [OpenConflict], _ choice: ConflictChoice, _ own: OwnSides
  ) throws(MixtapeError) -> (conflict: OpenConflict, side: MergeSide)? {
    var decisive = conflicts.first
    for conflict in conflicts where try own.mine(in: conflict) != nil {
      decisive = conflict
      break
    }
    return try decisive.map { (conflict) throws(MixtapeError) in
      (conflict, try own.side(of: choice, in: conflict))
    }
  }
}
