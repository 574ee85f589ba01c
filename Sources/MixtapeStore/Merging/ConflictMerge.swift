internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// A conflict, the side to take, and the present path of its file.
struct ConflictDecision {
  let conflict: OpenConflict
  let side: MergeSide
  let path: String
}

/// A merge with conflicts, repeated with other sides.
///
/// The difference between the merge with the sides that were taken and the one with the sides to take also has the comments of the
/// values, and the keys that belong to rules. It is applied to the present files, by meaning.
struct ConflictMerge {
  /// The files with the values that were taken, and with those to take, by their paths in the merge.
  private var versions: [String: (taken: [UInt8], decided: [UInt8])] = [:]

  /// Repeats a merge.
  ///
  /// - Parameter decisions: Decisions about conflicts of the merge. Those that the repeated merge does not find are ignored: in a
  ///   shallow clone, it can have another base.
  /// - Complexity: O(the number of files that the sides changed).
  init(
    of merge: CommitID, deciding decisions: [ConflictDecision], in repository: StoreRepository
  ) throws(MixtapeError) {
    let parents = try repository.parents(of: merge)
    guard parents.count == 2 else { return }
    let draft = try StoreMerge(in: repository, ours: parents[0], theirs: parents[1])
    var (taken, decided): (MergeDecisions, MergeDecisions) = ([:], [:])
    for decision in decisions {
      guard let conflict = draft.conflicts.first(where: decision.conflict.isSame) else { continue }
      (taken[conflict], decided[conflict]) = (decision.conflict.taken, decision.side)
    }
    guard taken != decided else { return }
    let merges = try [taken, decided].map { (sides) throws(MixtapeError) in
      try StoreMerge(in: repository, ours: parents[0], theirs: parents[1], deciding: sides)
    }
    for path in Set(taken.keys.map(\.path)) {
      let texts = try merges.map { (merge) throws(MixtapeError) in
        let changed = merge.changes.first { $0.path == path }
        let blob = if let changed { changed.new?.id } else { try repository.blobID(at: path, in: parents[0]) }
        return try blob.map { (blob) throws(MixtapeError) in try repository.blob(blob) }
      }
      if let taken = texts[0], let decided = texts[1] { versions[path] = (taken, decided) }
    }
  }

  /// Repeats the merges of some conflicts.
  ///
  /// - Returns: The merges by their commits.
  static func merges(
    deciding decisions: [ConflictDecision], in repository: StoreRepository
  ) throws(MixtapeError) -> [CommitID: ConflictMerge] {
    var merges: [CommitID: ConflictMerge] = [:]
    for (merge, decisions) in Dictionary(grouping: decisions, by: \.conflict.merge) {
      merges[merge] = try ConflictMerge(of: merge, deciding: decisions, in: repository)
    }
    return merges
  }

  /// Returns a present file with the values of decisions, their comments, and the keys that belong to them. Keys that were changed
  /// since the merge keep their present values, except for those that configure removed rules.
  ///
  /// - Parameter decisions: The decisions about the file.
  func applied(to present: [UInt8], _ decisions: [ConflictDecision]) -> [UInt8] {
    guard let decision = decisions.first, let (taken, decided) = versions[decision.conflict.path] else {
      return present
    }
    do throws(MergedFile.Refusal) {
      let merged = try StoreFileMerge.byMeaning(base: taken, ours: present, theirs: decided, path: decision.path)
      // Keys that belong to rules come with the decided key, also if they were changed since.
      let keys = Set(decisions.map(\.conflict.keyPath))
      let decided = merged.conflicts.filter { keys.contains($0.path) || !keys.isDisjoint(with: $0.followers) }
      return merged.bytes(.theirsFor(Set(decided.map(\.path))))
    } catch {
      // The values alone are set then.
      return present
    }
  }
}

/// Values of earlier conflicts that one side of a merge decided, and that the other side changed.
///
/// The decision for the value that the file already had changes no file. It counts as a change of the value all the same, so that the
/// newer of two contrary decisions wins, and both values are listed.
struct DecidedValues {
  /// A conflict, and the commit of one side that decided it.
  private struct Decision {
    let conflict: OpenConflict
    let commit: Commit
  }

