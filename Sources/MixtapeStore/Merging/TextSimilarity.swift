internal import GitHistory
internal import MixtapeModel

/// The similarity of files in a repository.
struct TextSimilarity {
  private let repository: StoreRepository
  private var lines: [ObjectID: LineCounts] = [:]

  init(_ repository: StoreRepository) { self.repository = repository }

  /// Returns the bytes in common lines of two contents, as a percentage of the longer content.
  mutating func percentage(_ first: ObjectID, _ second: ObjectID) throws(MixtapeError) -> Int {
    try lines(of: first).similarity(to: lines(of: second))
  }

  private mutating func lines(of id: ObjectID) throws(MixtapeError) -> LineCounts {
    if let known = lines[id] { return known }
    let counts = LineCounts(of: try repository.blob(id))
    lines[id] = counts
    return counts
  }
}
