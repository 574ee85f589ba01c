internal import MixtapeModel
internal import PlaylistFiles

/// The result of reading a path.
struct FileReading: Sendable {
  /// The path below the store's directory.
  let path: String
  /// The bytes; empty if the file cannot be read, `nil` if it is gone.
  let source: [UInt8]?
  /// The problem that prevents using the file, if there is one.
  let fault: FileReport?
  /// The playlist, if the file is that of a playlist and has no errors.
  let playlist: Playlist?

  /// Whether the file was read, with errors or without.
  var isText: Bool { source != nil && !isUnusable }

  private var isUnusable: Bool { fault?.source.isEmpty == true && source?.isEmpty == true }

  /// Reads a file.
  init(_ path: String, of store: Store) throws(MixtapeError) {
    switch try store.load(path) {
    case .bytes(let bytes): self.init(path, bytes)
    case .unusable(let report): self.init(path: path, source: [], fault: report, playlist: nil)
    case .absent: self.init(goneFrom: path)
    }
  }

  /// Makes the reading of a file with these bytes.
  init(_ path: String, _ bytes: [UInt8]) {
    let parsed = ParsedFile(parsing: bytes, at: path)
    let report = FileReport(path: path, source: bytes, diagnostics: parsed?.diagnostics ?? [])
    let playlist: Playlist? = if case .playlist(let file) = parsed { file.playlist } else { nil }
    self.init(path: path, source: bytes, fault: report.hasErrors ? report : nil, playlist: playlist)
  }

  /// Makes the reading of a deleted file.
  init(goneFrom path: String) { self.init(path: path, source: nil, fault: nil, playlist: nil) }

  private init(path: String, source: [UInt8]?, fault: FileReport?, playlist: Playlist?) {
    self.path = path
    self.source = source
    self.fault = fault
    self.playlist = playlist
  }
}
