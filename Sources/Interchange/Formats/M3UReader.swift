internal import MixtapeModel

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
  private var decoder = LineDecoder()
  /// The encoding that `#EXTENC` declares.
  private var declaredEncoding: String?
  /// The comments, and the directives and attributes that no key supports.
  private var unsupported = CountedParts()

  /// The maximum length of a line in bytes: more than any address or title needs.
  private static let longestLine = 1 << 20

  /// Reads a file.
  mutating func read(_ bytes: [UInt8]) -> InterchangeReading {
    let source = TextDecoding.source(of: bytes)
    // Some programs fill the end of a file with zeros.
    let end = source.lastIndex { $0 != 0 } ?? source.endIndex
    guard !source[..<end].contains(0) else { return .refused("this is binary data, not a playlist") }
    if let kind = DocumentKind.name(of: source) { return .refused("this is \(kind), not a playlist") }
    for line in TextLines(source) {
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
    decoder.text(of: bytes, inLine: line, declared: declaredEncoding, &reading)
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
    if isHead { playlist.lostParts.append("image") } else { pending.image = value }
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

/// The content of an `#EXTINF` directive: `123 key="value",Artist - Title`.
struct M3UInformation {
  /// The playing time in seconds; `nil` if it is missing, and negative if it is unknown.
  let duration: Double?
  /// The attributes, by names in lower case.
  let attributes: [(name: String, value: String)]
  /// The text before the comma that is neither the playing time nor an attribute.
  let ignored: String?
  /// The text after the comma: artist and title.
  let display: String
  /// The text before the first dash between spaces.
  let artist: String?
  /// The text after that dash, or the whole text.
  let title: String?

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var scanner = Scanner(bytes)
    duration = scanner.seconds()
    attributes = scanner.attributes()
    let (ignored, rest) = scanner.textAfterComma()
    self.ignored = ignored
    display = rest
    let names = ArtistAndTitle(rest)
    (artist, title) = (names.artist, names.title)
  }

  /// Returns the title in the text of a directive whose artist is known: the part after the artist, or the whole text.
  func title(by artist: String) -> String? {
    display.hasPrefix("\(artist) - ") ? String(display.dropFirst(artist.count + 3)).trimmed.nonEmpty : display.nonEmpty
  }

  private struct Scanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
      while byte == 0x20 || byte == 0x09 { position += 1 }
    }

    /// Returns the number of seconds at the start, which may have a sign and a fraction. Some programs write `1:23`.
    mutating func seconds() -> Double? {
      skipBlanks()
      let start = position
      while let byte, byte.isDigit || "+-.:".utf8.contains(byte) { position += 1 }
      let seconds = Self.seconds(String(decoding: bytes[start..<position], as: UTF8.self))
      // Even after an invalid number, the title begins after the comma.
      if seconds == nil { position = start }
      return seconds
    }

    private static func seconds(_ text: String) -> Double? {
      if let seconds = Double(plain: text) { return abs(seconds) < longest ? seconds : nil }
      let isSigned = text.first.map("+-".contains) == true
      guard let time = ClockTime(isSigned ? text.dropFirst() : text[...]), time.numbers.count <= 3,
        time.seconds < longest
      else { return nil }
      return text.hasPrefix("-") ? -time.seconds : time.seconds
    }

    private static let longest = 1e12

    /// Returns `name="value"` pairs, up to the first other text.
    mutating func attributes() -> [(name: String, value: String)] {
      var attributes: [(name: String, value: String)] = []
      while true {
        skipBlanks()
        let start = position
        while let byte, byte.isLetter || byte.isDigit || "-_.".utf8.contains(byte) { position += 1 }
        let name = String(decoding: bytes[start..<position].map(\.lowercased), as: UTF8.self)
        guard !name.isEmpty, byte == UInt8(ascii: "="), let value = value() else {
          position = start
          return attributes
        }
        attributes.append((name, value))
      }
    }

    private mutating func value() -> String? {
      position += 1
      let quote = byte
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        let start = position
        while let byte, byte != 0x20, byte != UInt8(ascii: ",") { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
      }
      position += 1
      let start = position
      while let byte, byte != quote { position += 1 }
      guard byte == quote else { return nil }
      defer { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Returns the text before the next comma, if there is any, and the text after it; the rest without a comma. After
    /// unreadable attributes, the comma is the first one after the last quote.
    func textAfterComma() -> (ignored: String?, text: String) {
      let rest = bytes[position...]
      let hasAttributes =
        byte != UInt8(ascii: ",")
        && zip(rest, rest.dropFirst()).contains { $0 == UInt8(ascii: "=") && $1 == UInt8(ascii: "\"") }
      let quote = hasAttributes ? rest.lastIndex(of: UInt8(ascii: "\"")) : nil
      let afterQuote = quote.flatMap { bytes[$0...].firstIndex(of: UInt8(ascii: ",")) }
      guard let comma = afterQuote ?? rest.firstIndex(of: UInt8(ascii: ",")) else {
        return (nil, String(decoding: rest, as: UTF8.self).trimmed)
      }
      let ignored = String(decoding: rest[..<comma], as: UTF8.self).trimmed.nonEmpty
      return (ignored, String(decoding: bytes[(comma + 1)...], as: UTF8.self).trimmed)
    }
  }
}

/// The directives for artist, album and genre. Some programs write them once for the whole list, others before each
/// entry. So a value applies to all entries if it occurs only at the top.
struct M3UAlbumValues {
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

  /// Drops the values for the next entry.
  mutating func dropNext() { next = Values() }

  mutating func finishEntry(_ index: Int) {
    guard next.artist != nil || next.album != nil || next.genre != nil else { return }
    stated[index] = next
    next = Values()
  }

  /// Gives the values to the entries. Entries keep an artist and an album of their own, because an album can have several artists.
  ///
  /// - Returns: The directives whose values no entry has, once for each.
  func apply(to entries: inout [InterchangeEntry]) -> [String] {
    guard !entries.isEmpty else { return [] }
    let artists = apply(\.artist, to: &entries) { entry, artist in
      if let own = entry.artist { return own == artist }
      if let title = entry.title, title.hasPrefix("\(artist) - ") {
        entry.title = String(title.dropFirst(artist.count + 3))
      }
      entry.artist = artist
      return true
    }
    let albums = apply(\.album, to: &entries) { entry, album in
      entry.album = entry.album ?? album
      return entry.album == album
    }
    let genres = apply(\.genre, to: &entries) { entry, genre in
      entry.genre = genre
      return true
    }
    return [("#EXTART", artists), ("#EXTALB", albums), ("#EXTGENRE", genres)].flatMap {
      repeatElement($0.0, count: $0.1)
    }
  }

  /// Gives a value to the entries.
  ///
  /// - Parameter take: Gives it to an entry, and returns whether the entry has it then.
  /// - Returns: The number of values that no entry has.
  private func apply(
    _ value: KeyPath<Values, String?>, to entries: inout [InterchangeEntry],
    _ take: (inout InterchangeEntry, String) -> Bool
  ) -> Int {
    let isStatedLater = stated.contains { $0.value[keyPath: value] != nil }
    var lost = 0
    if let text = head[keyPath: value] {
      let reach = isStatedLater ? entries.indices.prefix(1) : entries.indices[...]
      let takers = reach.count { take(&entries[$0], text) }
      if takers == 0 { lost += 1 }
    }
    for (index, values) in stated {
      if let text = values[keyPath: value], !take(&entries[index], text) { lost += 1 }
    }
    return lost
  }
}
