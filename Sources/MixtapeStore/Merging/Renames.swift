internal import GitHistory
internal import MixtapeModel

/// The files that one side of a merge renamed and whose histories do not show it. They are found by equal content, and in commits
/// of other programs by similarity.
///
/// A renaming matters only for a file that the other side changed too, or if the other side created a file with the new name.
struct Renames {
  private let side: MergeSide
  private let repository: StoreRepository
  /// The numbers of the units that this side removed.
  private let removed: [Int]
  /// The numbers of the units that this side added.
  private let added: [Int]
  /// The numbers of the units whose content this side replaced. A file can be renamed over another one.
  private let rewritten: [Int]
  /// The numbers of the units that both sides added.
  private let shared: Set<Int>

  init(_ side: MergeSide, of units: [MergeUnit], in repository: StoreRepository) {
    self.side = side
    self.repository = repository
    removed = units.indices.filter { units[$0].base != nil && units[$0][side] == nil }
    added = units.indices.filter { units[$0].base == nil && units[$0][side] != nil }
    rewritten = removed.isEmpty ? [] : units.indices.filter { Self.isRewritten(units[$0].base, units[$0][side]) }
    shared = Set(added.filter { units[$0][side.other] != nil })
  }

  private static func isRewritten(_ base: TreeEntry?, _ new: TreeEntry?) -> Bool {
    guard let base, let new else { return false }
    return base.id != new.id
  }

  /// Joins the units of a renamed file.
  func apply(to units: inout [MergeUnit], _ history: inout SideHistory) throws(MixtapeError) {
    guard !removed.isEmpty, !added.isEmpty || !rewritten.isEmpty else { return }
    var open = Set(added + rewritten)
    var similarity = TextSimilarity(repository)
    var removed = removed[...]
    while let number = removed.popFirst() {
      guard let old = units[number].base else { continue }
      let isChanged = units[number][side.other] != old
      let candidates = (added + rewritten).filter {
        open.contains($0) && (isChanged || shared.contains($0)) && isPossible(old, units[$0][side])
      }
      guard !candidates.isEmpty, let found = try renamed(old, among: candidates, units, &history, &similarity) else {
        continue
      }
      open.remove(found)
      units[number][side] = units[found][side]
      units[found][side] = nil
      // The file that was there before can be renamed too.
      if units[found].base != nil { removed.append(found) }
    }
  }

  /// Returns whether a file can be a renamed one: both are files of one section, or neither is the store's.
  private func isPossible(_ old: TreeEntry, _ new: TreeEntry?) -> Bool {
    guard let new, old.mode.isRegularFile, new.mode.isRegularFile else { return false }
    return old.key.section == new.key.section && old.path != new.path
  }

  private func renamed(
    _ old: TreeEntry, among candidates: [Int], _ units: [MergeUnit], _ history: inout SideHistory,
    _ similarity: inout TextSimilarity
  ) throws(MixtapeError) -> Int? {
    if let same = candidates.first(where: { units[$0][side]?.id == old.id }) { return same }
    guard try history.hasForeignRemoval(in: old.key.section) else { return nil }
    var possible: [(Int, ObjectID)] = []
    for number in candidates.prefix(Self.maximumCandidates) {
      guard let new = units[number][side] else { continue }
      // A file that is similar to what it was before is the same one.
      if let own = units[number].base, try similarity.percentage(own.id, new.id) >= LineCounts.minimumSimilarity {
        continue
      }
      possible.append((number, new.id))
    }
    return try similarity.mostSimilar(to: old.id, among: possible)
  }

  private static let maximumCandidates = 200
}
