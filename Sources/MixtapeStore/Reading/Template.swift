public import MixtapeModel
internal import PlaylistFiles

/// A playlist file that new playlists start from.
public struct Template: Hashable, Sendable {
  /// The name of the template: the file name without `.toml`.
  public let name: String
  /// The bytes that a new file starts from.
  public let source: [UInt8]

  /// Makes a template.
  public init(name: String, source: [UInt8]) {
    self.name = name
    self.source = source
  }

  /// The purpose of the template: its first comment line, or its name if it begins with none.
  public var summary: String {
    let line = source.prefix { $0 != UInt8(ascii: "\n") }
    let text = String(decoding: line, as: UTF8.self).trimmingBlanks
    guard text.hasPrefix("#") else { return name }
    return String(text.drop { $0 == "#" }).trimmingBlanks
  }

  /// Makes a playlist from the unchanged template.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if the template has errors.
  public func playlist(id: Playlist.ID, folder: Folder) throws(MixtapeError) -> Playlist {
    let file = PlaylistFile(parsing: source, id: id, folder: folder)
    if let playlist = file.playlist { return playlist }
    throw .invalidFile(report(on: file))
  }

  /// The errors that prevent using the template; `nil` if there are none.
  public var errorReport: FileReport? {
    guard let id = Playlist.ID(rawValue: name) else { return nil }
    let file = PlaylistFile(parsing: source, id: id, folder: .top)
    return file.playlist == nil ? report(on: file) : nil
  }

  private func report(on file: PlaylistFile) -> FileReport {
    let stored = SectionFile(section: .templates, folder: .top, name: name)
    return FileReport(path: stored.path, source: source, diagnostics: file.diagnostics)
  }
}
