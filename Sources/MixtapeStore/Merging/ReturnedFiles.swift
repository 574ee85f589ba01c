internal import GitHistory
internal import MixtapeModel

/// The files that the common base does not have, because one clone deleted them, and that came back on both sides by merges with
/// clones that changed them.
///
/// The base cannot tell that two such files are one. Their origin can: the last version before the base, which both sides know.
struct ReturnedFiles {
  private let repository: StoreRepository

  init(in repository: StoreRepository) { self.repository = repository }

  /// Gives the units of returned files their origin as the base, and joins those of one file.
  func apply(to units: inout [MergeUnit], _ histories: inout MergeSides<SideHistory>) throws(MixtapeError) {
    let sections = MergeSide.allCases.map { side in
      Set(units.filter { $0.base == nil }.compactMap { $0[side]?.key.section })
    }
    let shared = sections[0].intersection(sections[1])
    guard !shared.isEmpty, try histories.ours.hasMerges(), try histories.theirs.hasMerges() else { return }
    let added = units.indices.filter { number in
      units[number].base == nil
        && (units[number].ours ?? units[number].theirs)?.key.section.map(shared.contains) == true
    }
    let ours = try origins(of: added, .ours, units, &histories.ours)
    let theirs = try origins(of: added, .theirs, units, &histories.theirs)
    for (path, our) in ours.sorted(by: { $0.value.unit < $1.value.unit }) {
      guard let their = theirs[path], let base = try common(our.origin, their.origin) else { continue }
      if our.unit == their.unit {
        units[our.unit].base = base
      } else if units[our.unit].theirs == nil, units[their.unit].ours == nil {
        units[our.unit] = MergeUnit(base: base, ours: units[our.unit].ours, theirs: units[their.unit].theirs)
        units[their.unit].theirs = nil
      }
    }
  }

  /// Returns the origins of files that a side added, by their paths before the base.
  private func origins(
    of numbers: [Int], _ side: MergeSide, _ units: [MergeUnit], _ history: inout SideHistory
  ) throws(MixtapeError) -> [String: (unit: Int, origin: SideHistory.Origin)] {
    var found: [String: (unit: Int, origin: SideHistory.Origin)] = [:]
    for number in numbers {
      guard let path = units[number][side]?.path, let origin = try history.origin(of: path) else { continue }
      found[origin.path] = (number, origin)
    }
    return found
  }

  /// Returns the last common version of a file with two origins; `nil` if their histories have no common commit, or if it does
  /// not contain the file.
  private func common(
    _ first: SideHistory.Origin, _ second: SideHistory.Origin
  ) throws(MixtapeError) -> TreeEntry? {
    guard let commit = try repository.mergeBases(of: first.commit, and: [second.commit]).first else { return nil }
    return try repository.entry(at: first.path, inTree: try repository.tree(of: commit))
  }
}

extension SideHistory {
  /// The version of a file before the commits of a side.
  struct Origin {
    let path: String
    /// A commit with this version. The base reaches it.
    let commit: CommitID
  }

  /// Returns whether the side has a merge since the base. Compares no trees.
  func hasMerges() throws(MixtapeError) -> Bool {
    for tip in tip.commits {
      for commit in try repository.commits(reachableFrom: tip, butNotFrom: base.commits)
      where try repository.parents(of: commit).count > 1 { return true }
    }
    return false
  }

  /// Follows a file of this side to the last version before the commits of the side.
  ///
  /// - Returns: The version; `nil` for a file that the side created.
  mutating func origin(of path: String) throws(MixtapeError) -> Origin? {
    let steps = Dictionary(uniqueKeysWithValues: try steps().map { ($0.commit.id, $0) })
    guard tip.commits.count == 1, var id = tip.commits.first else { return nil }
    var path = path
    while let step = steps[id] {
      if step.commit.parents.count == 1, let change = step.changes.first(where: { $0.path == path }), change.old == nil
      {
        guard let origin = step.origin(of: change) else { return nil }
        path = origin.path
      }
      guard let parent = try parent(of: step.commit, with: path) else { return nil }
      id = parent
    }
    return Origin(path: path, commit: id)
  }

  /// Returns the first parent of a commit that has a file; `nil` if none has it.
  private func parent(of commit: Commit, with path: String) throws(MixtapeError) -> CommitID? {
    for parent in commit.parents
    where try repository.entry(at: path, inTree: try repository.tree(of: parent)) != nil { return parent }
    return nil
  }
}
