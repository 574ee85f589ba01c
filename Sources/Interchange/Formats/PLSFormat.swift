internal import MixtapeModel

/// PLS, versions 1 and 2: an INI file with numbered keys.
struct PLSFormat: InterchangeFormat {
  var name: String { "pls" }
  var title: String { "PLS" }
  var fileExtensions: [String] { ["pls"] }

  var capabilities: Capabilities {
    Capabilities([
      .key(.name): .partial("as `X-GNOME-Title`"),
      .key(.episodes): .full,
      .entry(.location): .full,
      .entry(.title): .full,
      .entry(.artist): .full,
      .entry(.duration): .partial("whole seconds"),
    ])
  }

  /// Returns whether the content has the header of a PLS file.
  func recognizes(_ start: FormatSample) -> Recognition {
    if start.text.trimmed.hasPrefix("[playlist]") { return .certain }
    return start.text.contains("file1=") || start.text.contains("numberofentries") ? .possible : .no
  }

  func read(_ bytes: [UInt8]) -> InterchangeReading {
    var reader = PLSReader()
    return reader.read(bytes)
  }

  /// Writes the playlists of a document as one list of version 2.
  func write(_ document: InterchangeDocument) -> [UInt8] {
    var text = "[playlist]\n"
    if let name = document.playlists.first?.name { text += "X-GNOME-Title=\(name.onOneLine)\n" }
    var number = 0
    for entry in document.playlists.flatMap(\.entries) {
      guard let location = entry.locations.first, location.fitsOnLine else { continue }
      number += 1
      text += "File\(number)=\(location)\n"
      if let title = entry.titleLine.nonEmpty { text += "Title\(number)=\(title.onOneLine)\n" }
      text += "Length\(number)=\(entry.wholeSeconds ?? -1)\n"
    }
    return Array((text + "NumberOfEntries=\(number)\nVersion=2\n").utf8)
  }

  /// Returns the titles and addresses that do not fit on one line, and artists and titles that would be separated in another way.
  func particularLosses(of playlist: InterchangePlaylist) -> [Loss] { losses(ofLinesIn: playlist) }
}

/// A reader of PLS files. Keys can have any case and order, and numbers can have gaps.
struct PLSReader {
  private var reading = InterchangeReading()
  private var entries: [Int: InterchangeEntry] = [:]
  /// The titles as they are written, by number.
  private var titles: [Int: String] = [:]
  /// The numbers of the files in quotes. Some programs write all values so.
  private var quoted: Set<Int> = []
  private var name: String?
  private var announced: Int?
  private var decoder = LineDecoder()
  /// Whether the file has the header or an entry of a list.
  private var isList = false
  /// The comments, the lines of other sections, and the other keys.
  private var unsupported = CountedParts()

  /// Reads a file.
  mutating func read(_ bytes: [UInt8]) -> InterchangeReading {
    let source = TextDecoding.source(of: bytes)
    if let kind = DocumentKind.name(of: source) { return .refused("this is \(kind), not a playlist") }
    var isInPlaylist = true
    for line in TextLines(source) {
      let content = line.bytes.trimmed
      switch content.first {
      case nil: break
      case UInt8(ascii: ";"), UInt8(ascii: "#"): unsupported.add("comments")
      case UInt8(ascii: "["):
        isInPlaylist = content.hasPrefix("[playlist]")
        if isInPlaylist { isList = true }
      default: if isInPlaylist { readLine(content, line.number) } else { unsupported.add("other sections") }
      }
    }
    guard isList else { return .refused("this is not PLS: there is neither `[playlist]` nor `File1=`") }
    return finished()
  }

  private mutating func readLine(_ content: ArraySlice<UInt8>, _ line: Int) {
    guard let equals = content.firstIndex(of: UInt8(ascii: "=")) else {
      reading.report(
        InterchangeDiagnostic(.warning, "expected `Key=value`; the line is ignored", line: line, isLoss: true))
      return
    }
    let key = content[..<equals].trimmed
    let text = decoder.text(of: content[(equals + 1)...].trimmed, inLine: line, &reading)
    readValue(key, text.onOneLine.trimmed, line)
  }

