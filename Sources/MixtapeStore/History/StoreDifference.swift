internal import FileSystem
internal import GitHistory
public import MixtapeModel

/// The difference of a playlist, a podcast or another file between two states of a store.
public struct StoreDifference: Sendable {
  /// The files that differ: one, or two if a playlist or a podcast was moved to another folder.
  public let files: [FileDifference]
  /// The meaning of the difference.
  public let meaning: Meaning

  /// The meaning of the difference of a file.
  public enum Meaning: Sendable {
    /// A playlist differs. If the difference is empty, only text that is not part of the playlist differs: comments,
    /// spacing, the table `extra`.
    case playlist(PlaylistDifference)
    /// A podcast or an album differs. An empty difference has the same meaning as for playlists.
    case podcast(PodcastDifference)
    /// One version of the file has errors, so that only the text can be compared.
    case unreadable
    /// The file is neither a playlist nor a podcast.
    case other
  }
}

extension StoreDifference {
  /// Whether no file is left.
  public var isDeletion: Bool { files.allSatisfy { $0.new == nil } }

  /// Whether the new version of a file has errors.
  public var newVersionHasErrors: Bool {
    files.contains { file in file.new.map { FileReport(checking: $0, at: file.path).hasErrors } ?? false }
  }
}

extension FileDifference {
  var isDeletion: Bool { old != nil && new == nil }
  var isCreation: Bool { old == nil && new != nil }

  /// Whether there is an earlier version that is not a playlist or a podcast without errors.
  public var oldVersionHasErrors: Bool { old.map(hasErrors) ?? false }
  /// Whether there is a later version that is not a playlist or a podcast without errors.
  public var newVersionHasErrors: Bool { new.map(hasErrors) ?? false }

  private func hasErrors(_ version: [UInt8]) -> Bool { FileContent(parsing: version, at: path) == nil }
}

extension StoreDifference {
  /// Returns the differences of files, in order of path. If a playlist was moved or renamed, its old and its new file are one
  /// difference.
  ///
  /// - Parameter renamed: Files that are known to be renamed, in either direction.
  public static func gather(_ files: [FileDifference], renamed: [RenamedFile] = []) -> [StoreDifference] {
    var (rest, pairs) = (files, [[FileDifference]]())
    for (old, new) in renamed.flatMap({ [($0.oldPath, $0.path), ($0.path, $0.oldPath)] }) {
      guard let from = rest.firstIndex(where: { $0.path == old && $0.old != nil }),
        let to = rest.firstIndex(where: { $0.path == new && $0.new != nil }), from != to
      else { continue }
      pairs.append(joined(rest[from], rest[to]))
      // Another file can have the former name now, or had the new one before.
      rest[from] = FileDifference(path: old, old: nil, new: rest[from].new)
      rest[to] = FileDifference(path: new, old: rest[to].old, new: nil)
    }
    return differences(of: pairs + groups(of: rest.filter { $0.old != nil || $0.new != nil }))
  }

  private static func joined(_ old: FileDifference, _ new: FileDifference) -> [FileDifference] {
    [FileDifference(path: new.path, old: nil, new: new.new), FileDifference(path: old.path, old: old.old, new: nil)]
  }

  private static func groups(of files: [FileDifference]) -> [[FileDifference]] {
    Dictionary(grouping: files) { FileKey($0.path) }.values
      .flatMap { group in group.canBeOneFile ? [group] : group.map { [$0] } }
      .sorted { ($0.first?.path ?? "") < ($1.first?.path ?? "") }
  }

  private static func differences(of groups: [[FileDifference]]) -> [StoreDifference] {
    groups
      .concurrentMap(chunkSize: 16) { StoreDifference(files: $0, meaning: meaning(of: $0)) }
      .sorted { ($0.files.first?.path ?? "") < ($1.files.first?.path ?? "") }
  }

  private static func meaning(of files: [FileDifference]) -> Meaning {
    let old = files.first { $0.old != nil }.flatMap { file in file.old.map { FileSource(path: file.path, bytes: $0) } }
    let new = files.first { $0.new != nil }.flatMap { file in file.new.map { FileSource(path: file.path, bytes: $0) } }
    switch files.first.flatMap({ Section(containing: $0.path) }) {
    case .playlists:
      let (before, after) = (old?.content?.playlist, new?.content?.playlist)
      guard (before == nil) == (old == nil), (after == nil) == (new == nil) else { return .unreadable }
      return .playlist(PlaylistDifference(from: before, to: after))
    case .library:
      let (before, after) = (old?.content?.podcast, new?.content?.podcast)
      guard (before == nil) == (old == nil), (after == nil) == (new == nil) else { return .unreadable }
      return .podcast(PodcastDifference(from: before, to: after))
    case .templates, nil: return .other
    }
  }
}

extension [FileDifference] {
  /// Whether files of one name can be one file that moved: never if two of them exist at the same time.
  fileprivate var canBeOneFile: Bool { filter { $0.old != nil }.count <= 1 && filter { $0.new != nil }.count <= 1 }
}

extension StoreDifference {
  static let mostFilesRead = 100

  /// Returns the episodes that changes of files are about, as ``Store/changedEpisodes(in:)`` returns them.
  static func episodes(
    of changes: [FileChange], in repository: StoreRepository
  ) throws(MixtapeError) -> [Episode.ID] {
    let files = try changes.map { (change) throws(MixtapeError) in
      FileDifference(
        path: change.path, old: try change.old.map { (id) throws(MixtapeError) in try repository.blob(id) },
        new: try change.new.map { (id) throws(MixtapeError) in try repository.blob(id) })
    }
    return Set(differences(of: groups(of: files)).flatMap(\.episodes)).sorted()
  }

