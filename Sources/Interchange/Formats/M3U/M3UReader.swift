/// A reader of M3U files.
struct M3UReader {
  private var playlist = InterchangePlaylist()
  private var reading = InterchangeReading()
  /// The values that directives have set for the next entry.
  private var pending = InterchangeEntry()
  private var isPending = false
  /// Whether the next line can be the path of the picture that `#EXTIMG` names by a word.
  private var isBeforeImage = false
  private var albumValues = M3UAlbumValues()
  private var group: String?
  private var hasLegacyLine = false
  /// The encoding that `#EXTENC` declares.
  private var declaredEncoding: String?
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
    if let kind = DocumentKind.name(of: source.bytes) { return .refused("this is \(kind), not a playlist", line: 0) }
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
    endImage()
    for directive in albumValues.apply(to: &playlist.entries) { unsupported.add(directive) }
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
      reading.report(.legacyLine(line, declared: declaredEncoding))
    }
    return text
  }

  private mutating func readEntry(_ content: ArraySlice<UInt8>, _ line: Int) {
    let location = text(content, line).onOneLine.trimmed
    guard !location.isEmpty else { return }
    if isBeforeImage, Self.isPicture(location) {
      isBeforeImage = false
      return setImage(location)
    }
    endImage()
    pending.locations = [location]
    pending.line = line
    mendFileName()
    if pending.genre == nil { pending.genre = group }
    albumValues.finishEntry(playlist.entries.count)
    playlist.entries.append(pending)
    resetPending()
  }

  /// Mends an artist and a title that are the name of the file, taken apart at a dash: `01 - Prologue.mp3` is by nobody called `01`.
  /// Programs write it if they know no title.
  private mutating func mendFileName() {
    let location = Location(pending.locations[0])
    guard let artist = pending.artist, let title = pending.title,
      [location.fileName, location.fileStem].contains("\(artist) - \(title)")
    else { return }
    pending.title = String(Location.withoutExtension(title[...]))
    if GenericNames.contain(artist) { pending.artist = nil }
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
    case "#extimg":
      endImage()
      if Self.isImage(value) { setImage(value) } else { isBeforeImage = true }
    case "#extbin": warn("binary data in the list is ignored", line)
    case "#extm3u": for (name, _) in M3UInformation(value).attributes { unsupported.add("attribute \(name)") }
    case "#extenc": declaredEncoding = value.nonEmpty
    default: unsupported.add(name.uppercased())
    }
  }

  private mutating func readName(_ value: String) {
    guard let name = value.nonEmpty, name != playlist.name else { return }
    if playlist.name == nil { playlist.name = name } else { unsupported.add("a second name") }
  }

  private mutating func reportLostTitle(_ value: String, _ attribute: String) {
    if value != pending.title, value != pending.display { unsupported.add("attribute \(attribute)") }
  }

  /// Whether the first entry has not begun.
  private var isHead: Bool { playlist.entries.isEmpty && !isPending }

  /// Notes an `#EXTIMG` whose picture did not follow.
  private mutating func endImage() {
    if isBeforeImage { unsupported.add("#EXTIMG") }
    isBeforeImage = false
  }

  /// Returns whether the value of a directive is an address or a path rather than a word such as `front cover`.
  private static func isImage(_ value: String) -> Bool { value.contains(".") || value.contains("/") }

  /// Returns whether a line is the address or the path of a picture.
  private static func isPicture(_ location: String) -> Bool {
    let fileExtension = Location(location).fileName.flatMap(InterchangeFormats.fileExtension)
    return fileExtension.map { pictureExtensions.contains($0.lowercased()) } ?? false
  }

  private static let pictureExtensions: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "gif", "webp", "bmp", "tif", "tiff", "svg", "avif", "heic", "ico",
  ]

  private mutating func setImage(_ value: String) {
    if isHead { playlist.image = value } else { pending.image = value }
  }

  private mutating func readInformation(_ value: String, _ line: Int) {
    endImage()
    if isPending {
      warn("the `#EXTINF` before this one has no address", line)
      // Its values, and those of the directives after it, belong to no entry.
      resetPending()
      albumValues.dropNext()
    }
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
      case "artist" where value != information.artist:
        // The text before the dash is then a part of the title.
        pending.artist = value
        if information.artist != nil { pending.title = information.title(by: value) }
      case "artist": break
      case "album": pending.album = value
      case "title", "tvg-name": if pending.title == nil { pending.title = value } else { reportLostTitle(value, name) }
      case "guid": pending.guid = value
      default: unsupported.add("attribute \(name)")
      }
    }
  }
}
