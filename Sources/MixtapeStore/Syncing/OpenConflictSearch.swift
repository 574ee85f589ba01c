public import GitHistory
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

/// The side of a conflict to take, as seen from this clone.
public enum ConflictChoice: String, Hashable, Sendable, CaseIterable {
  /// The value of the user of this clone: the side whose change was made in this clone. If that is neither or both, the side whose
  /// change has the email address of the user, else that of the clone that made the merge.
  case mine
  /// The other value.
  case theirs
}

/// The values of a conflict, by the choices that take them (``Store/decide(_:taking:)``).
public struct ConflictValues: Sendable {
  /// A value, and the change that set it.
  public struct Version: Sendable {
    /// The value as TOML; `nil` if the change removed the key.
    public let value: String?
    /// The commit of the change.
    public let commit: CommitID
    /// The change; `nil` if it is missing in a shallow clone.
    public let change: Commit?
  }

  /// The value of the user of this clone.
  public let mine: Version
  /// The other value.
  public let theirs: Version
  /// The choice that would take the present value.
  public let taken: ConflictChoice

  /// Returns the value that a choice takes.
  public subscript(choice: ConflictChoice) -> Version { choice == .mine ? mine : theirs }
}

extension ConflictValues {
  /// Returns the values of conflicts. See ``Store/values(of:)``.
  static func of(_ conflicts: [OpenConflict], in store: Store) throws(MixtapeError) -> [ConflictValues] {
    guard !conflicts.isEmpty else { return [] }
    let repository = try store.openRepository()
    let own = try OwnSides(in: repository)
    return try conflicts.map { (conflict) throws(MixtapeError) in
      let mine = try own.side(of: .mine, in: conflict)
      return ConflictValues(
        mine: try conflict.version(of: mine, in: repository),
        theirs: try conflict.version(of: mine.other, in: repository), taken: conflict.taken == mine ? .mine : .theirs)
    }
  }
}

extension OpenConflict {
  /// Returns the change of a side; `nil` if it is missing in a shallow clone.
  func change(of side: MergeSide, in repository: StoreRepository) throws(MixtapeError) -> Commit? {
    try repository.existingCommit(self[side].commit)
  }

  fileprivate func version(
    of side: MergeSide, in repository: StoreRepository
  ) throws(MixtapeError) -> ConflictValues.Version {
    ConflictValues.Version(
      value: self[side].value, commit: self[side].commit, change: try change(of: side, in: repository))
  }
}

/// The sides of conflicts that belong to the user of this clone.
///
/// A person with two clones has the same email address in both, so the clone in which a change was made decides first.
struct OwnSides {
  private let repository: StoreRepository
  private let email: String
  /// The commits that were made in this clone, by its log.
  private let madeHere: Set<CommitID>

  init(in repository: StoreRepository) throws(MixtapeError) {
    self.repository = repository
    email = try repository.identity(for: .author).email
    madeHere = try repository.commitsMadeHere()
  }

  /// Returns the side of a choice.
  func side(of choice: ConflictChoice, in conflict: OpenConflict) throws(MixtapeError) -> MergeSide {
    let mine = try mine(in: conflict) ?? .ours
    return choice == .mine ? mine : mine.other
  }

  /// Returns the side whose change was made in this clone. If that is neither or both, returns the side whose change has the email
  /// address of the user; `nil` if that is neither or both, too.
  func mine(in conflict: OpenConflict) throws(MixtapeError) -> MergeSide? {
    let here = MergeSide.allCases.filter { madeHere.contains(conflict[$0].commit) }
    if here.count == 1 { return here[0] }
    var own: [MergeSide] = []
    for side in MergeSide.allCases where try conflict.change(of: side, in: repository)?.author.email == email {
      own.append(side)
    }
    return own.count == 1 ? own[0] : nil
  }
}

extension Transaction {
  /// Decides conflicts. See ``Store/decide(_:taking:)``.
  func decide(_ conflicts: [OpenConflict], taking choice: ConflictChoice) throws(MixtapeError) -> CommitID {
    let own = try OwnSides(in: repository)
    let search = OpenConflictSearch(of: store, in: repository)
    let groups = Dictionary(grouping: conflicts, by: \.value).values
    let decisions = try groups.map { (group) throws(MixtapeError) -> ConflictDecision? in
      guard let (conflict, side) = try OpenConflict.decisive(group, choice, own) else { return nil }
      return try search.path(of: conflict).map { ConflictDecision(conflict: conflict, side: side, path: $0) }
    }.compactMap(\.self)
    let (old, contents) = try decided(decisions)
    let writes = contents.keys.sorted().filter { old[$0] != contents[$0] }.map {
      FileWrite(path: $0, old: old[$0], new: contents[$0])
    }
    let names = Set(conflicts.map(\.name)).sorted()
    let values = groups.count == 1 ? "`\(conflicts[0].key)`" : counted(groups.count, "value")
    let message = CommitMessage(
      "Decide \(values) of \(names.joined(separator: ", "))", operation: CommitMessage.decisionOperation,
      trailers: conflicts.map { Commit.Trailer(key: CommitMessage.decidesKey, value: $0.identifier) })
    return try commitAndAnnounce(writes, message)
  }

  /// Returns the files of conflicts by their paths: the present ones, and those with the values of decisions.
  private func decided(
    _ decisions: [ConflictDecision]
  ) throws(MixtapeError) -> (old: [String: [UInt8]], new: [String: [UInt8]]) {
    var old: [String: [UInt8]] = [:]
    for path in Set(decisions.map(\.path)) { old[path] = try store.bytes(at: path) }
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
