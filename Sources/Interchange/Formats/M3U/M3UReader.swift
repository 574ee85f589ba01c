/// A reader of M3U files.
struct M3UReader {
  private var playlist = InterchangePlaylist()
  private var reading = InterchangeReading()
  /// The values that directives have set for the next entry.
  private var pending = InterchangeEntry()
  private var isPending = false
  /// Whether the next line is the path of the picture that `#EXTIMG` names by a word.
  private var isBeforeImage = false
  private var albumValues = M3UAlbumValues()
  private var group: String?
  private var hasLegacyLine = false
  /// The comments, and the directives and attributes that no key supports.
  private var unsupported = CountedParts()

  init() {}

  /// The maximum length of a line in bytes: more than any address or title needs.
  private static let longestLine = 1 << 20

  /// Reads a file.
  mutating func read(_ bytes: [UInt8]) -> InterchangeReading {
    let source = TextDecoding.source(of: bytes)
    // Some programs fill the end of a file with zeros.
    let end = source.bytes.lastIndex { $0 != 0 } ?? source.bytes.endIndex
    guard !source.bytes[..<end].contains(0) else { return .refused("this is binary data, not a playlist", line: 0) }
    for line in TextLines(source.bytes) {
      guard line.bytes.count <= Self.longestLine else {
        return .refused("the line is longer than \(Self.longestLine) bytes", line: line.number)
      }
      let content = line.bytes.trimmed
      guard let first = content.first else { continue }
      if first == UInt8(ascii: "#") {
        if content.hasPrefix("#EXT-X-") {
          return .refused(
            "this is an HLS playlist: segments of one stream, not a list of episodes", line: line.number)
        }
        readDirective(content, line.number)
      } else {
        readEntry(content, line.number)
      }
    }
    albumValues.apply(to: &playlist.entries)
    if isPending { warn("the last `#EXTINF` has no address after it", pending.line) }
    reading.losses += unsupported.losses(of: playlist.label, in: "line")
    reading.document = InterchangeDocument(playlists: [playlist])
    return reading
  }

  private mutating func warn(_ message: String, _ line: Int) {
    reading.report(InterchangeDiagnostic(.warning, message, line: line, isLoss: true))
  }

  private mutating func text(_ bytes: ArraySlice<UInt8>, _ line: Int) -> String {
    let (text, isLegacy) = TextDecoding.text(of: bytes)
    if isLegacy, !hasLegacyLine {
      hasLegacyLine = true
      reading.report(.legacyLine(line))
    }
    return text
  }

  private mutating func readEntry(_ content: ArraySlice<UInt8>, _ line: Int) {
    let location = text(content, line).onOneLine.trimmed
    guard !location.isEmpty else { return }
    if isBeforeImage {
      isBeforeImage = false
      return setImage(location)
    }
    pending.locations = [location]
    pending.line = line
    if pending.genre == nil { pending.genre = group }
    albumValues.finishEntry(playlist.entries.count)
    playlist.entries.append(pending)
    resetPending()
  }

  private mutating func resetPending() {
    pending = InterchangeEntry()
    isPending = false
  }

  private mutating func readDirective(_ content: ArraySlice<UInt8>, _ line: Int) {
    guard content.hasPrefix("#EXT") || content.hasPrefix("#PLAYLIST:") else {
      if content.count > 1, !ExportMark.isMark(content) { unsupported.add("comments") }
      return
    }
    let directive = content.prefix { $0 != UInt8(ascii: ":") && $0 != 0x20 && $0 != 0x09 }
    let rest = content[directive.endIndex...].trimmed
    let value = text((rest.first == UInt8(ascii: ":") ? rest.dropFirst() : rest).trimmed, line).onOneLine
    let name = String(decoding: directive.map(\.lowercased), as: UTF8.self)
    switch name {
    case "#extinf": readInformation(value, line)
    case "#playlist": readName(value)
    case "#extalb": albumValues.set(\.album, value, at: playlist.entries.count, isHead: isHead)
    case "#extart": albumValues.set(\.artist, value, at: playlist.entries.count, isHead: isHead)
    case "#extgenre": albumValues.set(\.genre, value, at: playlist.entries.count, isHead: isHead)
    case "#extgrp": group = value.nonEmpty
    case "#extimg": if Self.isImage(value) { setImage(value) } else { isBeforeImage = true }
    case "#extbin": warn("binary data in the list is ignored", line)
    case "#extm3u": for (name, _) in M3UInformation(value).attributes { unsupported.add("attribute \(name)") }
    case "#extenc": break
    default: unsupported.add(name.uppercased())
    }
  }