  private mutating func readValue(_ key: ArraySlice<UInt8>, _ value: String, _ line: Int) {
    let digits = key.reversed().prefix(while: \.isDigit).count
    let word = String(decoding: key.dropLast(digits).map(\.lowercased), as: UTF8.self)
    let number = Int(String(decoding: key.suffix(digits), as: UTF8.self))
    switch (word, number) {
    case ("file", let number?):
      isList = true
      guard !value.isEmpty else { return }
      if entries[number]?.locations.isEmpty == false { warnOfRepetition("File\(number)", line) }
      let location = Self.withoutQuotes(value)
      if location != value { quoted.insert(number) } else { quoted.remove(number) }
      entries[number, default: InterchangeEntry()].locations = [location]
      entries[number]?.line = line
    case ("title", let number?):
      guard !value.isEmpty else { return }
      if titles[number] != nil { warnOfRepetition("Title\(number)", line) }
      titles[number] = value
    case ("length", let number?):
      guard !value.isEmpty else { return }
      guard let seconds = Double(plain: Self.withoutQuotes(value)) else {
        reading.report(
          InterchangeDiagnostic(.warning, "`Length\(number)` is not a number", line: line, isLoss: true))
        return
      }
      guard seconds > 0 else { return }
      if entries[number]?.duration != nil { warnOfRepetition("Length\(number)", line) }
      entries[number, default: InterchangeEntry()].duration = seconds
    case ("numberofentries", nil): announced = Int(value)
    case ("x-gnome-title", nil), ("playlistname", nil), ("playlisttitle", nil):
      guard let text = value.nonEmpty, text != name else { return }
      if name != nil { warnOfRepetition(String(decoding: key, as: UTF8.self), line) }
      name = text
    case ("version", nil): break
    default: unsupported.add("key \(word.onOneLine)")
    }
  }

  private mutating func warnOfRepetition(_ key: String, _ line: Int) {
    reading.report(
      InterchangeDiagnostic(
        .warning, "`\(key.onOneLine)` is repeated; the last value is used", line: line, isLoss: true))
  }

  /// Returns a value without the quotes around it.
  private static func withoutQuotes(_ value: String) -> String {
    guard let first = value.first, "\"'".contains(first), value.count > 2, value.last == first else { return value }
    return String(value.dropFirst().dropLast()).trimmed
  }

  /// Gives the entries their titles. The title of a song can have quotes, so they are removed only with those of its file.
  private mutating func addTitles() {
    for (number, title) in titles {
      let names = ArtistAndTitle(quoted.contains(number) ? Self.withoutQuotes(title) : title)
      entries[number, default: InterchangeEntry()].artist = names.artist
      entries[number]?.title = names.title
    }
  }

  private mutating func finished() -> InterchangeReading {
    addTitles()
    var playlist = InterchangePlaylist(name: quoted.isEmpty ? name : name.map(Self.withoutQuotes))
    for (number, entry) in entries.sorted(by: { $0.key < $1.key }) {
      if entry.locations.isEmpty {
        reading.report(
          InterchangeDiagnostic(.warning, "entry \(number) has no `File\(number)` and is ignored", isLoss: true))
      } else {
        playlist.entries.append(entry)
      }
    }
    if let announced, announced != playlist.entries.count {
      let count = playlist.entries.count
      reading.report(
        InterchangeDiagnostic(
          .warning, "`NumberOfEntries` is \(announced), but there \(count == 1 ? "is 1 entry" : "are \(count) entries")"
        ))
    }
    reading.losses += unsupported.losses(of: playlist.label, in: "line")
    reading.document = InterchangeDocument(playlists: [playlist])
    return reading
  }
}
