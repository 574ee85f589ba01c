internal import Feeds
internal import MixtapeModel

/// The playlists of Windows Media Player: SMIL with the elements `media`, of which Mixtape reads the paths and titles.
struct WPLFormat: InterchangeFormat {
  var name: String { "wpl" }
  var title: String { "WPL" }
  var fileExtensions: [String] { ["wpl"] }

  var capabilities: Capabilities {
    Capabilities(
      canWrite: false,
      [
        .key(.name): .full, .key(.description): .partial("as `Subtitle`"), .key(.episodes): .full,
        .entry(.location): .full, .entry(.title): .full, .entry(.artist): .full, .entry(.album): .full,
        .entry(.duration): .full,
      ])
  }

  /// Returns whether the content begins with the instruction `wpl`.
  func recognizes(_ start: FormatSample) -> Recognition {
    if start.text.contains("<?wpl") { return .certain }
    return start.text.contains("<smil") && !start.text.contains("<?zpl") ? .possible : .no
  }

  func read(_ bytes: [UInt8]) -> InterchangeReading {
    let (reader, root) = MarkupDocument.open(bytes)
    guard let root, root.name.local.lowercased() == "smil" else {
      return .refused("this is not WPL: the document has no element `smil`")
    }
    var reading = InterchangeReading()
    var playlist = InterchangePlaylist()
    Self.read(MarkupElement(root.name, root.attributes, at: root.position, from: reader), &playlist, &reading)
    reading.document = InterchangeDocument(playlists: [playlist])
    MarkupDocument.report(reader, in: &reading)
    return reading
  }

  private static func read(
    _ element: MarkupElement, _ playlist: inout InterchangePlaylist, _ reading: inout InterchangeReading
  ) {
    for child in element.children {
      switch child.name.local.lowercased() {
      case "title": playlist.name = playlist.name ?? child.text.onOneLine.nonEmpty
      case "meta" where child.attributes["name"]?.lowercased() == "subtitle":
        playlist.description = child.attributes["content"]?.trimmed.nonEmpty
      case "media": playlist.entries.append(entry(child))
      case "smartplaylist":
        reading.losses.append(Loss(.element("rules"), of: playlist.label, "Mixtape reads only the tracks of WPL"))
      default: read(child, &playlist, &reading)
      }
    }
  }

  /// Returns the entry of an element `media`. Its path is one of Windows, relative to the file.
  private static func entry(_ element: MarkupElement) -> InterchangeEntry {
    var entry = InterchangeEntry()
    entry.line = element.position.line
    let attributes = element.attributes
    entry.locations = [attributes["src"]?.trimmed.nonEmpty].compactMap(\.self)
    entry.title = attributes["trackTitle"]?.onOneLine.nonEmpty
    entry.artist = (attributes["trackArtist"] ?? attributes["albumArtist"])?.onOneLine.nonEmpty
    entry.album = attributes["albumTitle"]?.onOneLine.nonEmpty
    // In milliseconds.
    entry.duration = attributes["duration"].flatMap { Double(plain: $0) }.flatMap { $0 > 0 ? $0 / 1000 : nil }
    return entry
  }
}
