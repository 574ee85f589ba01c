/// The lines of a text without line ends, each with the number of times that it occurs.
struct LineCounts {
  private let counts: [ArraySlice<UInt8>: Int]

  init(of text: [UInt8]) {
    let lines = text.split(separator: UInt8(ascii: "\n")).map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    counts = Dictionary(lines.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// The number of bytes in all lines.
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

/// Finds files that were renamed and edited, among deleted and created ones.
enum SimilarFiles {
  /// Pairs deleted files with created ones: those with equal content first, then those with the most common lines, as in git. If
  /// there are many files, none.
  ///
  /// - Parameter isPossible: Returns whether a deleted file, by its number, can have become a created one.
  static func pairs(
    removed: [[UInt8]], added: [[UInt8]], where isPossible: (_ removed: Int, _ added: Int) -> Bool
  ) -> [(removed: Int, added: Int)] {
    guard !removed.isEmpty, !added.isEmpty, max(removed.count, added.count) <= mostCompared else { return [] }
    let (old, new) = (removed.map(LineCounts.init), added.map(LineCounts.init))
    var found: [(removed: Int, added: Int, score: Int)] = []
    for number in removed.indices {
      for other in added.indices where isPossible(number, other) {
        let score = removed[number] == added[other] ? 101 : old[number].similarity(to: new[other])
        if score >= LineCounts.minimumSimilarity { found.append((number, other, score)) }
      }
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
