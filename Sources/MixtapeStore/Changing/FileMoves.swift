internal import GitHistory

/// A file that came or went.
struct FileTrace {
  let path: String
  /// The id of the content that came or went.
  let content: ObjectID?
}

/// Finds out which files went from one path to another.
enum FileMoves {
  /// A file that went and one that came, by their offsets.
  struct Pair {
    let gone: Int
    let come: Int
    /// Whether the file has another name now, and not just another directory.
    let isRenaming: Bool
  }

  /// Pairs what went with what came: first files of one name, which were moved, then files of one content, which were
  /// renamed. Linear in the files.
  static func pairs(gone: [FileTrace], come: [FileTrace]) -> [Pair] {
    var pairs: [Pair] = []
    var (openGone, openCome) = (Array(gone.indices), Array(come.indices))
    for (isRenaming, key) in [(false, \FileTrace.nameKey), (true, \.contentKey)] {
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
}

extension FileTrace {
  /// The key that a file keeps when it is moved to another folder.
  fileprivate var nameKey: [String] {
    [Section(containing: path)?.rawValue ?? "", StoredFile(path: path)?.name ?? path]
  }

  /// The key that a file keeps when it is renamed.
  fileprivate var contentKey: [String] { [Section(containing: path)?.rawValue ?? "", content?.description ?? path] }
}
