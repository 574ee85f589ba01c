internal import MixtapeModel

extension SmartRule {
  /// The rule as iTunes shows it, for reports and comments: `Comments contains "live"`.
  var text: String {
    let field = Self.names[fieldNumber] ?? "field \(fieldNumber)"
    switch operation {
    case 0x02: return "\(field) \(isNegative ? "does not contain" : "contains") \(value(at: 0))"
    case 0x04: return "\(field) \(isNegative ? "does not begin with" : "begins with") \(value(at: 0))"
    case 0x08: return "\(field) \(isNegative ? "does not end with" : "ends with") \(value(at: 0))"
    case 0x10: return "\(field) \(verb) greater than \(value(at: 0))"
    case 0x20: return "\(field) \(verb) at least \(value(at: 0))"
    case 0x40: return "\(field) \(verb) less than \(value(at: 0))"
    case 0x80: return "\(field) \(verb) at most \(value(at: 0))"
    case 0x100: return "\(field) \(verb) in the range \(value(at: 0)) to \(value(at: 24))"
    case 0x200: return "\(field) \(verb) in the last \(span)"
    case 0x01, 0x400: return "\(field) \(verb) \(value(at: 0))"
    default: return "\(field) \(verb) \(value(at: 0)) (operator \(operation))"
    }
  }

  private var verb: String { isNegative ? "is not" : "is" }

  private func value(at offset: Int) -> String {
    if isText { return "\"\(argumentText)\"" }
    guard let number = argument.number64(at: offset) else { return "unknown" }
    switch fieldNumber {
    case 0x0A, 0x10, 0x17, 0x45: return day(at: offset)?.description ?? "unknown"
    case 0x19, 0x5A:
      let stars = Double(number) / 20
      return "\(Int(exactly: stars).map(String.init) ?? "\(stars)") stars"
    case 0x1D, 0x1F, 0x25, 0x29, 0x39: return number == 0 ? "false" : "true"
    case 0x28: return String(number, radix: 16, uppercase: true)
    case 0x3C: return Self.mediaKinds[number] ?? "\(number)"
    case 0x85: return [0x01: "Computer", 0x10: "iCloud"][number] ?? "\(number)"
    case 0x9A: return [0x00: "None", 0x02: "Loved", 0x03: "Disliked"][number] ?? "\(number)"
    default: return String(Int64(bitPattern: number))
    }
  }

  /// The span of `in the last`: a negative number of units, whose lengths are in seconds.
  private var span: String {
    guard let bits = argument.number64(at: 8), let unit = argument.number64(at: 16) else { return "unknown" }
    let count = Int64(bitPattern: bits).magnitude
    return Self.units[unit].map { "\(count) \($0)" } ?? "\(count) × \(unit) seconds"
  }

  private static let units: [UInt64: String] = [
    1: "seconds", 60: "minutes", 3600: "hours", 86_400: "days", 604_800: "weeks", 2_628_000: "months",
  ]

  private static let mediaKinds: [UInt64: String] = [
    0x01: "Music", 0x02: "Movie", 0x04: "Podcast", 0x08: "Audiobook", 0x20: "Music Video", 0x40: "TV Show",
    0x400: "Home Video", 0x10000: "iTunes Extras", 0x10_0000: "Voice Memo", 0x20_0000: "iTunes U", 0xC0_0000: "Book",
  ]

  /// The names of fields in iTunes.
  private static let names: [UInt32: String] = [
    0x02: "Name", 0x03: "Album", 0x04: "Artist", 0x05: "Bit Rate", 0x06: "Sample Rate", 0x07: "Year", 0x08: "Genre",
    0x09: "Kind", 0x0A: "Date Modified", 0x0B: "Track Number", 0x0C: "Size", 0x0D: "Time", 0x0E: "Comments",
    0x10: "Date Added", 0x12: "Composer", 0x16: "Plays", 0x17: "Last Played", 0x18: "Disc Number", 0x19: "Rating",
    0x1D: "Checked", 0x1F: "Compilation", 0x23: "BPM", 0x25: "Album Artwork", 0x27: "Grouping", 0x28: "Playlist",
    0x29: "Purchased", 0x36: "Description", 0x37: "Category", 0x39: "Podcast", 0x3C: "Media Kind", 0x3E: "Show",
    0x3F: "Season", 0x44: "Skips", 0x45: "Last Skipped", 0x47: "Album Artist", 0x4E: "Sort Name", 0x4F: "Sort Album",
    0x51: "Sort Album Artist", 0x52: "Sort Composer", 0x53: "Sort Show", 0x59: "Video Rating", 0x5A: "Album Rating",
    0x85: "Location", 0x86: "iCloud Status", 0x9A: "Love",
  ]
}
