internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A rule of iTunes.
struct SmartRule {
  /// A rule that cannot be converted.
  struct ConversionError: Error {
    let reason: String
  }

  let fieldNumber: UInt32
  let isText: Bool
  let isNegative: Bool
  let operation: UInt32
  let argument: BigEndianBytes
  private let playlists: [String: Playlist.ID]

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - action: The operator, with flags.
  ///   - playlists: The ids for playlists in rules, by persistent id.
  init(field: UInt32, action: UInt32, argument: BigEndianBytes, playlists: [String: Playlist.ID]) {
    fieldNumber = field
    isText = action & 0x0100_0000 != 0
    isNegative = action & 0x0200_0000 != 0
    operation = action & 0xFFFF
    self.argument = argument
    self.playlists = playlists
  }

  /// Whether the rule is a part of the filter of music that iTunes adds to smart playlists: the kind of medium is music, or in the
  /// sets that newer versions use, one with music and one of all but podcasts.
  var isOfMusic: Bool {
    guard fieldNumber == 0x3C else { return false }
    return switch operation {
    case 0x01: !isNegative && argument.number64(at: 0) == 0x01
    case 0x400: (isNegative ? [0x20_8004] : [0x01, 0x10_21B1]).contains(argument.number64(at: 0))
    default: false
    }
  }

  /// Whether the rule finds music videos, which the filter can include.
  var isOfMusicVideos: Bool {
    fieldNumber == 0x3C && [0x01, 0x400].contains(operation) && !isNegative && argument.number64(at: 0) == 0x20
  }

  /// The rule that finds music: albums, as podcasts are the other kind.
  static let isMusic = kind(.album)

  /// The converted rule.
  var rule: Rule {
    get throws(ConversionError) {
      if isOfMusic { return Self.isMusic }
      let positive = try positiveRule
      return isNegative ? .not(positive) : positive
    }
  }

  private var positiveRule: Rule {
    get throws(ConversionError) {
      switch fieldNumber {
      case 0x28: return .inPlaylist(try playlist)
      case 0x3C: return try mediaKind
      // Whether it is a podcast.
      case 0x39 where operation == 0x01:
        return argument.number64(at: 0) == 0 ? .not(Self.kind(.podcast)) : Self.kind(.podcast)
      default: break
      }
      guard let field = Self.fields[fieldNumber] else { throw ConversionError(reason: "Mixtape has no such field") }
      return switch field.valueType {
      case .text: try textRule(field)
      case .date: try dateRule(field)
      default: try numberRule(field)
      }
    }
  }

  private var mediaKind: Rule {
    get throws(ConversionError) {
      switch (operation, argument.number64(at: 0)) {
      case (0x01, 0x01), (0x400, 0x01): return Self.isMusic
      case (0x01, 0x04), (0x400, 0x04): return Self.kind(.podcast)
      default: throw ConversionError(reason: "Mixtape has only the kinds podcast and album")
      }
    }
  }

  private static func kind(_ kind: Podcast.Kind) -> Rule { .comparison(.kind(kind)) }

  private var playlist: Playlist.ID {
    get throws(ConversionError) {
      let number = argument.number64(at: 0) ?? 0
      guard let id = playlists[String(number, radix: 16, uppercase: true).paddedWithZeros(to: 16)] else {
        throw ConversionError(reason: "the file does not have this playlist")
      }
      return id
    }
  }

  private func unsupported(_ field: RuleField) -> ConversionError {
    ConversionError(reason: "`\(field.rawValue)` does not support this comparison")
  }

  private func comparison(_ field: RuleField, _ op: ConditionOperator, _ value: ConditionValue) throws(ConversionError)
    -> Rule
  {
    do throws(SmartPlaylistCondition.Mismatch) {
      return try ZeroValues.rule(try SmartPlaylistCondition(field: field, op: op, value: value))
    } catch {
      throw unsupported(field)
    }
  }

  // MARK: Text

  /// The argument of a rule about text.
  var argumentText: String {
    var units: [UInt16] = []
    var offset = 0
    while let high = argument.byte(at: offset), let low = argument.byte(at: offset + 1) {
      units.append(UInt16(high) << 8 | UInt16(low))
      offset += 2
    }
    return String(decoding: units, as: UTF16.self).onOneLine
  }

  private func textRule(_ field: RuleField) throws(ConversionError) -> Rule {
    let text = ConditionValue.text(argumentText)
    switch operation {
    case 0x01: return try comparison(field, .equals, text)
    case 0x02: return try comparison(field, .contains, text)
    case 0x04: return try comparison(field, .startsWith, text)
    case 0x08: return try comparison(field, .endsWith, text)
    default: throw unsupported(field)
    }
  }

  // MARK: Numbers

  private func number(at offset: Int, _ field: RuleField) throws(ConversionError) -> Quantity {
    guard let bits = argument.number64(at: offset) else { throw unsupported(field) }
    let whole = Double(Int64(bitPattern: bits))
    let number = field == .duration ? whole / 1000 : whole
    guard let quantity = Quantity(number, field == .duration ? .seconds : nil) else { throw unsupported(field) }
    return quantity
  }

