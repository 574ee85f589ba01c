extension StoreDifference {
  /// Returns the differences of files, in order of path. A file that was moved, renamed, or renamed and edited is one difference.
  static func gatherWithRenames(_ files: [FileDifference]) -> [StoreDifference] {
    var groups = groups(of: files)
    separateReplaced(in: &groups)
    return differences(of: joiningRenamed(groups) { _, _ in true })
  }

  /// Joins the groups of a deleted file and of a created one if one of them is known to be renamed to the other. An undo turns a
  /// renaming around.
  static func joining(_ renamed: [RenamedFile], in groups: [[FileDifference]]) -> [[FileDifference]] {
    let single = groups.indices.filter { groups[$0].count == 1 }
    let places = Dictionary(single.map { (groups[$0][0].path, $0) }) { first, _ in first }
    var joined = groups
    for (old, new) in renamed.flatMap({ [($0.oldPath, $0.path), ($0.path, $0.oldPath)] }) {
      guard let deleted = places[old], let created = places[new],
        joined[deleted].count == 1, joined[created].count == 1,
        joined[deleted][0].isDeletion, joined[created][0].isCreation
      else { continue }
      joined[deleted].insert(joined[created][0], at: 0)
      joined[created] = []
    }
    return joined.filter { !$0.isEmpty }
  }

  /// Joins the groups of a deleted file and of a created one that are one file, which was renamed.
  ///
  /// - Parameter isRenaming: Returns whether a deleted file can have become a created one. Both are playlists, or both are library
  ///   files. Their lines are similar.
  static func joiningRenamed(
    _ groups: [[FileDifference]], where isRenaming: (_ deleted: FileDifference, _ created: FileDifference) -> Bool
  ) -> [[FileDifference]] {
    let removed = groups.indices.filter { groups[$0].count == 1 && groups[$0][0].isDeletion }
    let added = groups.indices.filter { groups[$0].count == 1 && groups[$0][0].isCreation }
    let (deleted, created) = (removed.map { groups[$0][0] }, added.map { groups[$0][0] })
    let pairs = SimilarFiles.pairs(
      removed: deleted.map { $0.old ?? [] }, added: created.map { $0.new ?? [] },
      where: { deleted[$0].canBecome(created[$1]) && isRenaming(deleted[$0], created[$1]) })
    var joined = groups
    for pair in pairs {
      joined[removed[pair.removed]].insert(created[pair.added], at: 0)
      joined[added[pair.added]] = []
    }
    return joined.filter { !$0.isEmpty }
  }

  /// Separates files to which a merge gave another id from those that took their place: `quay-2` was `quay`, and `quay` is new.
  private static func separateReplaced(in groups: inout [[FileDifference]]) {
    var places: [String: Int] = [:]
    for (number, group) in groups.enumerated() {
      guard let old = group.first(where: { $0.old != nil }), group.contains(where: { $0.new != nil }) else { continue }
      if let name = old.fileName { places[name] = number }
    }
    for number in groups.indices where groups[number].count == 1 && groups[number][0].isCreation {
      let created = groups[number][0]
      guard let name = created.fileName, let end = name.lastIndex(of: "-"), let place = places[String(name[..<end])],
        let old = groups[place].first(where: { $0.old != nil }),
        let new = groups[place].first(where: { $0.new != nil }),
        isVersion(created.new, of: old.old, ratherThan: new.new)
      else { continue }
      groups[number] = [created, FileDifference(path: old.path, old: old.old, new: nil)]
      groups[place] = [FileDifference(path: new.path, old: nil, new: new.new)]
    }
  }
}

extension StoreDifference {
  /// Returns whether a text is an earlier one with changes, and another text is not.
  private static func isVersion(_ new: [UInt8]?, of old: [UInt8]?, ratherThan other: [UInt8]?) -> Bool {
    if new == old { return true }
    let counts = LineCounts(of: old ?? [])
    let similarity = LineCounts(of: new ?? []).similarity(to: counts)
    return similarity >= LineCounts.minimumSimilarity
      && similarity > LineCounts(of: other ?? []).similarity(to: counts)
  }
}

extension FileDifference {
  var isDeletion: Bool { old != nil && new == nil }
  var isCreation: Bool { old == nil && new != nil }

  /// The section and the name of a playlist or a library file; `nil` for other files.
  fileprivate var fileName: String? {
    guard let section = Section(containing: path), section != .templates, let file = StoredFile(path: path) else {
      return nil
    }
    return "\(section.rawValue)/\(file.name)"
  }

  /// Returns whether a deleted file can have become a created one: both are playlists, or both are library files.
  fileprivate func canBecome(_ other: FileDifference) -> Bool {
    guard let section = Section(containing: path), section != .templates else { return false }
    return Section(containing: other.path) == section
  }
}
