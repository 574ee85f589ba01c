/// What the index knows of a file, besides what is in it.
public struct IndexedFile: Hashable, Sendable {
  /// The path below the store's directory.
  public let path: String
  /// What the file system said of the file before it was read, as whoever wrote it spells it; `nil` if that does not tell
  /// whether the file has changed.
  public let status: [UInt8]?
  /// What tells the content from others.
  public let content: [UInt8]

  /// Makes a description.
  public init(path: String, status: [UInt8]?, content: [UInt8]) {
    self.path = path
    self.status = status
    self.content = content
  }
}

extension LibraryIndex {
  /// What is known of the files of a directory and those below it, by path.
  public func files(in directory: String) throws(LibraryError) -> [String: IndexedFile] {
    try files("SELECT path, status, content FROM files WHERE path >= ? AND path < ?") {
      $0.text("\(directory)/")
      // What follows the slash in the order of bytes.
      $0.text("\(directory)0")
    }
  }

  /// What is known of the file that a playlist was read from.
  public func file(ofPlaylist id: String) throws(LibraryError) -> IndexedFile? {
    try files("SELECT path, status, content FROM playlists JOIN files USING (file) WHERE id = ?") { $0.text(id) }.first?
      .value
  }

  /// What is known of the file that a podcast was read from.
  public func file(ofPodcast id: String) throws(LibraryError) -> IndexedFile? {
    try files("SELECT path, status, content FROM podcasts JOIN files USING (file) WHERE id = ?") { $0.text(id) }.first?
      .value
  }

  private func files(
    _ sql: String, _ values: (inout RawStatement.Binder) -> Void
  ) throws(LibraryError) -> [String: IndexedFile] {
    try reading { database in
      let files = try RawStatement(sql, in: database).rows(values) {
        IndexedFile(path: $0.text(0), status: $0.blobIfAny(1), content: $0.blobIfAny(2) ?? [])
      }
      return Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    }
  }
}
