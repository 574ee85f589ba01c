internal import MixtapeModel

/// M3U and M3U8: one entry per line, and directives that begin with `#`.
///
/// There is no standard. The directives are those of Winamp, VLC, foobar2000, Kodi and IPTV lists.
struct M3UFormat: InterchangeFormat {
  /// Whether the format is M3U8, which is in UTF-8.
  private let isUTF8: Bool

  init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

  var name: String { isUTF8 ? "m3u8" : "m3u" }
  var title: String { isUTF8 ? "M3U8" : "M3U" }
  var fileExtensions: [String] { isUTF8 ? ["m3u8"] : ["m3u", "vlc", "ram"] }

  var capabilities: Capabilities {
    Capabilities([
      .key(.name): .full,
      .key(.episodes): .full,
      .entry(.location): .full,
      .entry(.title): .full,
      .entry(.artist): .full,
      .entry(.album): .full,
      .entry(.genre): .partial("on reading"),
      .entry(.duration): .partial("whole seconds"),
      .entry(.image): .partial("on reading"),
    ])
  }

  /// Returns whether the content begins like an M3U file, or may be a simple list of paths.
  func recognizes(_ start: FormatSample) -> Recognition {
    let text = start.text
    if text.hasPrefix("#extm3u") || text.hasPrefix("#extinf") { return .certain }
    if text.contains("\n#extinf:") || text.contains("\r#extinf:") { return .certain }
    guard !["<", "{", "["].contains(where: text.hasPrefix), !text.contains("\0") else { return .no }
    return text.split(whereSeparator: \.isNewline).contains(where: Self.mayBeLocation) ? .possible : .no
  }

  /// Returns whether a line may be the path of a sound or an address. Any text could be read as a list of paths without extensions.
  private static func mayBeLocation(_ line: Substring) -> Bool {
    guard !line.contains("://") else { return true }
    guard let dot = line.lastIndex(of: ".") else { return false }
    let ending = line[line.index(after: dot)...]
    return (2...5).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      && ending.contains(where: \.isLetter)
  }

  func read(_ bytes: [UInt8]) -> InterchangeReading {
    var reader = M3UReader()
    return reader.read(bytes)
  }

  /// Writes all playlists of a document in UTF-8. M3U files declare this encoding.
  func write(_ document: InterchangeDocument) -> [UInt8] {
    var writer = M3UWriter(declaresEncoding: !isUTF8)
    for playlist in document.playlists { writer.write(playlist) }
    return writer.bytes
  }

  /// Returns the titles and addresses that do not fit on one line, and artists and titles that would be separated in another way.
  func particularLosses(of playlist: InterchangePlaylist) -> [Loss] { losses(ofLinesIn: playlist) }
}

/// A writer of extended M3U files in UTF-8.
struct M3UWriter {
  private(set) var bytes: [UInt8] = Array("#EXTM3U\n".utf8)

  /// Makes a writer.
  ///
  /// - Parameter declaresEncoding: Whether to declare UTF-8, which programs do not expect in `.m3u` files.
  init(declaresEncoding: Bool) {
    if declaresEncoding { line("#EXTENC:UTF-8") }
  }

  mutating func write(_ playlist: InterchangePlaylist) {
    if let name = playlist.name { line("#PLAYLIST:\(name)") }
    for entry in playlist.entries { write(entry) }
  }

  private mutating func write(_ entry: InterchangeEntry) {
    guard let location = entry.locations.first, location.fitsOnLine else { return }
    line("#EXTINF:\(entry.wholeSeconds ?? -1),\(entry.titleLine)")
    if let album = entry.album { line("#EXTALB:\(album)") }
    // A path that begins with `#` would be a directive.
    line(location.utf8.first == UInt8(ascii: "#") ? "./\(location)" : location)
  }

  private mutating func line(_ text: String) {
    bytes += text.onOneLine.utf8
    bytes.append(0x0A)
  }
}
