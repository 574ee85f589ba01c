internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// The lines of a text without line ends, each with the number of times that it occurs.
struct LineCounts {
  private let counts: [ArraySlice<UInt8>: Int]

  init(of text: [UInt8]) {
    let lines = text.split(separator: UInt8(ascii: "\n")).map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    counts = Dictionary(lines.map { ($0, 1) }, uniquingKeysWith: +)
  }

  private var size: Int { counts.reduce(0) { $0 + $1.value * $1.key.count } }

  /// Returns the bytes in lines that both texts have, as a percentage of the longer text.
  func similarity(to other: LineCounts) -> Int {
    let common = counts.reduce(0) { $0 + min($1.value, other.counts[$1.key] ?? 0) * $1.key.count }
    let longer = max(size, other.size)
    return longer == 0 ? 0 : common * 100 / longer
  }

  /// The similarity from which git takes two files for one, as a percentage.
  static let minimumSimilarity = 50
}

/// Recognizes files under other names by their contents, where nothing records that they were renamed: for hand edits, and for commits
/// of other programs.
enum SimilarFiles {
  /// A file with the parts by which it is recognized.
  private struct Candidate {
    let file: FileSource
    let section: Section?
    let lines: LineCounts
    let members: Set<String>
    let feed: String?

    init(_ file: FileSource) {
      self.file = file
      (section, lines) = (Section(containing: file.path), LineCounts(of: file.bytes))
      let content = file.content
      (members, feed) = (SimilarFiles.members(of: content), content?.podcast?.feed)
    }

    /// Returns the similarity of two files, from 0 to 100; `nil` if they are different ones.
    ///
    /// Small files have common lines by chance, so an episode, a rule or the search must be common, too.
    func similarity(to other: Candidate) -> Int? {
      guard section == other.section else { return nil }
      if file.bytes == other.file.bytes || feed != nil && feed == other.feed { return 100 }
      guard !members.isDisjoint(with: other.members) else { return nil }
      let similarity = lines.similarity(to: other.lines)
      return similarity >= LineCounts.minimumSimilarity ? similarity : nil
    }
  }

  /// Returns the episodes, rules and search of a playlist, or the names of the episodes of a podcast.
  private static func members(of content: FileContent?) -> Set<String> {
    switch content {
    case .playlist(let playlist):
      // Equal rules can be written in different ways. An empty search finds all episodes, so that it identifies no playlist.
      let rules = (playlist.criteria.conditions ?? []).map(\.canonicalText)
      let search = [playlist.criteria.search].compactMap(\.self).filter { !$0.isEmpty }
      return Set(playlist.episodes.map(\.rawValue) + rules + search)
    case .podcast(let podcast): return Set(podcast.episodes.map(\.id.name))
    case nil: return []
    }
  }

  /// Pairs deleted playlists and podcasts with created ones that were renamed, and perhaps edited: equal files and podcasts with one
  /// feed first, then those with the most common lines. If there are many files, none.
  static func renamings(removed: [FileSource], added: [FileSource]) -> [(removed: Int, added: Int)] {
    guard isPossible(removed.count, added.count) else { return [] }
    let (old, new) = (removed.map(Candidate.init), added.map(Candidate.init))
    return bestPairs(old.count, new.count) { old[$0].similarity(to: new[$1]) }
  }

  /// Pairs deleted files with those of the same section that have the most common lines, and need not be valid. If there are many, none.
  static func similarTexts(removed: [FileSource], added: [FileSource]) -> [(removed: Int, added: Int)] {
    guard isPossible(removed.count, added.count) else { return [] }
    let (old, new) = (removed.map { LineCounts(of: $0.bytes) }, added.map { LineCounts(of: $0.bytes) })
    return bestPairs(old.count, new.count) { number, other in
      guard Section(containing: removed[number].path) == Section(containing: added[other].path) else { return nil }
      let similarity = old[number].similarity(to: new[other])
      return similarity >= LineCounts.minimumSimilarity ? similarity : nil
    }
  }

  private static func isPossible(_ removed: Int, _ added: Int) -> Bool {
    removed > 0 && added > 0 && max(removed, added) <= mostCompared
  }

  /// Returns the pairs with the highest scores, in which each number occurs once.
  private static func bestPairs(
    _ removed: Int, _ added: Int, score: (_ removed: Int, _ added: Int) -> Int?
  ) -> [(removed: Int, added: Int)] {
    var found: [(removed: Int, added: Int, score: Int)] = []
    for number in 0..<removed {
      for other in 0..<added { if let score = score(number, other) { found.append((number, other, score)) } }
    }
    var (usedRemoved, usedAdded, pairs) = (Set<Int>(), Set<Int>(), [(removed: Int, added: Int)]())
    for pair in found.sorted(by: { ($1.score, $0.removed, $0.added) < ($0.score, $1.removed, $1.added) })
    where !usedRemoved.contains(pair.removed) && !usedAdded.contains(pair.added) {
      usedRemoved.insert(pair.removed)
      usedAdded.insert(pair.added)
      pairs.append((pair.removed, pair.added))
    }
    return pairs
  }

  /// The maximum number of deleted and of created files that are compared.
  static let mostCompared = 100
}

struct UnpairedFile {
  let path: String
  let content: ObjectID
  /// The content; `nil` if it is in the repository.
  var bytes: [UInt8]?

  fileprivate var equalityKey: [String] { [Section(containing: path)?.rawValue ?? "", content.description] }
}

extension StoreRepository {
  /// Pairs removed playlists and podcasts with added ones that have another name: equal ones, of any number, then similar ones.
  func renamings(removed: [UnpairedFile], added: [UnpairedFile]) throws(MixtapeError) -> [(removed: Int, added: Int)] {
    var waiting = Dictionary(grouping: removed.indices.reversed()) { removed[$0].equalityKey }
    var pairs: [(removed: Int, added: Int)] = []
    for number in added.indices {
      if let equal = waiting[added[number].equalityKey]?.popLast() { pairs.append((equal, number)) }
    }
    let (usedRemoved, usedAdded) = (Set(pairs.map(\.removed)), Set(pairs.map(\.added)))
    let restOld = removed.indices.filter { !usedRemoved.contains($0) }
    let restNew = added.indices.filter { !usedAdded.contains($0) }
    // Larger numbers are not compared, so their contents are not read.
    guard max(restOld.count, restNew.count) <= SimilarFiles.mostCompared, !restOld.isEmpty, !restNew.isEmpty else {
      return pairs
    }
    let similar = SimilarFiles.renamings(
      removed: try restOld.map { (number) throws(MixtapeError) in try source(of: removed[number]) },
      added: try restNew.map { (number) throws(MixtapeError) in try source(of: added[number]) })
    return pairs + similar.map { (restOld[$0.removed], restNew[$0.added]) }
  }

  private func source(of file: UnpairedFile) throws(MixtapeError) -> FileSource {
    if let bytes = file.bytes { return FileSource(path: file.path, bytes: bytes) }
    return FileSource(path: file.path, bytes: try blob(file.content))
  }
}
