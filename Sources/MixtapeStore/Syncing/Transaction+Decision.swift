internal import GitHistory
internal import MixtapeModel

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