  private let repository: StoreRepository
  private let histories: MergeSides<SideHistory>
  /// The newest decision of each side about each value of a file.
  private var decisions = MergeSides<[FileKey: [Decision]]>(ours: [:], theirs: [:])

  /// Finds the decisions of both sides since the base.
  ///
  /// - Complexity: O(the number of commits since the base).
  init(_ histories: MergeSides<SideHistory>, in repository: StoreRepository) throws(MixtapeError) {
    (self.repository, self.histories) = (repository, histories)
    for side in MergeSide.allCases {
      var undone = UndoneCommits()
      for commit in try histories[side].commits() {
        undone.note(commit)
        guard !undone.contains(commit.id) else { continue }
        for conflict in try repository.conflicts(decidedBy: commit) {
          let file = FileKey(conflict.path)
          let isOlder = decisions[side][file]?.contains { $0.conflict.value == conflict.value } == true
          if !isOlder { decisions[side][file, default: []].append(Decision(conflict: conflict, commit: commit)) }
        }
      }
    }
  }

  /// Returns the conflicts of each file, and gives both sides of the files the values of the winners.
  ///
  /// - Parameters:
  ///   - files: The merged files.
  ///   - chosen: The sides that the user chose.
  /// - Complexity: O(*m* · *n*) for *m* merges whose conflicts were decided, and *n* files that the sides of each of them changed.
  func resolve(
    _ files: inout [PlacedUnit], deciding chosen: MergeDecisions
  ) throws(MixtapeError) -> [[MergeConflict]] {
    var conflicts: [[MergeConflict]] = []
    var winners: [(file: Int, side: MergeSide, decision: ConflictDecision)] = []
    for (number, file) in files.enumerated() {
      var found: [MergeConflict] = []
      for (side, decision) in decisions(about: file.unit) {
        guard var conflict = try contraryChange(to: decision, of: side, file) else { continue }
        conflict.decision = chosen[conflict]
        found.append(conflict)
        guard conflict.winner == side else { continue }
        winners.append((number, side, decision.conflict.returningTaken(inFileAt: file.path)))
      }
      conflicts.append(found)
    }
    let merges = try ConflictMerge.merges(deciding: winners.map(\.decision), in: repository)
    for (number, side, decision) in winners {
      guard let other = files[number].unit[side.other] else { continue }
      let present = try repository.blob(other.id)
      let decided = merges[decision.conflict.merge]?.applied(to: present, [decision]) ?? present
      files[number].unit[side.other] = try other.replacingContent(
        decision.conflict.setting(decision.side, in: decided), in: repository)
    }
    return conflicts
  }

  /// Returns the decisions of both sides about values of a file.
  private func decisions(about unit: MergeUnit) -> [(side: MergeSide, decision: Decision)] {
    guard let base = unit.base else { return [] }
    return MergeSide.allCases.flatMap { side in (decisions[side][base.key] ?? []).map { (side, $0) } }
  }

  /// Returns the conflict of a decision that changed no file with a change of the other side; `nil` without such a change.
  private func contraryChange(
    to decision: Decision, of side: MergeSide, _ file: PlacedUnit
  ) throws(MixtapeError) -> MergeConflict? {
    guard let base = file.unit.base, let own = file.unit[side], let other = file.unit[side.other] else { return nil }
    let key = decision.conflict.keyPath
    guard [base, own, other].allSatisfy(\.mode.isRegularFile) else { return nil }
    let values = try [base, own, other].map { (entry) throws(MixtapeError) in
      FileConflict.text(at: key, in: try repository.blob(entry.id)).map { String(decoding: $0, as: UTF8.self) }
    }
    guard OpenConflict.areEqual(values[0], decision.conflict[decision.conflict.taken].value),
      OpenConflict.areEqual(values[0], values[1]), !OpenConflict.areEqual(values[0], values[2]),
      let change = try histories[side.other].newestChange(of: [key], inFileAt: other.path)
    else { return nil }
    let mine = MergeConflict.Version(value: values[1], of: decision.commit)
    let theirs = MergeConflict.Version(value: values[2], of: change)
    return MergeConflict(
      at: key, inFileAt: file.path, ours: side == .ours ? mine : theirs, theirs: side == .ours ? theirs : mine)
  }
}
