internal import SystemPackage

/// The directories of discs that are copies of others of their album, such as `Box/CD1 copy` beside `Box/CD1`.
enum CopiedDiscs {
  /// Returns the directories that count as the directory of an album with others, and whose files all have the content of files there.
  /// Of two equal ones, the second in order is the copy.
  ///
  /// - Parameter files: The paths, and the digests of the contents; empty if unknown.
  /// - Complexity: O(*n* log *n*).
  static func directories(of files: [(path: FilePath, digest: String)]) -> Set<FilePath> {
    let byDirectory = Dictionary(grouping: files) { PathTraits.split($0.path).directory }
    let byAlbum = Dictionary(grouping: byDirectory.keys) { PathTraits.albumAndDisc(ofDirectory: $0).directory }
    var copies: Set<FilePath> = []
    for directories in byAlbum.values where directories.count > 1 {
      var known: Set<String> = []
      for directory in directories.sorted(by: { $0.string.utf8.lexicographicallyPrecedes($1.string.utf8) }) {
        let digests = Set((byDirectory[directory] ?? []).map(\.digest))
        if !digests.contains(""), digests.isSubset(of: known) {
          copies.insert(directory)
        } else {
          known.formUnion(digests)
        }
      }
    }
    return copies
  }
}
