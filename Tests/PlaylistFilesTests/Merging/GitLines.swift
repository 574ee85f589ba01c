import GitHistory
import MixtapeModel
import PlaylistFiles

/// Merges of files that start from git's merge of the lines, as in a store.
extension MergedFile {
  static func playlist(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], id: Playlist.ID
  ) throws(Refusal) -> MergedFile {
    try playlist(base: base, ours: ours, theirs: theirs, id: id, lines: gitLines)
  }

  static func podcast(base: [UInt8], ours: [UInt8], theirs: [UInt8], id: Podcast.ID) throws(Refusal) -> MergedFile {
    try podcast(base: base, ours: ours, theirs: theirs, id: id, lines: gitLines)
  }

  static func document(base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws(Refusal) -> MergedFile {
    try document(base: base, ours: ours, theirs: theirs, lines: gitLines)
  }

  private static let gitLines: LineMerge = { base, ours, theirs in
    do throws(GitError) {
      return try Repository.mergedFavoringFirst(ours, theirs, from: base)
    } catch {
      return nil
    }
  }
}
