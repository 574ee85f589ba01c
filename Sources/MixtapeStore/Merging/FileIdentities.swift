internal import GitHistory
internal import MixtapeModel

/// The pairing of the files of a merge by their histories.
///
/// ``MergeUnits`` first pairs files by their names. That is wrong for a file that a side renamed and the other one changed, for a
/// new file with the name of a renamed one, and for files that came back: the common base does not have them, because one clone
/// deleted them, and merges with clones that changed them brought them back on both sides.
struct FileIdentities {
  private let base: MergeTip
  private let sides: MergeSides<MergeTip>
  private let files: FileHistory
  private var repository: StoreRepository { files.repository }

  init(base: MergeTip, sides: MergeSides<MergeTip>, by files: FileHistory) {
    (self.base, self.sides, self.files) = (base, sides, files)
  }

  /// Pairs the files of each section whose pairing by names can be wrong.
  ///
  /// - Parameter isComplete: Whether to pair the files of all sections.
  func apply(
    to units: inout [MergeUnit], _ histories: inout MergeSides<SideHistory>, isComplete: Bool
  ) throws(MixtapeError) {
    var result: [MergeUnit] = []
    for group in Dictionary(grouping: units, by: \.section).values {
      let isUncertain = isComplete ? true : try self.isUncertain(group, &histories)
      result += isUncertain ? try paired(group) : group
    }
    units = result.sorted { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
  }

  private func isUncertain(
    _ units: [MergeUnit], _ histories: inout MergeSides<SideHistory>
  ) throws(MixtapeError) -> Bool {
    if MergeSide.allCases.contains(where: { Self.canReplaceByRenaming($0, units) }) { return true }
    let adding = MergeSide.allCases.filter { side in units.contains { $0.base == nil && $0[side] != nil } }
    for side in adding {
      let isShared = units.contains { $0.base == nil && $0.ours != nil && $0.theirs != nil }
      for unit in units where unit.base != nil && unit[side] != unit.base {
        if unit[side.other] != unit.base || unit[side] == nil && isShared { return true }
      }
    }
    guard adding.count == 2, try histories.ours.hasMerges() else { return false }
    return try histories.theirs.hasMerges()
  }

  /// Returns whether a side can have renamed a file, which the other side changed or moved, over a file that it deleted before.
  private static func canReplaceByRenaming(_ side: MergeSide, _ units: [MergeUnit]) -> Bool {
    let known = units.filter { $0.base != nil }
    return known.contains { unit in unit[side] == nil && unit[side.other].map { $0 != unit.base } ?? false }
      && known.contains { unit in unit[side].map { $0.id != unit.base?.id } ?? false }
  }

  // MARK: Pairs

  /// A file in one version of a merge.
  private struct Member {
    let entry: TreeEntry
    /// The side; `nil` for the base.
    let side: MergeSide?
    /// The unit of the pairing by names.
    let unit: MergeUnit
  }

  private func paired(_ units: [MergeUnit]) throws(MixtapeError) -> [MergeUnit] {
    let members = units.flatMap { unit in
      [unit.base.map { Member(entry: $0, side: nil, unit: unit) }].compactMap(\.self)
        + MergeSide.allCases.compactMap { side in unit[side].map { Member(entry: $0, side: side, unit: unit) } }
    }
    let identities = try files.identities(of: members.map { (member) throws(MixtapeError) in try places(of: member) })
    var (result, rest): ([MergeUnit], [Member]) = ([], [])
    for group in Dictionary(grouping: members.indices, by: { identities[$0] }).values {
      try pair(group.map { members[$0] }, &result, &rest)
    }
    pairByName(rest, &result)
    return result
  }

  private func places(of member: Member) throws(MixtapeError) -> [FilePlace] {
    try (member.side.map { sides[$0] } ?? base).places(of: member.entry.path, in: repository)
  }

  /// Pairs versions of one file. A version can have the file twice, if it was once taken for two files; then paths decide.
  private func pair(_ group: [Member], _ result: inout [MergeUnit], _ rest: inout [Member]) throws(MixtapeError) {
    let group = group.sorted { $0.entry.path < $1.entry.path }
    var units = group.filter { $0.side == nil }.map { MergeUnit(base: $0.entry, ours: nil, theirs: nil) }
    var open: [Member] = []
    for member in group {
      guard let side = member.side else { continue }
      if let same = units.firstIndex(where: { $0.base?.path == member.entry.path }) {
        units[same][side] = member.entry
      } else {
        open.append(member)
      }
    }
    let ours = open.filter { $0.side == .ours }
    var theirs = open.filter { $0.side == .theirs }
    for our in ours {
      if let free = units.firstIndex(where: { $0.base != nil && $0.ours == nil }) {
        units[free].ours = our.entry
        continue
      }
      let same = theirs.firstIndex { $0.entry.path == our.entry.path } ?? theirs.indices.first
      guard !units.contains(where: { $0.base != nil && $0.theirs == nil }), let same else {
        rest.append(our)
        continue
      }
      let their = theirs.remove(at: same)
      let base = try files.lastCommonVersion(of: places(of: our), and: places(of: their))
      units.append(MergeUnit(base: base, ours: our.entry, theirs: their.entry))
    }
    for their in theirs {
      if let free = units.firstIndex(where: { $0.base != nil && $0.theirs == nil }) {
        units[free].theirs = their.entry
      } else {
        rest.append(their)
      }
    }
    result += units
  }

  /// Pairs files by their names that have no partner by their histories: two clones can create a file with one name, and a file
  /// can be deleted and created again.
  private func pairByName(_ rest: [Member], _ result: inout [MergeUnit]) {
    for (named, members) in Dictionary(grouping: rest, by: \.unit) {
      var unit = MergeUnit(base: nil, ours: nil, theirs: nil)
      for member in members { if let side = member.side { unit[side] = member.entry } }
      if members.count == 1, let side = members[0].side, named.base != nil,
        let same = result.firstIndex(where: { $0.base == named.base && $0[side] == nil }),
        let other = result[same][side.other], other != named.base
      {
        result[same][side] = members[0].entry
      } else {
        result.append(unit)
      }
    }
  }
}

extension MergeUnit {
  /// The section of the file; `nil` for a file that is not in a section.
  fileprivate var section: Section? { (base ?? ours ?? theirs)?.key.section }

  /// The paths, by which units are ordered.
  fileprivate var sortKey: [String] { [base, ours, theirs].map { $0?.path ?? "~" } }
}
