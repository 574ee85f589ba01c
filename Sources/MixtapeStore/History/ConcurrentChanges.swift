internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// The changes that others made at the same time as a change.
///
/// A merge joined them with the change, so they are in the present files. An undo of the change must not remove them: if both sides
/// added one episode, it belongs to both.
struct ConcurrentChanges {
  /// The effect of changes of others on an undo.
  enum Effect {
    case none
    /// Others set all of its values as they are now, so that nothing is to be taken back.
    case settled
    /// Others set some of its values.
    case conflicts([RevertConflict])
  }

  private let renames: RecordedRenames
  private let repository: StoreRepository
  private let change: CommitID
  private let head: CommitID
  private let others: [CommitID]

  /// Finds the commits that merges joined with a change.
  ///
  /// - Complexity: O(the number of commits since the change).
  init(with change: CommitID, upTo head: CommitID, by renames: RecordedRenames) throws(MixtapeError) {
    (self.renames, repository, self.change, self.head) = (renames, renames.repository, change, head)
    let newer = try repository.commits(reachableFrom: head, butNotFrom: [change])
    let containing = try repository.commits(having: change, upTo: head)
    var joined: [CommitID] = []
    for commit in containing where commit != change {
      joined += try repository.parents(of: commit).filter { newer.contains($0) && !containing.contains($0) }
    }
    others = Set(joined).sorted { $0.description < $1.description }
  }

  /// Returns whether others have a file, also if the change deleted it.
  func haveFile(at path: String) throws(MixtapeError) -> Bool {
    for other in others where try repository.entry(at: path, in: other) != nil { return true }
    return false
  }

  /// Returns the effect of the changes of others on an undo.
  func effect(from present: MergeVersion, to result: MergeVersion) throws(MixtapeError) -> Effect {
    guard !others.isEmpty, let old = present.tree, result.tree != nil else { return .none }
    let files = try ChangedFile.all(from: present, to: result, by: renames)
    var conflicts: [RevertConflict] = []
    for other in others {
      let base = try repository.mergeBases(of: change, and: [other]).first
      var (found, isSettled): ([RevertConflict], Bool) = ([], true)
      for file in files {
        let (before, after) = try versions(of: file, by: other, since: base)
        let common = file.values.intersection(try TouchedValues.set(from: before, to: after, in: repository))
        let now = try repository.entry(at: file.path, inTree: old)
        let isSame = try file.values.intersection(TouchedValues(from: after, to: now, in: repository)).isEmpty
        // Without values, only comments or spaces differ, which the undo can take back.
        if file.values.isEmpty || !common.covers(file.values) || !isSame { isSettled = false }
        guard !common.isEmpty else { continue }
        let author = try newestChange(of: common, in: file, by: other, since: base)
        found.append(RevertConflict(path: file.path, reason: .concurrent(common.names, by: author)))
      }
      if isSettled { return .settled }
      conflicts += found
    }
    return conflicts.isEmpty ? .none : .conflicts(conflicts)
  }

  /// Returns the common version of a file of HEAD, and the one that others had.
  private func versions(
    of file: ChangedFile, by other: CommitID, since base: CommitID?
  ) throws(MixtapeError) -> (old: TreeEntry?, new: TreeEntry?) {
    guard let item = StoreItem(path: file.path) else {
      let old = try base.flatMap { (base) throws(MixtapeError) in try repository.entry(at: file.path, in: base) }
      return (old, try repository.entry(at: file.path, in: other))
    }
    guard let theirs = try renames.lineage(from: other, to: head).start(of: item) else { return (nil, nil) }
    let new = try repository.entry(of: theirs, in: other)
    guard let base, let common = try renames.lineage(from: base, to: other).start(of: theirs) else { return (nil, new) }
    return (try repository.entry(of: common, in: base), new)
  }

  /// Returns the newest change of others that set one of some values of a file, or else the newest change of the file.
  private func newestChange(
    of values: TouchedValues, in file: ChangedFile, by other: CommitID, since base: CommitID?
  ) throws(MixtapeError) -> HistoryEntry {
    let start = try base.map { (base) throws(MixtapeError) in try MergeVersion(base, in: repository) } ?? .empty
    let side = SideHistory(of: try MergeVersion(other, in: repository), since: start, by: renames)
    for step in try side.steps() where step.commit.parents.count < 2 {
      for change in step.changes where file.keys.contains(FileKey(change.path)) {
        let touched = try TouchedValues(from: change.oldEntry, to: change.newEntry, in: repository)
        if !values.intersection(touched).isEmpty { return HistoryEntry(step.commit, touching: []) }
      }
    }
    let newest = try side.newestChange { file.keys.contains(FileKey($0.path)) }
    let commit = if let newest { newest } else { try repository.commit(other) }
    return HistoryEntry(commit, touching: [])
  }
}

// MARK: - Values

private struct ChangedFile {
  /// The path, before the undo if it has one.
  let path: String
  /// The identities of the file, which a renaming changes.
  let keys: Set<FileKey>
  let values: TouchedValues

