internal import XMLReading

/// XSPF 1.0, "spiff": playlists as XML.
public struct XSPFFormat: InterchangeFormat {
  init() {}

  /// The name on the command line.
  public var name: String { "xspf" }
  /// The name in sentences.
  public var title: String { "XSPF" }
  /// The extensions of its files.
  public var fileExtensions: [String] { ["xspf"] }

  /// The aspects of playlists that the format has.
  public var capabilities: Capabilities { .xspf }
  /// Addresses.
  public var locationStyle: LocationStyle { .address }

  /// Returns whether the content is XML with the namespace of XSPF, or with its elements.
  public func recognizes(_ start: FormatSample) -> Recognition {
    let text = start.text
    guard text.trimmed.hasPrefix("<") else { return .no }
    if text.contains("xspf.org/ns/0") { return .certain }
    return text.contains("<playlist") || text.contains("<tracklist") ? .certain : .no
  }

  /// Reads a file.
  public func read(_ bytes: [UInt8]) -> InterchangeReading {
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
  public func write(_ document: InterchangeDocument) -> [UInt8] {
    XSPFWriter.bytes(of: document.playlists.first ?? InterchangePlaylist())
  }
}