  private var episodes: [Episode.ID] {
    switch meaning {
    case .playlist(let difference): difference.episodes.elements
    case .podcast(let difference): difference.episodes.elements + difference.changedEpisodes.map(\.id)
    case .unreadable, .other: []
    }
  }
}

extension ListDifference {
  fileprivate var elements: [Element] { added.map(\.element) + removed.map(\.element) + moved.map(\.element) }
}

// MARK: - Two states of a store

extension StoreHistory {
  /// Returns the files that differ, in order of path. See ``Store/diff(of:from:to:)``.
  func differences(
    of item: StoreItem?, from old: Revision?, to new: Revision?
  ) throws(MixtapeError) -> [FileDifference] {
    let item = try item.map { (item) throws(MixtapeError) in try present(item) }
    let base = try old.map { (name) throws(MixtapeError) in try commit(of: name, for: item) }
    let target = try new.map { (name) throws(MixtapeError) in try commit(of: name, for: item) }
    let head = try repository.head().commit
    let start = base ?? head
    let names = try item.map { (item) throws(MixtapeError) in try self.names(of: item, in: start, target) }
    var pairs: [String: (old: [UInt8]?, new: [UInt8]?)] = [:]
    for change in try changes(from: start, to: target, reportingIgnored: item == nil) {
      let changed = StoreItem(path: change)
      let (isOld, isNew) = names.map { (changed == $0.old, changed == $0.new) } ?? (true, true)
      guard isOld || isNew else { continue }
      let before = isOld ? try repository.content(of: change, in: start) : nil
      let after =
        if !isNew { [UInt8]?.none } else if let target { try repository.content(of: change, in: target) } else {
          try currentBytes(of: change)
        }
      if before != after { pairs[change] = (before, after) }
    }
    if let item, pairs.isEmpty {
      try require(item, inHistoryOf: Array(Set([start, target ?? head].compactMap(\.self))))
    }
    return pairs.sorted { $0.key < $1.key }.map { FileDifference(path: $0.key, old: $0.value.old, new: $0.value.new) }
  }

  /// Returns the ids of an item in a commit, and in another one or in the present files. A renamed file has different ones.
  private func names(
    of item: StoreItem, in start: CommitID?, _ target: CommitID?
  ) throws(MixtapeError) -> (old: StoreItem, new: StoreItem) {
    let isOld = try start.map { (start) throws(MixtapeError) in try repository.has(item, in: start) } ?? false
    let isNew = if let target { try repository.has(item, in: target) } else { try store.path(of: item) != nil }
    guard !isOld || !isNew else { return (item, item) }
    // An item that neither has was renamed later.
    let known = isOld ? start : isNew ? target : nil
    let trail =
      if known == nil { try ItemTrail(ofPresent: item, in: self) } else {
        ItemTrail(of: item, by: RecordedRenames(in: repository))
      }
    let former = try repository.formerItems(on: trail, from: known)
    func name(in commit: CommitID?) throws(MixtapeError) -> StoreItem {
      guard let commit else { return item }
      for name in former where try repository.has(name, in: commit) { return name }
      return item
    }
    return (isOld ? item : try name(in: start), isNew ? item : try name(in: target))
  }

  /// Returns the paths that may differ.
  ///
  /// - Parameter reports: Whether to warn of new files that are ignored.
  private func changes(
    from start: CommitID?, to target: CommitID?, reportingIgnored reports: Bool
  ) throws(MixtapeError) -> Set<String> {
    if let target { return Set(try repository.storeChanges(from: start, to: target).map(\.path)) }
    let edited = try edited(reportingIgnored: reports)
    guard let head = try repository.head().commit, head != start else { return edited }
    return edited.union(try repository.storeChanges(from: start, to: head).map(\.path))
  }

  /// Returns the paths of files that differ from HEAD. A new file is ignored if another one has its id, or it is a conflict copy.
  private func edited(reportingIgnored reports: Bool) throws(MixtapeError) -> Set<String> {
    let changes = try repository.storeState().changes
    let created = changes.filter { $0.old == nil }
    guard !created.isEmpty else { return Set(changes.map(\.path)) }
    let files = created.compactMap { SectionFile(path: $0.path) }
    let clashes = try clashes(of: files)
    let ignored = files.compactMap { clashes[$0.path] ?? FileReport(ofConflictCopy: $0) }
    if reports { for report in ignored { store.context.notify(.fileInvalid(report, usesCommittedVersion: false)) } }
    return Set(changes.map(\.path)).subtracting(ignored.map(\.path))
  }

  /// Returns the reports on files that share an id with one of some files, by their paths.
  private func clashes(of files: [SectionFile]) throws(MixtapeError) -> [String: FileReport] {
    var clashes: [String: FileReport] = [:]
    for section in Section.allCases {
      let names = Set(files.filter { Section(containing: $0.path) == section }.map(\.name))
      guard !names.isEmpty else { continue }
      let scan = try SectionScan(section, of: store, lookingFor: names)
      for report in scan.reports where report.hasIDOfOtherFile { clashes[report.path] = report }
    }
    return clashes
  }

  private func currentBytes(of path: String) throws(MixtapeError) -> [UInt8]? {
    if case .bytes(let bytes) = try store.load(path) { bytes } else { nil }
  }
}
