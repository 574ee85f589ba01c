internal import GitHistory
internal import MixtapeModel

/// The paths of the merged files.
struct MergePlacement {
  /// The path of each unit; `nil` if the file is removed.
  private(set) var paths: [String?] = []
  private(set) var notices: [MergeNotice] = []
  /// The paths at which two files would be, or a file and a directory.
  private(set) var unmergeable: [String] = []
  private(set) var renumbered: [Int] = []

  private let units: [MergeUnit]
  private let repository: StoreRepository
  /// The versions of all files: the base and the sides.
  private let versions: [MergeVersion]
  private let histories: MergeSides<SideHistory>

  init(
    of units: [MergeUnit], in repository: StoreRepository, _ versions: [MergeVersion],
    _ histories: MergeSides<SideHistory>
  ) throws(MixtapeError) {
    (self.units, self.repository, self.versions, self.histories) = (units, repository, versions, histories)
    for unit in units { paths.append(try place(unit)) }
    try keepPathsThatAreTaken()
    try separateIDs()
    findDirectories()
    findCaseClashes()
  }

  // MARK: One file

  private mutating func place(_ unit: MergeUnit) throws(MixtapeError) -> String? {
    guard let ours = unit.ours, let theirs = unit.theirs else { return placeOfOneSide(unit) }
    if ours.path == theirs.path || theirs.path == unit.base?.path { return ours.path }
    if ours.path == unit.base?.path { return theirs.path }
    let winner = try newerMove(ours, theirs)
    let (kept, other) = winner == .ours ? (ours, theirs) : (theirs, ours)
    let path = Self.combined(base: unit.base?.path, winner: kept.path, other: other.path)
    if path == kept.path {
      notices.append(
        .movedDifferently(path: path, insteadOf: other.path, base: unit.base?.path, winner: winner))
    }
    return path
  }

  /// Returns the path of a file that at most one side has. A file that one side deleted and the other changed stays.
  private mutating func placeOfOneSide(_ unit: MergeUnit) -> String? {
    guard let entry = unit.ours ?? unit.theirs else { return nil }
    guard let base = unit.base else { return entry.path }
    guard entry != base else { return nil }
    notices.append(.kept(path: entry.path, base: base.path, deletedBy: unit.ours == nil ? .ours : .theirs))
    return entry.path
  }

  private func newerMove(_ ours: TreeEntry, _ theirs: TreeEntry) throws(MixtapeError) -> MergeSide {
    let ourMove = try histories.ours.newestChange(of: ours.path) { $0?.path != $1?.path }
    let theirMove = try histories.theirs.newestChange(of: theirs.path) { $0?.path != $1?.path }
    // A file that came back under an older name was not moved.
    return switch (ourMove, theirMove) {
    case (let ourMove?, let theirMove?): theirMove.isNewer(than: ourMove) ? .theirs : .ours
    case (_?, nil): .ours
    case (nil, _?): .theirs
    case (nil, nil): ours.path < theirs.path ? .ours : .theirs
    }
  }

  /// Merges folder and name by themselves: one side can move a file, and the other can rename it.
  private static func combined(base: String?, winner: String, other: String) -> String {
    guard let base = base.flatMap(SectionFile.init), let first = SectionFile(path: winner),
      let section = Section(containing: winner),
      let second = SectionFile(path: other)
    else { return winner }
    return SectionFile(
      section: section, folder: first.folder == base.folder ? second.folder : first.folder,
      name: first.name == base.name ? second.name : first.name
    ).path
  }

  // MARK: Two files

  /// Leaves a file at the path of one side if its merged path belongs to another file of a side.
  private mutating func keepPathsThatAreTaken() throws(MixtapeError) {
    for (number, unit) in units.enumerated() {
      guard let path = paths[number], let ours = unit.ours, path != ours.path, path != unit.theirs?.path else {
        continue
      }
      for tree in versions.compactMap(\.tree) where try repository.entry(at: path, inTree: tree) != nil {
        paths[number] = min(ours.path, unit.theirs?.path ?? ours.path)
      }
    }
  }

  /// Gives one of two files with one id another id.
  ///
  /// A file that already had the id keeps it, then a new file, then the renamed file whose old id sorts first. Files that have
  /// one id on one side alone are left to `check`.
  private mutating func separateIDs() throws(MixtapeError) {
    let groups = Dictionary(grouping: units.indices.filter { paths[$0] != nil }) { FileKey(paths[$0] ?? "") }
    for (key, numbers) in groups.sorted(by: { $0.key.name < $1.key.name }) where numbers.count > 1 {
      guard let section = key.section, !isClash(numbers, of: key) else { continue }
      var taken = try names(in: section)
      taken.formUnion(paths.compactMap(\.self).map(FileKey.init).filter { $0.section == section }.map(\.name))
      let ranked = numbers.sorted { rank($0, key) < rank($1, key) }
      for number in ranked.dropFirst() {
        guard let path = paths[number], let file = SectionFile(path: path),
          let name = Self.name(like: key.name, besides: taken)
        else { continue }
        taken.insert(name)
        let new = SectionFile(section: section, folder: file.folder, name: name).path
        paths[number] = new
        renumbered.append(number)
        let sides = MergeSide.allCases.filter { units[number][$0]?.key == key }
        notices.append(
          .idTaken(
            path: path, by: paths[ranked[0]] ?? path, replacement: new, of: sides.count == 1 ? sides[0] : nil))
      }
    }
  }

  /// Returns whether one side has two of the files under one id.
  private func isClash(_ numbers: [Int], of key: FileKey) -> Bool {
    MergeSide.allCases.contains { side in numbers.count { units[$0][side]?.key == key } > 1 }
  }

  /// Returns the order of files with one id. Of new files at one path, the content decides, so that both sides have one order.
  private func rank(_ number: Int, _ key: FileKey) -> (Int, String, String) {
    let unit = units[number]
    let content = (unit.ours ?? unit.theirs)?.id.description ?? ""
    guard let base = unit.base else { return (1, paths[number] ?? "", content) }
    return (base.key == key ? 0 : 2, base.path, content)
  }

  private func names(in section: Section) throws(MixtapeError) -> Set<String> {
    var names: Set<String> = []
    for commit in versions.flatMap(\.commits) {
      names.formUnion(try repository.entries(of: commit, under: [section.rawValue]).map { FileKey($0.path).name })
    }
    return names
  }

  /// Returns a name that is not taken: with `-2`, `-3` and so on.
  private static func name(like name: String, besides taken: Set<String>) -> String? {
    for number in 2...(taken.count + 2) {
      let candidate = "\(name)-\(number)"
      if !taken.contains(candidate), NameRules.violation(in: candidate) == nil { return candidate }
    }
    return nil
  }

  // MARK: Files in the place of directories

  private mutating func findDirectories() {
    let counts = Dictionary(paths.compactMap(\.self).map { ($0, 1) }, uniquingKeysWith: +)
    let files = Set(counts.keys)
    unmergeable += counts.filter { $0.value > 1 }.map(\.key)
    for path in files.sorted() {
      var parent = path[...]
      while let slash = parent.lastIndex(of: "/") {
        parent = parent[..<slash]
        if files.contains(String(parent)) { unmergeable += [String(parent), path] }
      }
    }
  }

  private mutating func findCaseClashes() {
    let new = zip(units, paths).filter { unit, path in
      MergeSide.allCases.contains { side in unit[side]?.path != path }
    }
    notices += MergeNotice.caseClashes(among: new.compactMap(\.1))
  }
}
