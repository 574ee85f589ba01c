internal import GitHistory
internal import MixtapeModel

/// One file in the versions of a merge. Each version has a path of its own, because sides can move and rename files.
struct MergeUnit: Hashable {
  /// The common version; `nil` if the file is new.
  var base: TreeEntry?
  /// The version of ours; `nil` if ours has no such file.
  var ours: TreeEntry?
  /// The version of theirs; `nil` if theirs has no such file.
  var theirs: TreeEntry?

  /// The merged content if both sides have the same one, or only one side changed it; `nil` otherwise.
  var contentOfOneSide: ObjectID? {
    guard let ours, let theirs else { return nil }
    if ours.id == theirs.id || theirs.id == base?.id { return ours.id }
    return ours.id == base?.id ? theirs.id : nil
  }

  subscript(side: MergeSide) -> TreeEntry? {
    get { side == .ours ? ours : theirs }
    set { if side == .ours { ours = newValue } else { theirs = newValue } }
  }
}

extension MergeUnit {
  /// Returns the files that differ between the base and a side of a merge. Equal directories are not read.
  static func all(
    since base: MergeVersion, on sides: MergeSides<MergeVersion>, by renames: RecordedRenames
  ) throws(MixtapeError) -> [MergeUnit] {
    let ours = try SideFiles(base, sides.ours, by: renames)
    let theirs = try SideFiles(base, sides.theirs, by: renames)
    var old: [String: TreeEntry] = [:]
    for entry in (ours.differences + theirs.differences).compactMap(\.oldEntry) { old[entry.path] = entry }
    let changed = old.values.sorted { $0.path < $1.path }.map {
      MergeUnit(base: $0, ours: ours.version(of: $0), theirs: theirs.version(of: $0))
    }
    return changed + new(ours.added, theirs.added)
  }

  /// Returns the files that are new on a side. Files that both sides created with one path, or with one id, are one file.
  private static func new(_ ours: [String: TreeEntry], _ theirs: [String: TreeEntry]) -> [MergeUnit] {
    var theirs = theirs
    var units: [MergeUnit] = []
    let keys = Dictionary(grouping: theirs.values, by: \.key)
    let ourKeys = Dictionary(grouping: ours.values, by: \.key)
    for entry in ours.values.sorted(by: { $0.path < $1.path }) {
      let sameID = ourKeys[entry.key]?.count == 1 && keys[entry.key]?.count == 1 ? keys[entry.key]?.first : nil
      let other = theirs[entry.path] ?? sameID
      if let other { theirs[other.path] = nil }
      units.append(MergeUnit(base: nil, ours: entry, theirs: other))
    }
    return units + theirs.values.sorted { $0.path < $1.path }.map { MergeUnit(base: nil, ours: nil, theirs: $0) }
  }
}

/// The differences between the base and one side, with moved and renamed files.
///
/// Files whose paths are not UTF-8 are left out: a merge keeps those of ours. A sync refuses received ones before
/// (``SyncWrites/differences(from:to:)``).
struct SideFiles {
  let differences: [TreeDifference]
  /// The new files that were not moved or renamed, by path.
  private(set) var added: [String: TreeEntry] = [:]
  /// The versions of changed files of the base, by their paths in the base.
  private var versions: [String: TreeEntry?] = [:]

  init(_ base: MergeVersion, _ side: MergeVersion, by renames: RecordedRenames) throws(MixtapeError) {
    differences =
      try side.tree.map { (tree) throws(MixtapeError) in
        try renames.repository.differences(from: base.tree, to: tree).filter(\.hasValidPath)
      } ?? []
    for difference in differences {
      if difference.old != nil { versions[difference.path] = .some(difference.newEntry) }
      if difference.old == nil, let new = difference.newEntry { added[new.path] = new }
    }
    // A renaming removes a name, or adds one.
    guard !added.isEmpty || differences.contains(where: { $0.new == nil }) else { return }
    try followRenamed(base, side, renames)
    followMoved()
  }

  /// Returns the side's version of a file of the base, which may be at another path; `nil` if the side removed the file.
  func version(of base: TreeEntry) -> TreeEntry? { versions[base.path] ?? base }

  var renames: ItemRenames {
    var renames = ItemRenames()
    for old in differences.compactMap(\.oldEntry) {
      if let item = StoreItem(path: old.path), let new = version(of: old).flatMap({ StoreItem(path: $0.path) }) {
        renames.add(item, new)
      }
    }
    return renames
  }

  /// Finds the files that have another id on the side. A file at the former path is a new one, or is gone.
  private mutating func followRenamed(
    _ base: MergeVersion, _ side: MergeVersion, _ renames: RecordedRenames
  ) throws(MixtapeError) {
    let present = Dictionary(grouping: differences.compactMap(\.newEntry), by: \.key)
    var renamed: [(old: TreeEntry, new: TreeEntry)] = []
    for difference in differences {
      guard let old = difference.oldEntry, let item = difference.item else { continue }
      let id = try side.id(of: item, from: base, by: renames)
      guard id != item else { continue }
      if let new = difference.newEntry { added[new.path] = new }
      versions[old.path] = .some(nil)
      guard let new = id.flatMap({ present[FileKey($0)] }), new.count == 1 else { continue }
      renamed.append((old, new[0]))
    }
    for (old, new) in renamed {
      versions[old.path] = new
      added[new.path] = nil
    }
  }

  private mutating func followMoved() {
    let open = differences.compactMap(\.oldEntry).filter { versions[$0.path] == .some(nil) }
    let removed = Dictionary(grouping: open, by: \.key)
    for (key, new) in Dictionary(grouping: added.values, by: \.key) {
      guard new.count == 1, let old = removed[key], old.count == 1 else { continue }
      versions[old[0].path] = new[0]
      added[new[0].path] = nil
    }
  }
}
