internal import GitHistory
internal import MixtapeModel

/// The paths at HEAD of files of earlier commits, which may have been moved or renamed since, on any side of a merge.
final class CommittedPaths {
  /// The commits with which the files of a section at HEAD are compared.
  private struct Scope: Hashable {
    let section: Section
    let commits: Set<CommitID>
  }

  /// The files of a section at HEAD that differ from those of earlier commits.
  private struct Differences {
    /// The files that are not the same in all of the commits, by path.
    var changed: [TreeEntry] = []
    /// Whether a path is in none of the commits.
    var hasNewPaths = false
  }

  private let history: FileHistory
  private let head: CommitID?
  private var repository: StoreRepository { history.repository }
  private var files: [Scope: [String: TreeEntry]] = [:]
  private var differences: [Scope: Differences] = [:]
  private var reached: [CommitID: Bool] = [:]

  init(by history: FileHistory) throws(MixtapeError) {
    self.history = history
    head = try history.repository.head().commit
  }

  /// Returns the path at HEAD of a file that had one or several places in commits; `nil` if it was deleted, or if a commit is not in
  /// the history of HEAD.
  ///
  /// - Complexity: O(*n* · *m*) for *n* files that changed since and *m* commits since. Later calls use the results of earlier ones,
  ///   and are O(*n*).
  func path(of places: [FilePlace]) throws(MixtapeError) -> String? {
    guard let section = places.first.flatMap({ Section(containing: $0.path) }), let head else { return nil }
    var same: String?
    for place in places {
      guard try isInHistory(place.commit) else { return nil }
      guard let entry = try files(in: section, of: head)[place.path] else { continue }
      if try files(in: section, of: place.commit)[place.path] == entry { return entry.path }
      same = same ?? entry.path
    }
    let candidates = try differences(of: places, in: section).changed
    let number = try history.number(
      of: places, among: candidates.map { [FilePlace(commit: head, path: $0.path)] })
    return number.map { candidates[$0].path } ?? same
  }

  /// Returns whether a section has paths at HEAD that it does not have in the commits of places.
  func hasNewPaths(since places: [FilePlace], in section: Section) throws(MixtapeError) -> Bool {
    try differences(of: places, in: section).hasNewPaths
  }

  private func isInHistory(_ commit: CommitID) throws(MixtapeError) -> Bool {
    if let known = reached[commit] { return known }
    guard let head else { return false }
    let isReached = try head == commit ? true : repository.reaches(commit, from: head)
    reached[commit] = isReached
    return isReached
  }

  private func differences(of places: [FilePlace], in section: Section) throws(MixtapeError) -> Differences {
    let scope = Scope(section: section, commits: Set(places.map(\.commit)))
    if let known = differences[scope] { return known }
    guard let head else { return Differences() }
    let former = try scope.commits.map { (commit) throws(MixtapeError) in try files(in: section, of: commit) }
    var found = Differences()
    for entry in try files(in: section, of: head).values.sorted(by: { $0.path < $1.path }) {
      let versions = former.map { $0[entry.path] }
      guard versions.contains(where: { $0 != entry }) else { continue }
      found.changed.append(entry)
      if versions.allSatisfy({ $0 == nil }) { found.hasNewPaths = true }
    }
    differences[scope] = found
    return found
  }

  private func files(in section: Section, of commit: CommitID) throws(MixtapeError) -> [String: TreeEntry] {
    let scope = Scope(section: section, commits: [commit])
    if let known = files[scope] { return known }
    let entries = try repository.entries(of: commit, under: [section.rawValue])
    let found = Dictionary(entries.map { ($0.path, $0) }) { first, _ in first }
    files[scope] = found
    return found
  }
}

extension StoreRepository {
  /// Returns the path at HEAD of a file of a commit, which may have been moved or renamed since.
  ///
  /// For the result and the complexity, see ``CommittedPaths/path(of:)``.
  func currentPath(of path: String, since commit: CommitID) throws(MixtapeError) -> String? {
    try CommittedPaths(by: FileHistory(in: self)).path(of: [FilePlace(commit: commit, path: path)])
  }
}
