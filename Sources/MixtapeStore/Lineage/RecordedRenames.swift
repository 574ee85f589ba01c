internal import GitHistory
internal import MixtapeModel

/// The playlists and podcasts that got another id between two adjacent states, each as the former and the new id.
struct ItemRenames {
  private var new: [StoreItem: StoreItem] = [:]
  private var former: [StoreItem: StoreItem] = [:]

  var isEmpty: Bool { new.isEmpty }

  /// The renamed items, by their former ids, in order.
  var pairs: [(old: StoreItem, new: StoreItem)] {
    new.sorted { ($0.key.section.rawValue, $0.key.id) < ($1.key.section.rawValue, $1.key.id) }.map { ($0, $1) }
  }

  /// The new ids of the renamed playlists, by their former ids.
  var playlists: [Playlist.ID: Playlist.ID] {
    new.reduce(into: [:]) { playlists, pair in
      if case (.playlist(let old), .playlist(let new)) = pair { playlists[old] = new }
    }
  }

  mutating func add(_ old: StoreItem, _ new: StoreItem) {
    guard old != new, self.new[old] == nil, former[new] == nil else { return }
    (self.new[old], former[new]) = (new, old)
  }

  /// Returns the id that an item of the former state has afterwards, if it was not removed; `nil` if another item got its id.
  func later(_ item: StoreItem) -> StoreItem? { new[item] ?? (former[item] == nil ? item : nil) }

  /// Returns the id that an item had before, if it existed; `nil` if another item had this id and was renamed.
  func earlier(_ item: StoreItem) -> StoreItem? { former[item] ?? (new[item] == nil ? item : nil) }
}

/// The renamings of commits. Mixtape records them in the trailers of its commits; those of other programs are found by
/// contents (``SimilarFiles``).
///
/// It is a class because all parts of a merge share what was read.
final class RecordedRenames {
  let repository: StoreRepository
  private var known: [Edge: ItemRenames] = [:]
  private var lineages: [[CommitID]: Lineage] = [:]

  /// A commit and one of its parents, by its number.
  private struct Edge: Hashable {
    let commit: CommitID
    let parent: Int
  }

  init(in repository: StoreRepository) { self.repository = repository }

  /// Returns the items that a commit renamed.
  ///
  /// - Parameter number: The number of the parent with which the commit is compared.
  func renames(in commit: CommitID, sinceParent number: Int = 0) throws(MixtapeError) -> ItemRenames {
    let edge = Edge(commit: commit, parent: number)
    if let found = known[edge] { return found }
    let found = try read(repository.commit(commit), sinceParent: number)
    known[edge] = found
    return found
  }

  /// Returns the lineage between two commits, which is read once.
  func lineage(from older: CommitID, to newer: CommitID) throws(MixtapeError) -> Lineage {
    if let found = lineages[[older, newer]] { return found }
    let found = try Lineage(from: older, to: newer, by: self)
    lineages[[older, newer]] = found
    return found
  }

  /// Returns the version of a file in a parent of a commit: of a playlist or a podcast also under another id or in another folder.
  func version(of path: String, in commit: Commit, atParent number: Int) throws(MixtapeError) -> TreeEntry? {
    let parent = commit.parents[number]
    guard let item = StoreItem(path: path) else { return try repository.entry(at: path, in: parent) }
    guard let earlier = try renames(in: commit.id, sinceParent: number).earlier(item) else { return nil }
    if earlier == item, let same = try repository.entry(at: path, in: parent) { return same }
    return try repository.entry(of: earlier, in: parent)
  }

  // MARK: One commit

  private func read(_ commit: Commit, sinceParent number: Int) throws(MixtapeError) -> ItemRenames {
    guard commit.parents.indices.contains(number) else { return ItemRenames() }
    let isOwn = commit.trailer(CommitMessage.operationKey) != nil
    return isOwn ? try recorded(in: commit, number) : try similar(in: commit, number)
  }

  /// Returns the renamings in the trailers. Only those count whose former id the parent has, and whose new id the commit has.
  private func recorded(in commit: Commit, _ number: Int) throws(MixtapeError) -> ItemRenames {
    var renames = ItemRenames()
    for trailer in commit.trailers where trailer.key == CommitMessage.renamedKey {
      guard let renaming = RenameTrailer(trailer.value), renaming.parent == number,
        try repository.has(renaming.old, in: commit.parents[number])
      else { continue }
      if try repository.has(renaming.new, in: commit.id) { renames.add(renaming.old, renaming.new) }
    }
    return renames
  }

  private func similar(in commit: Commit, _ number: Int) throws(MixtapeError) -> ItemRenames {
    let differences = try repository.differences(
      from: repository.tree(of: commit.parents[number]), to: commit.tree)
    let removed = Self.items(in: differences.compactMap(\.oldEntry))
    let added = Self.items(in: differences.compactMap(\.newEntry))
    // A file in another folder keeps its id.
    let old = removed.filter { added[$0.key] == nil }.sorted { $0.value.path < $1.value.path }
    let new = added.filter { removed[$0.key] == nil }.sorted { $0.value.path < $1.value.path }
    var renames = ItemRenames()
    let pairs = try repository.renamings(removed: old.map { $0.value.unpaired }, added: new.map { $0.value.unpaired })
    for pair in pairs { renames.add(old[pair.removed].key, new[pair.added].key) }
    return renames
  }

