internal import MixtapeModel

extension Statement.Columns {
  /// Returns the id of a playlist or a podcast.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if it is invalid.
  func id<Entity>(_ column: CInt) throws -> FileID<Entity> {
    guard let id = FileID<Entity>(rawValue: text(column)) else { throw LibraryError(.damaged) }
    return id
  }

  /// Returns the id of an episode.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if it is invalid.
  func episodeID(_ column: CInt) throws -> Episode.ID {
    guard let id = withBytes(column, { Episode.ID(utf8: $0) }) else { throw LibraryError(.damaged) }
    return id
  }
}

/// Reads folders, and caches the last one: consecutive rows mostly have the same folder.
struct FolderReader {
  private var last: (path: String, folder: Folder) = ("", .top)

  /// Returns the folder of a path.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if it is invalid.
  mutating func read(_ row: borrowing Statement.Columns, _ column: CInt) throws -> Folder {
    let path = row.text(column)
    if path.utf8.elementsEqual(last.path.utf8) { return last.folder }
    do {
      last = (path, try Folder(validating: path))
    } catch {
      throw LibraryError(.damaged, cause: error)
    }
    return last.folder
  }
}
