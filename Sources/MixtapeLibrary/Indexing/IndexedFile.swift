/// The state of a file in the index.
public struct IndexedFile: Hashable, Sendable {
  /// The path below the store's directory.
  public let path: String
  /// The status in the file system before the file was read, in an encoding of the store; `nil` if it cannot show
  /// whether the file has changed.
  public let status: [UInt8]?
  /// The digest of the content.
  public let content: [UInt8]

  /// Makes a state.
  public init(path: String, status: [UInt8]?, content: [UInt8]) {
    self.path = path
    self.status = status
    self.content = content
  }
}

extension LibraryIndex {
  /// Returns the files in a directory and below it, by path.
  public func files(in directory: String) throws(LibraryError) -> [String: IndexedFile] {
    try files("SELECT path, status, content FROM files WHERE path >= ? AND path < ?") {
      $0.text("\(directory)/")
      // The byte after the slash.
      $0.text("\(directory)0")
    }
  }

  /// Returns the file of a playlist.
  public func file(ofPlaylist id: String) throws(LibraryError) -> IndexedFile? {
    try files("SELECT path, status, content FROM playlists JOIN files USING (file) WHERE id = ?") { $0.text(id) }.first?
      .value
  }

  /// Returns the file of a podcast.
  public func file(ofPodcast id: String) throws(LibraryError) -> IndexedFile? {
    try files("SELECT path, status, content FROM podcasts JOIN files USING (file) WHERE id = ?") { $0.text(id) }.first?
      .value
  }

  private func files(
    _ sql: String, _ values: (inout Statement.Binder) -> Void
  ) throws(LibraryError) -> [String: IndexedFile] {
    try reading { database in
      let files = try database.statement(sql).rows(values) {
        IndexedFile(path: $0.text(0), status: $0.blobIfAny(1), content: $0.blobIfAny(2) ?? [])
      }
      return Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    }
  }
}