  private static func items(in entries: [TreeEntry]) -> [StoreItem: TreeEntry] {
    let files = entries.filter(\.mode.isRegularFile)
    return Dictionary(files.compactMap { entry in StoreItem(path: entry.path).map { ($0, entry) } }) { first, _ in first
    }
  }
}

extension TreeEntry {
  fileprivate var unpaired: UnpairedFile { UnpairedFile(path: path, content: id) }
}

// MARK: - Trailers

/// A renaming in a trailer: `playlists/focus -> playlists/deep-work`, with the number of the parent before it if it is not the first.
private struct RenameTrailer {
  let old: StoreItem
  let new: StoreItem
  /// The number of the parent, from 0.
  let parent: Int

  init?(_ value: String) {
    var words = value.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    var parent = 1
    if words.count == 4, let number = Int(words[0]), number > 1 {
      parent = number
      words.removeFirst()
    }
    guard words.count == 3, words[1] == "->", let old = StoreItem(recordedName: words[0]),
      let new = StoreItem(recordedName: words[2]), old.section == new.section
    else { return nil }
    (self.old, self.new, self.parent) = (old, new, parent - 1)
  }
}

extension ItemRenames {
  /// The trailers of a commit with the renamings.
  ///
  /// - Parameter number: The number of the parent, from 0.
  func trailers(sinceParent number: Int = 0) -> [Commit.Trailer] {
    pairs.map { pair in
      let names = "\(pair.old.recordedName) -> \(pair.new.recordedName)"
      return Commit.Trailer(key: CommitMessage.renamedKey, value: number == 0 ? names : "\(number + 1) \(names)")
    }
  }
}

extension StoreItem {
  /// The section and the id, as in trailers. Ids have neither spaces nor control characters.
  fileprivate var recordedName: String { "\(section.rawValue)/\(id)" }

  fileprivate init?(recordedName name: String) {
    guard let slash = name.firstIndex(of: "/"), !name[name.index(after: slash)...].contains("/") else { return nil }
    self.init(path: name + SectionFile.suffix)
  }
}

/// The ids of playlists and podcasts between two commits, one of which has the other in its history.
///
/// It follows one line of parents. One is enough: a merge records the renamings since each of its parents. An item keeps its id
/// along a commit that does not rename it, so that one which is deleted and restored stays the same.
struct Lineage {
  /// The renamings of the commits that have some, oldest first.
  private let edges: [ItemRenames]
  private let isForward: Bool

  /// Reads the renamings between two commits.
  ///
  /// Between commits of which none has the other in its history, items keep their ids.
  ///
  /// - Complexity: O(the number of commits between them).
  init(from start: CommitID, to end: CommitID, by renames: RecordedRenames) throws(MixtapeError) {
    let repository = renames.repository
    isForward = try repository.reaches(start, from: end)
    let (older, newer) = isForward ? (start, end) : (end, start)
    var edges: [ItemRenames] = []
    let containing = try repository.commits(having: older, upTo: newer)
    var next = newer
    while next != older, containing.contains(next) {
      let parents = try repository.parents(of: next)
      guard let number = parents.firstIndex(where: containing.contains) else { break }
      let found = try renames.renames(in: next, sinceParent: number)
      if !found.isEmpty { edges.append(found) }
      next = parents[number]
    }
    self.edges = edges.reversed()
  }

  /// Returns the id at the end of an item at the start; `nil` if another item has its id there. The item can have been removed.
  func end(of item: StoreItem) -> StoreItem? { isForward ? Self.later(item, edges) : Self.earlier(item, edges) }

  /// Returns the id at the start of an item at the end; `nil` if another item has its id there. It need not exist there.
  func start(of item: StoreItem) -> StoreItem? { isForward ? Self.earlier(item, edges) : Self.later(item, edges) }

  private static func later(_ item: StoreItem, _ edges: [ItemRenames]) -> StoreItem? {
    edges.reduce(item as StoreItem?) { item, edge in item.flatMap(edge.later) }
  }

  private static func earlier(_ item: StoreItem, _ edges: [ItemRenames]) -> StoreItem? {
    edges.reversed().reduce(item as StoreItem?) { item, edge in item.flatMap(edge.earlier) }
  }
}

extension StoreRepository {
  /// Returns the commits that have a commit in their histories, itself included, among those that another one reaches.
  ///
  /// - Complexity: O(the number of commits since the first).
  func commits(having old: CommitID, upTo new: CommitID) throws(MixtapeError) -> Set<CommitID> {
    guard old != new else { return [old] }
    var children: [CommitID: [CommitID]] = [:]
    for commit in try commits(reachableFrom: new, butNotFrom: [old]) {
      for parent in try parents(of: commit) { children[parent, default: []].append(commit) }
    }
    var (found, open): (Set<CommitID>, [CommitID]) = ([old], [old])
    while let next = open.popLast() { open += (children[next] ?? []).filter { found.insert($0).inserted } }
    return found
  }
}
