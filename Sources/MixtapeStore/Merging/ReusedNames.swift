internal import GitHistory
internal import MixtapeModel

/// The files that one side of a merge renamed before it gave their name to another file.
///
/// A comparison of trees takes such a file for an edited or moved one, and the changes of the other side would get into the wrong
/// file. Only the commits of the side tell.
struct ReusedNames {
  private let side: MergeSide
  private let repository: StoreRepository

  init(_ side: MergeSide, in repository: StoreRepository) { (self.side, self.repository) = (side, repository) }

  /// Separates the renamed files from those that have their names now. ``Renames`` finds the new paths.
  func apply(to units: inout [MergeUnit], _ history: inout SideHistory) throws(MixtapeError) {
    let created = units.filter { $0.base == nil }.compactMap { $0[side] }
    let sections = Set(created.compactMap(\.key.section))
    var similarity = TextSimilarity(repository)
    for number in units.indices {
      guard let old = units[number].base, let new = units[number][side], new != old,
        old.key.section.map(sections.contains) == true,
        units[number][side.other] != old, case .renamed(let path) = try history.trail(of: old.path),
        path != new.path, let renamed = created.first(where: { $0.path == path }),
        // In a side with merges, the commits can lead to a file that had the name of the renamed one before.
        try similarity.percentage(old.id, renamed.id) >= similarity.percentage(old.id, new.id)
      else { continue }
      units[number][side] = nil
      var other = MergeUnit(base: nil, ours: nil, theirs: nil)
      other[side] = new
      units.append(other)
    }
  }
}
