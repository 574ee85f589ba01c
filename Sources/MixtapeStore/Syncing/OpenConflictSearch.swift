public import GitHistory
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
    var (decisions, open) = (ConflictDecisions(), [OpenConflict]())
    // Only stores with conflicts read the messages of other commits.
    var unread: [CommitID] = []
    while let step = walk.next() {
      unread.append(step.id)
      guard step.isMerge else { continue }
      let conflicts = OpenConflict.all(in: try repository.commit(step.id))
      guard !conflicts.isEmpty else { continue }
      for commit in unread { decisions.note(try repository.commit(commit)) }
      unread = []
      for conflict in conflicts where decisions.isOpen(conflict) {
        let present = try following(conflict)
        if try isOpen(present) { open.append(present) }
      }
    }
    return open
  }

  /// Returns whether the file still has the value that the merge took.
  private func isOpen(_ conflict: OpenConflict) throws(MixtapeError) -> Bool {
    guard let path = try path(of: conflict), case .bytes(let bytes) = try store.load(path) else { return false }
    let present = FileConflict.text(at: conflict.keyPath, in: bytes).map { String(decoding: $0, as: UTF8.self) }
    return OpenConflict.areEqual(present, conflict[conflict.taken].value)
  }

  /// Returns a conflict with the present id of its playlist or podcast; unchanged if that does not exist at HEAD.
  private func following(_ conflict: OpenConflict) throws(MixtapeError) -> OpenConflict {
    guard try path(of: conflict) == nil else { return conflict }
    let present = try repository.currentPath(of: conflict.path, since: conflict.merge)
    return present.map { conflict.following(to: $0) } ?? conflict
  }

  /// Returns the present path of the file of a conflict; `nil` if it does not exist any more.
  func path(of conflict: OpenConflict) throws(MixtapeError) -> String? {
    guard let item = conflict.item else { return conflict.path }
    return try SectionScan(item.section, of: store).files[item.id]?.path
  }
}

/// The decisions about conflicts, from the messages of commits.
struct ConflictDecisions {
  /// The identifiers of conflicts that were decided.
  private var decided: Set<String> = []
  /// The values of conflicts that were checked.
  private var met: Set<String> = []
  private var undone = UndoneCommits()

  /// Notes the decisions and undos of a commit. Newer commits must be noted first.
  mutating func note(_ commit: Commit) {
    undone.note(commit)
    guard !undone.contains(commit.id) else { return }
    for trailer in commit.trailers where trailer.key == CommitMessage.decidesKey { decided.insert(trailer.value) }
  }

  /// Returns whether nobody has decided a conflict. Newer ones must be checked first: of several about one value, the newest counts.
  mutating func isOpen(_ conflict: OpenConflict) -> Bool {
    met.insert(conflict.mergedKey).inserted && !conflict.isDecided && !decided.contains(conflict.identifier)
      && !undone.contains(conflict[conflict.taken.other].commit)
  }
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
  fileprivate func version(
    of side: MergeSide, in repository: StoreRepository
  ) throws(MixtapeError) -> ConflictValues.Version {
    ConflictValues.Version(
      value: self[side].value, commit: self[side].commit, change: try repository.existingCommit(self[side].commit))
  }
}

/// The sides of conflicts that belong to the user of this clone.
///
/// A person with two clones has the same email address in both, so the clone in which a change was made decides first.
private struct OwnSides {
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
    let mine = try mine(in: conflict)
    return choice == .mine ? mine : mine.other
  }

  /// Returns the side whose change was made in this clone. If that is neither or both, returns the only side whose change has the email
  /// address of the user, else that of the clone that merged.
  private func mine(in conflict: OpenConflict) throws(MixtapeError) -> MergeSide {
    let here = MergeSide.allCases.filter { madeHere.contains(conflict[$0].commit) }
    if here.count == 1 { return here[0] }
    var own: [MergeSide] = []
    for side in MergeSide.allCases {
      if try repository.existingCommit(conflict[side].commit)?.author.email == email { own.append(side) }
    }
    return own.count == 1 ? own[0] : .ours
  }
}

extension Transaction {
  /// Decides conflicts. See ``Store/decide(_:taking:)``.
  func decide(_ conflicts: [OpenConflict], taking choice: ConflictChoice) throws(MixtapeError) -> CommitID {
    let own = try OwnSides(in: repository)
    let search = OpenConflictSearch(of: store, in: repository)
    var decisions: [ConflictDecision] = []
    for conflict in conflicts {
      guard let path = try search.path(of: conflict) else { continue }
      let side = try own.side(of: choice, in: conflict)
      decisions.append(ConflictDecision(conflict: conflict, side: side, path: path))
    }
    let (old, contents) = try decided(decisions)
    let writes = contents.keys.sorted().filter { old[$0] != contents[$0] }.map {
      FileWrite(path: $0, old: old[$0], new: contents[$0])
    }
    let names = Set(conflicts.map(\.name)).sorted()
    let values = conflicts.count == 1 ? "`\(conflicts[0].key)`" : counted(conflicts.count, "value")
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
    for (merge, decisions) in Dictionary(grouping: decisions, by: \.conflict.merge) {
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
