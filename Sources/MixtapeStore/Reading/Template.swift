public import MixtapeModel
internal import PlaylistFiles

/// A playlist file that new playlists start from.
public struct Template: Hashable, Sendable {
  /// Its name: the file name without `.toml`.
  public let name: String
  /// The bytes that a new file starts from.
  public let source: [UInt8]

  /// Makes a template.
  public init(name: String, source: [UInt8]) {
    self.name = name
    self.source = source
  }

  /// What it is for: its first comment line, or its name if it begins with none.
  public var summary: String {
    let line = source.prefix { $0 != UInt8(ascii: "\n") }
    let text = String(decoding: line, as: UTF8.self).trimmingSpaces()
    guard text.hasPrefix("#") else { return name }
    return String(text.drop { $0 == "#" }).trimmingSpaces()
  }

  /// The playlist that it makes under an id, as it stands.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if the template has errors.
  public func playlist(id: Playlist.ID, folder: Folder) throws(MixtapeError) -> Playlist {
    let file = PlaylistFile(parsing: source, id: id, folder: folder)
    if let playlist = file.playlist { return playlist }
    let path = "\(Section.templates.rawValue)/\(name)\(StoredFile.suffix)"
    throw Store.invalid(FileReport(path: path, source: source, diagnostics: file.diagnostics))
  }
}

extension Store {
  /// The store's own templates, in order of name.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if something else is in the place of their directory.
  public func templates() throws(MixtapeError) -> [Template] {
    let scan = try SectionScan(.templates, of: directory)
    if let obstacle = scan.obstacle { throw Self.invalid(obstacle) }
    var templates: [Template] = []
    for file in scan.files.values.sorted() {
      if case .bytes(let source) = try load(file.path) {
        templates.append(Template(name: file.name, source: source))
      }
    }
    return templates
  }
}

extension String {
  fileprivate func trimmingSpaces() -> String {
    let trimmed = drop { $0.isWhitespace }
    guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(trimmed[...last])
  }
}
