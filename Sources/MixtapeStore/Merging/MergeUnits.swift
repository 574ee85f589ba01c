internal import GitHistory
internal import MixtapeModel

/// The files that differ between the base and a side of a merge. Equal directories are not read.
struct MergeUnits {
  private(set) var units: [MergeUnit] = []

  init(
    base: MergeTip, sides: MergeSides<MergeTip>, by files: FileHistory, _ histories: inout MergeSides<SideHistory>,
    isComplete: Bool
  ) throws(MixtapeError) {
    let repository = files.repository
    let ours = try SideFiles(repository, base, sides.ours)
    let theirs = try SideFiles(repository, base, sides.theirs)
    var old: [String: TreeEntry] = [:]
    for entry in (ours.differences + theirs.differences).compactMap(\.oldEntry) { old[entry.path] = entry }
    units = old.values.sorted { $0.path < $1.path }.map {
      MergeUnit(base: $0, ours: ours.version(of: $0), theirs: theirs.version(of: $0))
    }
    addNew(MergeSides(ours: ours, theirs: theirs))
    try FileIdentities(base: base, sides: sides, by: files).apply(to: &units, &histories, isComplete: isComplete)
    let renames = MergeSide.allCases.map { (side: $0, renames: Renames($0, of: units, in: repository)) }
    for (side, renames) in renames { try renames.apply(to: &units, &histories[side]) }
    units.removeAll { $0.base == nil && $0.ours == nil && $0.theirs == nil }
  }

  /// Adds the files that are new on a side. Files that both sides created with one path, or with one id, are one file.
  private mutating func addNew(_ files: MergeSides<SideFiles>) {
    let ours = files.ours.added
    var theirs = files.theirs.added
    let keys = Dictionary(grouping: theirs.values, by: \.key)
    let ourKeys = Dictionary(grouping: ours.values, by: \.key)
    for entry in ours.values.sorted(by: { $0.path < $1.path }) {
      let sameID = ourKeys[entry.key]?.count == 1 && keys[entry.key]?.count == 1 ? keys[entry.key]?.first : nil
      let other = theirs[entry.path] ?? sameID
      if let other { theirs[other.path] = nil }
      units.append(MergeUnit(base: nil, ours: entry, theirs: other))
    }
    units += theirs.values.sorted { $0.path < $1.path }.map { MergeUnit(base: nil, ours: nil, theirs: $0) }
  }
}

/// The differences between the base and one side, with moved files.
///
/// Files whose paths are not UTF-8 are left out: a merge keeps those of ours. A sync refuses received ones before
/// (``UnwritablePaths``).
struct SideFiles {
  let differences: [TreeDifference]
  /// The new files that were not moved from elsewhere, by path.
  private(set) var added: [String: TreeEntry] = [:]
  private var changed: [String: TreeEntry?] = [:]

  init(_ repository: StoreRepository, _ base: MergeTip, _ side: MergeTip) throws(MixtapeError) {
    differences =
      try side.tree.map { (tree) throws(MixtapeError) in
        try repository.differences(from: base.tree, to: tree).filter(\.hasValidPath)
      } ?? []
    var removed: [FileKey: [TreeEntry]] = [:]
    for difference in differences {
      changed[difference.path] = .some(difference.newEntry)
      if difference.new == nil, let old = difference.oldEntry { removed[old.key, default: []].append(old) }
      if difference.old == nil, let new = difference.newEntry { added[new.path] = new }
    }
    guard !removed.isEmpty else { return }
    for (key, new) in Dictionary(grouping: added.values, by: \.key) where new.count == 1 && removed[key]?.count == 1 {
      guard let old = removed[key]?.first else { continue }
      changed[old.path] = .some(new[0])
      added[new[0].path] = nil
    }
  }

  /// Returns the side's version of a file of the base, which may be at another path.
  func version(of base: TreeEntry) -> TreeEntry? { changed[base.path] ?? base }
}
