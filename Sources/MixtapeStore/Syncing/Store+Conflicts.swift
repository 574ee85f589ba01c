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
    of conflicts: [OpenConflict], in repository: StoreRepository
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

extension Store {
  /// Returns the values of conflicts, by the choices that take them.
  public func values(of conflicts: [OpenConflict]) throws(MixtapeError) -> [ConflictValues] {
    guard !conflicts.isEmpty else { return [] }
    let repository = try openRepository()
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

/// The decisions about conflicts, from the messages of commits.
struct ConflictDecisions {
  /// The commits that decided a value, newest first: decisions, and merges for which somebody chose a side.
  private var deciders: [String: [CommitID]] = [:]
  /// The places of conflicts that were decided.
  private var places: Set<String> = []
  /// The conflicts of each value that were checked, newest first.
  private var newer: [String: [OpenConflict]] = [:]
  private var undone = UndoneCommits()

  /// Notes the decisions and undos of a commit. Newer commits must be noted first.
  mutating func note(_ commit: Commit) {
    undone.note(commit)
    guard !undone.contains(commit.id) else { return }
    for trailer in commit.trailers where trailer.key == CommitMessage.decidesKey {
      places.insert(trailer.value)
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
    guard !conflict.isDecided, !places.contains(conflict.place), !undone.contains(lost) else { return nil }
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

/// The library files of one version of a store, in which episodes are found by their ids or their other values.
struct LibraryTree {
  private let repository: StoreRepository
  private var files: [TreeEntry]

  /// Makes the version of a tree.
  init(of tree: ObjectID?, in repository: StoreRepository) throws(MixtapeError) {
    self.repository = repository
    let top = Section.library.rawValue
    let directory = try tree.flatMap { (tree) throws(MixtapeError) in try repository.entry(at: top, inTree: tree) }
    files = []
    guard let directory, directory.mode == .directory else { return }
    files = try repository.differences(from: nil, to: directory.id).compactMap { file in
      file.newEntry.map { TreeEntry(path: "\(top)/\(file.path)", id: $0.id, mode: $0.mode) }
    }
    files.removeAll { !$0.mode.isRegularFile || StoredFile.podcastID(at: $0.path) == nil }
  }

  /// Makes the version of HEAD.
  init(in repository: StoreRepository) throws(MixtapeError) {
    let head = try repository.head().commit
    try self.init(
      of: try head.map { (head) throws(MixtapeError) in try repository.tree(of: head) }, in: repository)
  }

  /// Returns the episodes with ids that exist.
  func episodes(_ ids: Set<Episode.ID>) throws(MixtapeError) -> [Episode.ID: Episode] {
    var found: [Episode.ID: Episode] = [:]
    let podcasts = Set(ids.map(\.podcast))
    for entry in files where StoredFile.podcastID(at: entry.path).map(podcasts.contains) ?? false {
      for episode in try episodes(of: entry) where ids.contains(episode.id) {
        found[episode.id] = found[episode.id] ?? episode
      }
    }
    return found
  }

  /// Returns the ids of episodes of other versions. Those that do not exist, or are not the only ones, are left out.
  ///
  /// - Complexity: O(the size of the library), for any number of episodes.
  func ids(of episodes: [Episode]) throws(MixtapeError) -> [EpisodeIdentity: Episode.ID] {
    guard !episodes.isEmpty else { return [:] }
    let identities = Set(episodes.map { EpisodeIdentity($0) })
    var found: [EpisodeIdentity: [Episode.ID]] = [:]
    for entry in files {
      for episode in try self.episodes(of: entry) {
        let identity = EpisodeIdentity(episode)
        if identities.contains(identity) { found[identity, default: []].append(episode.id) }
      }
    }
    return found.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  /// Returns the episodes of a file; none for one with errors.
  private func episodes(of entry: TreeEntry) throws(MixtapeError) -> [Episode] {
    guard let id = StoredFile.podcastID(at: entry.path) else { return [] }
    return PodcastFile(parsing: try repository.blob(entry.id), id: id).podcast?.episodes ?? []
  }
}
