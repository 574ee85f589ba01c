internal import MixtapeModel

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
    let duration = entry.duration.flatMap { Int(exactly: $0.rounded()) } ?? -1
    line("#EXTINF:\(duration),\(entry.titleLine)")
    if let album = entry.album { line("#EXTALB:\(album)") }
    // A path that begins with `#` would be a directive.
    line(location.utf8.first == UInt8(ascii: "#") ? "./\(location)" : location)
  }

  private mutating func line(_ text: String) {
    bytes += text.onOneLine.utf8
    bytes.append(0x0A)
  }
}
