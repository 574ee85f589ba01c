internal import GitHistory

/// A file that was added or removed.
struct UnpairedFile {
  let path: String
  /// The id of the added or removed content.
  let content: ObjectID?
}

/// Detects moved and renamed files among added and removed ones.
enum FileMoves {
  /// A removed file and an added file that are the same file, by their offsets.
  struct Pair {
    let removed: Int
    let added: Int
    /// Whether the file was renamed, and not only moved to another directory.
    let isRenaming: Bool
  }

  /// Pairs removed files with added ones: first files of the same name, which were moved, then files of the same
  /// content, which were renamed. O(*n*) in the number of files.
  static func pairs(removed: [UnpairedFile], added: [UnpairedFile]) -> [Pair] {
    var pairs: [Pair] = []
    var (openRemoved, openAdded) = (Array(removed.indices), Array(added.indices))
    for (isRenaming, key) in [(false, \UnpairedFile.nameKey), (true, \.contentKey)] {
      var waiting = Dictionary(grouping: openRemoved.reversed()) { removed[$0][keyPath: key] }
      openAdded.removeAll { index in
        guard let partner = waiting[added[index][keyPath: key]]?.popLast() else { return false }
        pairs.append(Pair(removed: partner, added: index, isRenaming: isRenaming))
        return true
      }
      let paired = Set(pairs.map(\.removed))
      openRemoved.removeAll(where: paired.contains)
    }
    return pairs
  }

  /// Pairs the files of a commit. A hand edit has a commit of its own, so its two files are one that was renamed and edited.
  ///
  /// - Parameter operation: The operation of the commit, by its trailer.
  static func pairs(removed: [UnpairedFile], added: [UnpairedFile], operation: String?) -> [Pair] {
    let pairs = pairs(removed: removed, added: added)
    guard pairs.isEmpty, operation == CommitMessage.editOperation, removed.count == 1, added.count == 1,
      let section = Section(containing: removed[0].path), section == Section(containing: added[0].path)
    else { return pairs }
    return [Pair(removed: 0, added: 0, isRenaming: true)]
  }
}

extension FileMoves {
  /// Pairs the removed and the added files of a commit.
  static func pairs(
    of changes: [FileChange], operation: String?
  ) -> [(removed: FileChange, added: FileChange)] {
    let (removed, added) = (changes.filter { $0.new == nil }, changes.filter { $0.old == nil })
    let pairs = pairs(
      removed: removed.map { UnpairedFile(path: $0.path, content: $0.old) },
      added: added.map { UnpairedFile(path: $0.path, content: $0.new) }, operation: operation)
    return pairs.map { (removed[$0.removed], added[$0.added]) }
  }
}

extension UnpairedFile {
  /// The key that a file keeps when it is moved to another folder.
  fileprivate var nameKey: [String] {
    [Section(containing: path)?.rawValue ?? "", StoredFile(path: path)?.name ?? path]
  }

  /// The key that a file keeps when it is renamed.
  fileprivate var contentKey: [String] { [Section(containing: path)?.rawValue ?? "", content?.description ?? path] }
}