  private mutating func readName(_ value: String) {
    guard let name = value.nonEmpty, name != playlist.name else { return }
    if playlist.name == nil { playlist.name = name } else { unsupported.add("a second name") }
  }

  private mutating func loseTitle(_ value: String, _ attribute: String) {
    if value != pending.title, value != pending.display { unsupported.add("attribute \(attribute)") }
  }

  /// Whether the first entry has not begun.
  private var isHead: Bool { playlist.entries.isEmpty && !isPending }

  /// Returns whether the value of a directive is an address or a path rather than a word such as `front cover`.
  private static func isImage(_ value: String) -> Bool { value.contains(".") || value.contains("/") }

  private mutating func setImage(_ value: String) {
    if isHead { playlist.image = value } else { pending.image = value }
  }

  private mutating func readInformation(_ value: String, _ line: Int) {
    if isPending { warn("the `#EXTINF` before this one has no address", line) }
    let information = M3UInformation(value)
    if let ignored = information.ignored { warn("\"\(ignored)\" in `#EXTINF` is ignored", line) }
    isPending = true
    pending.line = line
    if let duration = information.duration, duration >= 0 { pending.duration = duration }
    (pending.artist, pending.title) = (information.artist, information.title)
    for (name, value) in information.attributes where !value.isEmpty {
      switch name {
      case "tvg-logo", "logo", "image", "cover": pending.image = value
      case "group-title", "genre": pending.genre = value
      case "artist": pending.artist = value
      case "album": pending.album = value
      case "title", "tvg-name": if pending.title == nil { pending.title = value } else { loseTitle(value, name) }
      case "guid": pending.guid = value
      default: unsupported.add("attribute \(name)")
      }
    }
  }
}

/// The directives for artist, album and genre. Some programs write them once for the whole list, others before each
/// entry. So a value applies to all entries if it occurs only at the top.
private struct M3UAlbumValues {
  struct Values {
    var artist, album, genre: String?
  }

  private var head = Values()
  private var stated: [Int: Values] = [:]
  private var next = Values()

  mutating func set(_ value: WritableKeyPath<Values, String?>, _ text: String, at index: Int, isHead: Bool) {
    guard !text.isEmpty else { return }
    if isHead { head[keyPath: value] = text } else { next[keyPath: value] = text }
  }

  mutating func finishEntry(_ index: Int) {
    guard next.artist != nil || next.album != nil || next.genre != nil else { return }
    stated[index] = next
    next = Values()
  }

  func apply(to entries: inout [InterchangeEntry]) {
    guard !entries.isEmpty else { return }
    apply(\.artist, to: &entries) { entry, artist in
      if let title = entry.title, entry.artist == nil, title.hasPrefix("\(artist) - ") {
        entry.title = String(title.dropFirst(artist.count + 3))
      }
      entry.artist = artist
    }
    apply(\.album, to: &entries) { $0.album = $1 }
    apply(\.genre, to: &entries) { $0.genre = $1 }
  }

  private func apply(
    _ value: KeyPath<Values, String?>, to entries: inout [InterchangeEntry],
    _ set: (inout InterchangeEntry, String) -> Void
  ) {
    let isStatedLater = stated.contains { $0.value[keyPath: value] != nil }
    if let text = head[keyPath: value] {
      // Tracks keep their own artist: an album can have several.
      let reach = isStatedLater ? entries.indices.prefix(1) : entries.indices[...]
      for index in reach where value != \.artist || entries[index].artist == nil { set(&entries[index], text) }
    }
    for (index, values) in stated {
      if let text = values[keyPath: value] { set(&entries[index], text) }
    }
  }
}
