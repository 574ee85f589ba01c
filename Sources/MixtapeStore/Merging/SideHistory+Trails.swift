internal import GitHistory
internal import MixtapeModel

extension SideHistory {
  /// The present path of a file that this side removed from its path, as far as its commits tell.
  enum Trail: Equatable {
    /// The side renamed or moved the file. In the middle of a trail, the path can be the old one.
    case renamed(String)
    /// The side deleted the file.
    case deleted
    /// The commit is not by Mixtape, so a file that was renamed and edited would look the same.
    case unknown
  }

  /// Follows a file of the base through the commits of this side.
  mutating func trail(of path: String) throws(MixtapeError) -> Trail {
    var trails: [CommitID: Trail] = [:]
    // The paths at which commits of this side found the file. Some of them are older than the base.
    var starts: Set<String> = [path]
    for step in try steps().reversed() {
      for parent in step.commit.parents where trails[parent] == nil {
        let start = try self.path(of: path, at: parent)
        trails[parent] = start.map { .renamed($0) } ?? .unknown
        start.map { _ = starts.insert($0) }
      }
      let before = step.commit.parents.compactMap { trails[$0] }
      trails[step.commit.id] =
        before.count == 1
        ? trail(before[0], after: step) : try trail(of: path, before, from: starts, afterMerge: step.commit)
    }
    let ends = tip.commits.map { trails[$0] ?? .unknown }.filter { $0.path != path }
    return ends.first { $0.path != nil } ?? ends.first ?? .unknown
  }

  /// Returns the path that a file of the base had in a commit before the base; `nil` if it did not exist.
  private func path(of path: String, at commit: CommitID) throws(MixtapeError) -> String? {
    let tree = try repository.tree(of: commit)
    var path = path
    if try repository.entry(at: path, inTree: tree) != nil { return path }
    for step in try steps(reachableFrom: base.commits, butNotFrom: [commit]) {
      guard let added = step.changes.first(where: { $0.path == path && $0.old == nil }) else { continue }
      if let origin = step.origin(of: added) { path = origin.path }
    }
    return try repository.entry(at: path, inTree: tree) == nil ? nil : path
  }

  /// Continues a trail by a commit with one parent.
  private func trail(_ before: Trail, after step: Step) -> Trail {
    guard let path = before.path, step.changes.contains(where: { $0.path == path && $0.new == nil }) else {
      return before
    }
    if let new = step.destination(of: path) { return .renamed(new) }
    return step.commit.trailer(CommitMessage.operationKey) == nil ? .unknown : .deleted
  }

  /// Joins the trails of the parents of a merge: parents can have moved a file and renamed it, or deleted it.
  private func trail(
    of original: String, _ before: [Trail], from starts: Set<String>, afterMerge commit: Commit
  ) throws(MixtapeError) -> Trail {
    let paths = before.compactMap(\.path)
    let files = paths.compactMap { StoredFile(path: $0) }
    let section = Section(containing: original)
    let joined = files.flatMap { file in
      files.compactMap { other in section.map { StoredFile(section: $0, folder: file.folder, name: other.name).path } }
    }
    let new = (paths + joined).filter { !starts.contains($0) }
    let tree = try repository.tree(of: commit.id)
    var found: [TreeEntry] = []
    for path in new + [original] where found.isEmpty {
      if let entry = try repository.entry(at: path, inTree: tree) { found.append(entry) }
    }
    for path in new.flatMap(Self.replacements) where try isNew(path, inMerge: commit) {
      if let entry = try repository.entry(at: path, inTree: tree) { found.append(entry) }
    }
    if found.isEmpty, let path = try returnedPath(before, afterMerge: commit) { return .renamed(path) }
    guard found.count > 1 else { return found.first.map { .renamed($0.path) } ?? end(before) }
    // The path belongs to this file or to another one that has the same id.
    var (similarity, best) = (TextSimilarity(repository), (score: -1, path: original))
    for (parent, trail) in zip(commit.parents, before) {
      guard let path = trail.path, !starts.contains(path),
        let version = try repository.entry(at: path, inTree: try repository.tree(of: parent))
      else { continue }
      for entry in found {
        let score = try similarity.percentage(version.id, entry.id)
        if score > best.score { best = (score, entry.path) }
      }
    }
    return .renamed(best.path)
  }

  /// Returns the path of a file that one parent of a merge has under a name from before the base, and that the others deleted or
  /// renamed; `nil` if the merge does not have it.
  private func returnedPath(_ before: [Trail], afterMerge commit: Commit) throws(MixtapeError) -> String? {
    let tree = try repository.tree(of: commit.id)
    for path in before.compactMap(\.path) where try repository.entry(at: path, inTree: tree) != nil {
      var isOther = false
      for (parent, trail) in zip(commit.parents, before) where trail.path != path {
        // A parent that has both had another file at this path.
        if try repository.entry(at: path, inTree: try repository.tree(of: parent)) != nil { isOther = true }
      }
      if !isOther { return path }
    }
    return nil
  }

  /// Returns the trail of a file that a merge does not have.
  private func end(_ before: [Trail]) -> Trail { before.contains(.deleted) ? .deleted : .unknown }

  /// Returns whether a merge has a file that its parents do not have.
  private func isNew(_ path: String, inMerge commit: Commit) throws(MixtapeError) -> Bool {
    for parent in commit.parents
    where try repository.entry(at: path, inTree: try repository.tree(of: parent)) != nil { return false }
    return try repository.entry(at: path, inTree: try repository.tree(of: commit.id)) != nil
  }

  /// Returns the paths that a merge gives to a file if another one has the same id, in the order of ``MergePlacement``.
  static func replacements(for path: String) -> [String] {
    guard let file = StoredFile(path: path), let section = Section(containing: path) else { return [] }
    return (2...mostReplacements).map {
      StoredFile(section: section, folder: file.folder, name: "\(file.name)-\($0)").path
    }
  }

  private static let mostReplacements = 9
}

extension SideHistory.Trail {
  /// The path, which can be the one in the base; `nil` if the file was deleted or its path is not known.
  fileprivate var path: String? { if case .renamed(let path) = self { path } else { nil } }
}
