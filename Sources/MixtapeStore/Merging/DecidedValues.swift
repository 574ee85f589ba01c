internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

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
  /// The newest decision of each side about each value of a file.
  private var decisions = MergeSides<[FileKey: [Decision]]>(ours: [:], theirs: [:])

  /// Finds the decisions of both sides since the base.
  ///
  /// - Complexity: O(the number of commits since the base).
  init(_ histories: inout MergeSides<SideHistory>, in repository: StoreRepository) throws(MixtapeError) {
    self.repository = repository
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
    _ files: inout [PlacedUnit], deciding chosen: MergeDecisions, _ histories: inout MergeSides<SideHistory>
  ) throws(MixtapeError) -> [[MergeConflict]] {
    var conflicts: [[MergeConflict]] = []
    var winners: [(file: Int, side: MergeSide, decision: ConflictDecision)] = []
    for (number, file) in files.enumerated() {
      var found: [MergeConflict] = []
      for (side, decision) in decisions(about: file.unit) {
        guard var conflict = try contraryChange(to: decision, of: side, file, &histories) else { continue }
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
    to decision: Decision, of side: MergeSide, _ file: PlacedUnit, _ histories: inout MergeSides<SideHistory>
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

extension StoreRepository {
  /// Returns the conflicts that a commit decided.
  fileprivate func conflicts(decidedBy commit: Commit) throws(MixtapeError) -> [OpenConflict] {
    let places = commit.trailers.filter { $0.key == CommitMessage.decidesKey }.map(\.value)
    var conflicts: [OpenConflict] = []
    for place in places {
      guard let id = OpenConflict.merge(ofPlace: place), let merge = try existingCommit(id) else { continue }
      conflicts += OpenConflict.all(in: merge).filter { $0.place == place }
    }
    return conflicts
  }
}
