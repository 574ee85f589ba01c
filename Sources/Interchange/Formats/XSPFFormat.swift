internal import Feeds
internal import MixtapeModel

/// XSPF 1.0, "spiff": playlists as XML.
struct XSPFFormat: InterchangeFormat {
  var name: String { "xspf" }
  var title: String { "XSPF" }
  var fileExtensions: [String] { ["xspf"] }

  var capabilities: Capabilities { .xspf }
  var locationStyle: LocationStyle { .address }

  /// Returns whether the content is XML with the namespace of XSPF, or with its elements.
  func recognizes(_ start: FormatSample) -> Recognition {
    let text = start.text
    guard text.trimmed.hasPrefix("<") else { return .no }
    if text.contains("xspf.org/ns/0") { return .certain }
    return text.contains("<playlist") || text.contains("<tracklist") ? .certain : .no
  }

  func read(_ bytes: [UInt8]) -> InterchangeReading {
    let (reader, root) = MarkupDocument.open(bytes)
    guard let root, root.name.local.lowercased() == "playlist" else {
      var refused = InterchangeReading.refused(
        "this is not XSPF: the document has no element `playlist`", line: root?.position.line ?? 0)
      MarkupDocument.report(reader, in: &refused)
      return refused
    }
    var xspf = XSPFReader()
    let playlist = xspf.playlist(root.name, root.attributes, at: root.position, reader)
    xspf.reading.document = InterchangeDocument(playlists: [playlist.withPlainAnnotation])
    MarkupDocument.report(reader, in: &xspf.reading)
    return xspf.reading
  }

  /// Writes the first playlist of a document.
  func write(_ document: InterchangeDocument) -> [UInt8] {
    XSPFWriter.bytes(of: document.playlists.first ?? InterchangePlaylist())
  }
}

/// A writer of XSPF documents.
enum XSPFWriter {
  /// Returns the document of a playlist.
  static func bytes(of playlist: InterchangePlaylist) -> [UInt8] {
    var writer = XMLWriter()
    writer.element("playlist", [("version", "1"), ("xmlns", "http://xspf.org/ns/0/")]) { writer in
      writer.leaf("title", playlist.name)
      writer.leaf("annotation", playlist.annotation?.nonEmpty)
      writeOwn(playlist, to: &writer)
      writer.element("trackList") { writer in
        for entry in playlist.entries { write(entry, to: &writer) }
      }
    }
    return writer.bytes
  }

  private static func write(_ entry: InterchangeEntry, to writer: inout XMLWriter) {
    writer.element("track") { writer in
      for location in entry.locations { writer.leaf("location", location) }
      for identifier in entry.identifiers { writer.leaf("identifier", identifier) }
      writer.leaf("title", entry.title)
      writer.leaf("creator", entry.artist)
      writer.leaf("image", entry.image)
      writer.leaf("album", entry.album)
      writer.leaf("trackNum", entry.trackNumber.map(String.init))
      writer.leaf("duration", entry.duration.flatMap { Int(exactly: ($0 * 1000).rounded()) }.map(String.init))
      writeOwn(entry, to: &writer)
    }
  }

  // MARK: Mixtape's extension

  private static func writeOwn(_ playlist: InterchangePlaylist, to writer: inout XMLWriter) {
    let isPlain = playlist.id == nil && playlist.folders.isEmpty && playlist.keys.isEmpty && playlist.fileText == nil
    guard !isPlain else { return }
    writeExtension(to: &writer) { writer in
      writer.leaf("m:id", playlist.id?.rawValue)
      if !playlist.folders.isEmpty {
        writer.element("m:folder") { writer in
          for name in playlist.folders { writer.leaf("m:name", name) }
        }
      }
      for key in PlaylistKey.allCases {
        if let value = playlist.keys[key] { write(key, value, to: &writer) }
      }
      writer.exactLeaf("m:file", playlist.fileText)
    }
  }

  private static func write(_ key: PlaylistKey, _ value: FileValue, to writer: inout XMLWriter) {
    func attributes(_ type: String) -> [(String, String?)] { [("name", key.rawValue), ("type", type)] }
    switch value {
    case .absent: break
    case .text(let text): writer.exactLeaf("m:key", text, attributes("text"))
    case .flag(let flag): writer.leaf("m:key", String(flag), attributes("flag"))
    case .number(let number): writer.leaf("m:key", String(number), attributes("number"))
    case .list(let texts):
      writer.element("m:key", attributes("list")) { writer in
        for text in texts { writer.exactLeaf("m:item", text) }
      }
    }
  }

  private static func writeOwn(_ entry: InterchangeEntry, to writer: inout XMLWriter) {
    let values = [entry.episode?.rawValue, entry.guid, entry.feed, entry.feedGuid, entry.genre]
    guard entry.isFound || values.contains(where: { $0 != nil }) else { return }
    writeExtension(to: &writer) { writer in
      writer.leaf("m:episode", entry.episode?.rawValue)
      if entry.isFound { writer.emptyElement("m:found", []) }
      writer.exactLeaf("m:guid", entry.guid)
      writer.leaf("m:feed", entry.feed)
      writer.leaf("m:feedGuid", entry.feedGuid)
      writer.leaf("m:genre", entry.genre)
    }
  }

  private static func writeExtension(to writer: inout XMLWriter, _ body: (inout XMLWriter) -> Void) {
    writer.element(
      "extension", [("application", MixtapeExtension.application), ("xmlns:m", MixtapeExtension.application)], body)
  }
}
