internal import GitHistory
internal import MixtapeModel

/// The files of a merge and their paths, before their contents are merged.
struct MergeLayout {
  let sides: MergeSides<MergeTip>
  let units: [MergeUnit]
  let placement: MergePlacement
  /// The commits of each side, which are read when they are needed.
  var histories: MergeSides<SideHistory>

  /// Pairs the files of two sides, and finds their paths.
  ///
  /// - Parameter isComplete: Whether also those files are paired by their histories whose content is that of one side in any case.
  init(
    base: MergeTip, sides: MergeSides<MergeTip>, by files: FileHistory, isComplete: Bool = false
  ) throws(MixtapeError) {
    let repository = files.repository
    var histories = MergeSides(
      ours: SideHistory(of: sides.ours, since: base, by: files),
      theirs: SideHistory(of: sides.theirs, since: base, by: files))
    self.sides = sides
    units = try MergeUnits(base: base, sides: sides, by: files, &histories, isComplete: isComplete).units
    placement = try MergePlacement(of: units, in: repository, [base, sides.ours, sides.theirs], &histories)
    self.histories = histories
  }

  /// Returns the places from which files of the merge come, by their new paths. Files that no side changed are not among them.
  func origins(in repository: StoreRepository) throws(MixtapeError) -> [String: [FilePlace]] {
    var origins: [String: [FilePlace]] = [:]
    for (unit, path) in zip(units, placement.paths) {
      guard let path else { continue }
      for side in MergeSide.allCases {
        guard let entry = unit[side] else { continue }
        origins[path, default: []] += try sides[side].places(of: entry.path, in: repository)
      }
    }
    return origins
  }
}