  static func all(
    from old: MergeVersion, to new: MergeVersion, by renames: RecordedRenames
  ) throws(MixtapeError) -> [ChangedFile] {
    let files = try SideFiles(old, new, by: renames)
    let changed = try files.differences.compactMap(\.oldEntry).map { (entry) throws(MixtapeError) in
      try ChangedFile(entry, files.version(of: entry), in: renames.repository)
    }
    return try changed
      + files.added.values.map { (entry) throws(MixtapeError) in
        try ChangedFile(nil, entry, in: renames.repository)
      }
  }

  private init(_ old: TreeEntry?, _ new: TreeEntry?, in repository: StoreRepository) throws(MixtapeError) {
    path = (old ?? new)?.path ?? ""
    keys = Set([old, new].compactMap { $0?.key })
    values = try TouchedValues(from: old, to: new, in: repository)
  }
}

/// The values of a file in which two versions differ, each with the names of the values around it; without names, the whole file.
///
/// If a version is missing, they are the whole file.
private struct TouchedValues {
  private(set) var paths: Set<[String]> = []

  var isEmpty: Bool { paths.isEmpty }

  var names: [String] { paths.map { $0.joined(separator: " ") }.filter { !$0.isEmpty }.sorted() }

  private init(paths: Set<[String]>) { self.paths = paths }

  init(from old: TreeEntry?, to new: TreeEntry?, in repository: StoreRepository) throws(MixtapeError) {
    if old == new { return }
    guard let old, let new else {
      paths = [[]]
      return
    }
    if old.path != new.path { paths.insert([old.key == new.key ? "folder" : "id"]) }
    guard old.id != new.id else { return }
    add(try repository.blob(old.id), try repository.blob(new.id), at: new.path)
  }

  /// Returns the values that a side set. If it created the file, they are its id, its folder and the values that it gave to the file:
  /// values that came into the file elsewhere are not its own.
  static func set(
    from old: TreeEntry?, to new: TreeEntry?, in repository: StoreRepository
  ) throws(MixtapeError) -> TouchedValues {
    guard old == nil, let new else { return try TouchedValues(from: old, to: new, in: repository) }
    var values = TouchedValues(paths: [["id"], ["folder"]])
    values.add([], try repository.blob(new.id), at: new.path)
    return values
  }

  private mutating func add(_ old: [UInt8], _ new: [UInt8], at path: String) {
    addOtherKeys(TOMLDocument(parsing: old).root, TOMLDocument(parsing: new).root)
    // Both are read with one id, so that values that follow from it are equal.
    switch (FileContent(parsing: old, at: path), FileContent(parsing: new, at: path)) {
    case (.playlist(let before)?, .playlist(let after)?): add(PlaylistDifference(from: before, to: after))
    case (.podcast(let before)?, .podcast(let after)?): add(PodcastDifference(from: before, to: after))
    default: paths = [[]]
    }
  }

  /// Adds the keys that differ and that belong to the user, such as those of the table `extra`. Lists of episodes and rules are
  /// compared element by element.
  private mutating func addOtherKeys(_ old: TOMLTable, _ new: TOMLTable) {
    let lists = ["episodes", PlaylistKey.conditions.rawValue]
    let (before, after) = (old["extra"]?.table, new["extra"]?.table)
    for key in Set(old.entries.map(\.key) + new.entries.map(\.key)) where !lists.contains(key) {
      guard old[key].map(TOMLLiteral.init) != new[key].map(TOMLLiteral.init) else { continue }
      guard key == "extra", let before, let after else {
        paths.insert([key])
        continue
      }
      for inner in Set(before.entries.map(\.key) + after.entries.map(\.key))
      where before[inner].map(TOMLLiteral.init) != after[inner].map(TOMLLiteral.init) { paths.insert([key, inner]) }
    }
  }

  private mutating func add(_ difference: PlaylistDifference) {
    for field in difference.fields where field != .key(.conditions) { paths.insert([field.name]) }
    add(difference.episodes, under: "episodes") { $0.description }
    add(difference.conditions, under: "conditions") { "\($0)" }
  }

  private mutating func add(_ difference: PodcastDifference) {
    for field in difference.fields { paths.insert([field.rawValue]) }
    add(difference.episodes, under: "episodes") { $0.description }
    for episode in difference.changedEpisodes {
      for field in episode.fields { paths.insert(["episodes", episode.id.description, field.name]) }
    }
  }

  private mutating func add<Element>(
    _ difference: ListDifference<Element>, under key: String, name: (Element) -> String
  ) {
    let elements =
      difference.added.map(\.element) + difference.removed.map(\.element) + difference.moved.map(\.element)
    for element in elements { paths.insert([key, name(element)]) }
  }

  /// Returns the values that are also in another set, or part of one, or that have a part there.
  func intersection(_ other: TouchedValues) -> TouchedValues {
    let parts = Set(other.paths.flatMap { path in (0...path.count).map { Array(path.prefix($0)) } })
    var common = self
    common.paths = paths.filter { path in
      parts.contains(path) || path.indices.contains { other.paths.contains(Array(path.prefix($0))) }
    }
    return common
  }

  func covers(_ other: TouchedValues) -> Bool { other.paths.isSubset(of: paths) }
}
