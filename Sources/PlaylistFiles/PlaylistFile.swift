public import LosslessTOML
public import MixtapeModel

/// A playlist file: its bytes, its playlist and its diagnostics.
public struct PlaylistFile: Sendable {
  /// The id, from the file's name.
  public let id: Playlist.ID
  /// The folder, from the file's directory.
  public let folder: Folder
  /// The lossless document.
  public let document: TOMLDocument
  /// The diagnostics, in source order.
  public let diagnostics: [Diagnostic]
  /// The playlist; `nil` if the file has errors.
  public let playlist: Playlist?
  /// The bytes of each of the playlist's episodes, for diagnostics about them.
  public let episodeRanges: [SourceRange]
  /// The episodes in the places of missing entries, by their offsets, that the next change writes.
  var resolutions: [Int: Resolution] = [:]

  /// Reads a file. Linear in its size. Errors become ``diagnostics``.
  public init(parsing source: [UInt8], id: Playlist.ID, folder: Folder = .top) {
    self.init(document: TOMLDocument(parsing: source), id: id, folder: folder)
  }

  init(document: TOMLDocument, id: Playlist.ID, folder: Folder) {
    var reader = PlaylistReader(document.root, id: id, folder: folder)
    let playlist = reader.read()
    self.id = id
    self.folder = folder
    self.document = document
    self.diagnostics = Diagnostic.all(of: document, reader.diagnostics)
    self.playlist = self.diagnostics.contains { $0.severity == .error } ? nil : playlist
    self.episodeRanges = reader.episodeRanges
  }

  /// The bytes of the file.
  public var source: [UInt8] { document.source }
}
