/// A reader of PLS files. Keys can have any case and order, and numbers can have gaps.
struct PLSReader {
  private var reading = InterchangeReading()
  private var entries: [Int: InterchangeEntry] = [:]
  private var name: String?
  private var announced: Int?
  private var hasLegacyLine = false
  /// The numbers of lines with other keys.
  private var unsupported: [String: Int] = [:]
  private static let mostUnsupported = 20

  init() {}

  /// Reads a file.
  mutating func read(_ bytes: [UInt8]) -> InterchangeReading {
    let source = TextDecoding.source(of: bytes)
    var isInPlaylist = true
    for line in TextLines(source.bytes) {
      let content = line.bytes.trimmed
      guard let first = content.first, first != UInt8(ascii: ";"), first != UInt8(ascii: "#") else { continue }
      if first == UInt8(ascii: "[") {
        isInPlaylist = content.hasPrefix("[playlist]")
      } else if isInPlaylist {
        readLine(content, line.number)
      }
    }
    return finished()
  }

  private mutating func readLine(_ content: ArraySlice<UInt8>, _ line: Int) {
    guard let equals = content.firstIndex(of: UInt8(ascii: "=")) else {
      reading.report(
        InterchangeDiagnostic(.warning, "expected `Key=value`; the line is ignored", line: line, isLoss: true))
      return
    }
    let key = content[..<equals].trimmed
    let (text, isLegacy) = TextDecoding.text(of: content[(equals + 1)...].trimmed)
    if isLegacy, !hasLegacyLine {
      hasLegacyLine = true
      reading.report(
        InterchangeDiagnostic(
          .warning, "this line is not UTF-8; such lines are read as Windows-1252", line: line))
    }
    readValue(key, text.onOneLine.trimmed, line)
  }

  private mutating func readValue(_ key: ArraySlice<UInt8>, _ value: String, _ line: Int) {
    let digits = key.reversed().prefix(while: \.isDigit).count
    let word = String(decoding: key.dropLast(digits).map(\.lowercased), as: UTF8.self)
    let number = Int(String(decoding: key.suffix(digits), as: UTF8.self))
    switch (word, number) {
    case ("file", let number?):
      guard !value.isEmpty else { return }
      if entries[number]?.locations.isEmpty == false {
        reading.report(
          InterchangeDiagnostic(
            .warning, "`File\(number)` is repeated; the last value is used", line: line, isLoss: true))
      }
      entries[number, default: InterchangeEntry()].locations = [value]
      entries[number]?.line = line
    case ("title", let number?):
      let information = M3UInformation("-1,\(value)")
      entries[number, default: InterchangeEntry()].artist = information.artist
      entries[number]?.title = information.title
    case ("length", let number?):
      guard let seconds = Double(value), seconds.isFinite, seconds > 0 else { return }
      entries[number, default: InterchangeEntry()].duration = seconds
    case ("numberofentries", nil): announced = Int(value)
    case ("x-gnome-title", nil), ("playlistname", nil), ("playlisttitle", nil): name = value.nonEmpty
    case ("version", nil): break
    default: lose(word.onOneLine)
    }
  }

  private mutating func lose(_ key: String) {
    if unsupported[key] != nil || unsupported.count < Self.mostUnsupported { unsupported[key, default: 0] += 1 }
  }

  private mutating func finished() -> InterchangeReading {
    var playlist = InterchangePlaylist(name: name)
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
    for (key, count) in unsupported.sorted(by: { $0.key < $1.key }) {
      let part = "key \(key) in \(count == 1 ? "1 line" : "\(count) lines")"
      reading.losses.append(Loss(.element(part), of: playlist.label, "playlist files have no key for it"))
    }
    reading.document = InterchangeDocument(playlists: [playlist])
    return reading
  }
}
