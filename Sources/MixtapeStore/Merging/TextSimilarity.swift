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

  /// Returns the candidate whose content is most similar to another content, the first of several; `nil` if none is similar enough
  /// to be the same file.
  mutating func mostSimilar<Candidate>(
    to content: ObjectID, among candidates: [(candidate: Candidate, content: ObjectID)]
  ) throws(MixtapeError) -> Candidate? {
    var best: (candidate: Candidate, score: Int)?
    for (candidate, other) in candidates {
      let score = try percentage(content, other)
      if score >= LineCounts.minimumSimilarity, score > best?.score ?? 0 { best = (candidate, score) }
    }
    return best?.candidate
  }

  private mutating func lines(of id: ObjectID) throws(MixtapeError) -> LineCounts {
    if let known = lines[id] { return known }
    let counts = LineCounts(of: try repository.blob(id))
    lines[id] = counts
    return counts
  }
}
