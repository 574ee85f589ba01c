internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// The search for the conflicts of syncs that nobody has decided.
struct OpenConflictSearch {
  private let store: Store
  private let repository: StoreRepository

  init(of store: Store, in repository: StoreRepository) { (self.store, self.repository) = (store, repository) }

  /// Returns the conflicts. See ``Store/openConflicts()``.
  func conflicts() throws(MixtapeError) -> [OpenConflict] {
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
    for conflict in try following(undecided) where try isOpen(conflict) { found.append(conflict) }
    return found
  }

  /// Returns whether the file still has the value that the merge took.
  private func isOpen(_ conflict: OpenConflict) throws(MixtapeError) -> Bool {
    guard let path = try path(of: conflict), case .bytes(let bytes) = try store.load(path) else { return false }
    let present = FileConflict.text(at: conflict.keyPath, in: bytes).map { String(decoding: $0, as: UTF8.self) }
    return OpenConflict.areEqual(present, conflict[conflict.taken].value)
  }

  /// Returns conflicts with the present ids of their playlists, podcasts and episodes; unchanged for those that do not exist at HEAD.
  private func following(_ conflicts: [OpenConflict]) throws(MixtapeError) -> [OpenConflict] {
    let former = try movedEpisodes(of: conflicts)
    let episodes = former.values.flatMap(\.values)
    let ids = try episodes.isEmpty ? [:] : LibraryTree(in: repository).ids(of: episodes)
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
    of conflicts: [OpenConflict]
  ) throws(MixtapeError) -> [CommitID: [Episode.ID: Episode]] {
    var missing: [CommitID: Set<Episode.ID>] = [:]
    for conflict in conflicts {
      guard case .episode(let id) = conflict.subject, try !hasEpisode(of: conflict) else { continue }
      missing[conflict.merge, default: []].insert(id)
    }
    var episodes: [CommitID: [Episode.ID: Episode]] = [:]
    for (merge, ids) in missing {
      episodes[merge] = try LibraryTree(of: try repository.tree(of: merge), in: repository).episodes(ids)
    }
    return episodes
  }

  /// Returns whether the podcast of a conflict still has its episode.
  private func hasEpisode(of conflict: OpenConflict) throws(MixtapeError) -> Bool {
    guard let path = try path(of: conflict), case .bytes(let bytes) = try store.load(path) else { return false }
    return conflict.keyPath(in: TOMLDocument(parsing: bytes)) != nil
  }

  /// Returns the present path of the file of a conflict; `nil` if it does not exist any more.
  func path(of conflict: OpenConflict) throws(MixtapeError) -> String? {
    guard let item = conflict.item else { return conflict.path }
    return try SectionScan(item.section, of: store).files[item.id]?.path
  }
}

/// The decisions about conflicts, from the messages of commits.
struct ConflictDecisions {
  /// The commits that decided a value, newest first: decisions, and merges for which somebody chose a side.
  private var deciders: [String: [CommitID]] = [:]
  /// The identifiers of conflicts that were decided.
  private var decided: Set<String> = []
  /// The conflicts of each value that were checked, newest first.
  private var newer: [String: [OpenConflict]] = [:]
  private var undone = UndoneCommits()

  /// Notes the decisions and undos of a commit. Newer commits must be noted first.
  mutating func note(_ commit: Commit) {
    undone.note(commit)
    guard !undone.contains(commit.id) else { return }
    for trailer in commit.trailers where trailer.key == CommitMessage.decidesKey {
      decided.insert(trailer.value)
      // The value follows the id of the merge.
      guard let space = trailer.value.firstIndex(of: " ") else { continue }
      deciders[String(trailer.value[space...].dropFirst()), default: []].append(commit.id)
    }
  }

  /// Returns a conflict with the values between which nobody has decided since; `nil` if somebody has. Newer conflicts must be
  /// checked first.
  ///
  /// A later merge can have replaced the taken value by a third one. Nobody has decided against the value that lost before.
  mutating func stillOpen(
    _ conflict: OpenConflict, in repository: StoreRepository
  ) throws(MixtapeError) -> OpenConflict? {
    let later = newer[conflict.value] ?? []
    newer[conflict.value, default: []].append(conflict)
    if conflict.isDecided { deciders[conflict.value, default: []].append(conflict.merge) }
    let lost = conflict.lost.commit
    guard !conflict.isDecided, !decided.contains(conflict.identifier), !undone.contains(lost) else { return nil }
    for decider in deciders[conflict.value] ?? [] where try repository.reaches(conflict.merge, from: decider) {
      return nil
    }
    // A newer conflict has the value, or one by which somebody replaced it.
    for change in later.flatMap({ [$0.ours.commit, $0.theirs.commit] }) {
      if change == lost { return nil }
      if try repository.reaches(lost, from: change) { return nil }
    }
    var open = conflict
    for next in later.reversed() where next.lost.value == open[open.taken].value {
      open = open.taking(next[next.taken])
    }
    return open
  }
}

extension OpenConflict {
  /// The value that was not taken.
  fileprivate var lost: Side { self[taken.other] }
}