  private func numberRule(_ field: RuleField) throws(ConversionError) -> Rule {
    if field == .rating { return try ratingRule }
    let value = try number(at: 0, field)
    switch operation {
    case 0x01: return try comparison(field, .equals, .number(value))
    case 0x10: return try comparison(field, .greaterThan, .number(value))
    case 0x20: return try comparison(field, .greaterThanOrEqual, .number(value))
    case 0x40: return try comparison(field, .lessThan, .number(value))
    case 0x80: return try comparison(field, .lessThanOrEqual, .number(value))
    case 0x100: return try comparison(field, .between, .numbers(value, try number(at: 24, field)))
    default: throw unsupported(field)
    }
  }

  // MARK: Ratings

  /// The rule about ratings. iTunes counts 20 for each star, and has half stars. Mixtape has whole stars, so a bound between two
  /// numbers of stars becomes the next number that the rule finds.
  private var ratingRule: Rule {
    get throws(ConversionError) {
      let stars = try stars(at: 0)
      let isWhole = stars == stars.rounded()
      switch operation {
      case 0x01:
        guard isWhole else { throw Self.halfStars }
        return try ratingRule(.equals, stars)
      case 0x10 where isWhole: return try ratingRule(.greaterThan, stars)
      case 0x10, 0x20: return try ratingRule(.greaterThanOrEqual, stars.rounded(.up))
      case 0x40 where isWhole: return try ratingRule(.lessThan, stars)
      case 0x40, 0x80: return try ratingRule(.lessThanOrEqual, stars.rounded(.down))
      case 0x100:
        let last = try self.stars(at: 24)
        guard stars.rounded(.up) <= last.rounded(.down) else { throw Self.halfStars }
        let range = ConditionValue.numbers(try quantity(stars.rounded(.up)), try quantity(last.rounded(.down)))
        return try comparison(.rating, .between, range)
      default: throw unsupported(.rating)
      }
    }
  }

  private func ratingRule(_ op: ConditionOperator, _ stars: Double) throws(ConversionError) -> Rule {
    try comparison(.rating, op, .number(try quantity(stars)))
  }

  private func stars(at offset: Int) throws(ConversionError) -> Double { try number(at: offset, .rating).number / 20 }

  private func quantity(_ stars: Double) throws(ConversionError) -> Quantity {
    guard let quantity = Quantity(stars, nil) else { throw unsupported(.rating) }
    return quantity
  }

  private static let halfStars = ConversionError(reason: "Mixtape has only whole stars")

  // MARK: Dates

  private func dateRule(_ field: RuleField) throws(ConversionError) -> Rule {
    switch operation {
    case 0x01: return try comparison(field, .equals, .date(try date(at: 0, field)))
    case 0x10: return try comparison(field, .greaterThan, .date(try date(at: 0, field)))
    case 0x40: return try comparison(field, .lessThan, .date(try date(at: 0, field)))
    case 0x100:
      return try comparison(field, .between, .dates(try date(at: 0, field), try date(at: 24, field)))
    case 0x200: return try comparison(field, .inTheLast, .span(try span(field)))
    default: throw unsupported(field)
    }
  }

  /// Returns a date. iTunes counts seconds from 1904, and writes the first or the last second of a day.
  private func date(at offset: Int, _ field: RuleField) throws(ConversionError) -> RuleDate {
    guard let day = day(at: offset) else { throw unsupported(field) }
    return .day(day)
  }

  /// Returns the day of a date in the argument; `nil` if it is no date.
  func day(at offset: Int) -> CalendarDay? {
    guard let seconds = argument.number64(at: offset), seconds < 1 << 40 else { return nil }
    return CalendarDay(of: Date(timeIntervalSince1970: Double(seconds) - 2_082_844_800))
  }

  private func span(_ field: RuleField) throws(ConversionError) -> TimeSpan {
    guard let bits = argument.number64(at: 8), let unit = argument.number64(at: 16), unit < 1 << 40 else {
      throw unsupported(field)
    }
    let count = Int(clamping: Int64(bitPattern: bits).magnitude)
    let span: TimeSpan? =
      switch unit {
      case 60: TimeSpan(count, .minute)
      case 3600: TimeSpan(count, .hour)
      case 604_800: TimeSpan(count, .week)
      case 2_628_000: TimeSpan(count, .month)
      default: days(count, of: Int(unit)).flatMap { TimeSpan($0, .day) }
      }
    guard let span else { throw unsupported(field) }
    return span
  }

  private func days(_ count: Int, of seconds: Int) -> Int? {
    let (total, overflows) = count.multipliedReportingOverflow(by: seconds)
    return overflows ? nil : max(1, (total + 43_200) / 86_400)
  }

  // MARK: Fields

  private static let fields: [UInt32: RuleField] = [
    0x02: .title, 0x03: .album, 0x04: .artist, 0x05: .bitrate, 0x06: .sampleRate, 0x07: .year, 0x08: .genre,
    0x0A: .dateModified, 0x0B: .trackNumber, 0x0C: .fileSize, 0x0D: .duration, 0x10: .dateAdded, 0x12: .composer,
    0x16: .playCount, 0x17: .lastPlayedAt, 0x18: .discNumber, 0x19: .rating, 0x23: .bpm, 0x37: .category,
    0x3F: .discNumber, 0x47: .albumArtist,
  ]
}

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
