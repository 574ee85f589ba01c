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
    let gone: Int
    let come: Int
    /// Whether the file was renamed, and not only moved to another directory.
    let isRenaming: Bool
  }

  /// Pairs removed files with added ones: first files of the same name, which were moved, then files of the same
  /// content, which were renamed. O(*n*) in the number of files.
  static func pairs(gone: [UnpairedFile], come: [UnpairedFile]) -> [Pair] {
    var pairs: [Pair] = []
    var (openGone, openCome) = (Array(gone.indices), Array(come.indices))
    for (isRenaming, key) in [(false, \UnpairedFile.nameKey), (true, \.contentKey)] {
      var waiting = Dictionary(grouping: openGone.reversed()) { gone[$0][keyPath: key] }
      openCome.removeAll { index in
        guard let partner = waiting[come[index][keyPath: key]]?.popLast() else { return false }
        pairs.append(Pair(gone: partner, come: index, isRenaming: isRenaming))
        return true
      }
      let paired = Set(pairs.map(\.gone))
      openGone.removeAll(where: paired.contains)
    }
    return pairs
  }

  /// Pairs the files of a commit. A hand edit has a commit of its own, so its two files are one that was renamed and edited.
  ///
  /// - Parameter operation: The operation of the commit, by its trailer.
  static func pairs(gone: [UnpairedFile], come: [UnpairedFile], operation: String?) -> [Pair] {
    let pairs = pairs(gone: gone, come: come)
    guard pairs.isEmpty, operation == CommitMessage.editOperation, gone.count == 1, come.count == 1,
      let section = Section(containing: gone[0].path), section == Section(containing: come[0].path)
    else { return pairs }
    return [Pair(gone: 0, come: 0, isRenaming: true)]
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
