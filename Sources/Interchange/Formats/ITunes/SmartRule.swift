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
    /// The rule in words.
    let rule: String
    let reason: String
  }

  /// A rule as written: its field, its operator with flags, and the bytes of its argument.
  struct Encoded {
    let field: UInt32
    let action: UInt32
    let argument: ArraySlice<UInt8>
  }

  private let fieldNumber: UInt32
  private let isNegative: Bool
  private let operation: UInt32
  private let argument: BigEndianBytes
  private let playlists: [String: Playlist.ID]

  init(_ encoded: Encoded, playlists: [String: Playlist.ID]) {
    fieldNumber = encoded.field
    isNegative = encoded.action & 0x0200_0000 != 0
    operation = encoded.action & 0xFFFF
    argument = BigEndianBytes(encoded.argument)
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

  /// The converted rule; `nil` for "is music", which iTunes adds to smart playlists of music.
  var rule: Rule? {
    get throws(ConversionError) {
      let positive = try positiveRule
      return isNegative ? positive.map(Rule.not) : positive
    }
  }

  private var positiveRule: Rule? {
    get throws(ConversionError) {
      switch fieldNumber {
      case 0x28: return .inPlaylist(try playlist)
      // The kind of medium.
      case 0x3C where isOfMusic: return nil
      case 0x3C where operation == 0x01 && argument.number64(at: 0) == 4: return try isPodcast
      // Whether it is a podcast.
      case 0x39 where operation == 0x01:
        let isPodcast = try isPodcast
        return argument.number64(at: 0) == 0 ? .not(isPodcast) : isPodcast
      default: break
      }
      guard let field = Self.fields[fieldNumber] else {
        throw ConversionError(
          rule: Self.otherFields[fieldNumber] ?? "about field \(fieldNumber)", reason: "Mixtape has no such field")
      }
      return switch field.valueType {
      case .text: try textRule(field)
      case .date: try dateRule(field)
      default: try numberRule(field)
      }
    }
  }

  private var isPodcast: Rule {
    get throws(ConversionError) { try comparison(.kind, .equals, .text(Podcast.Kind.podcast.rawValue)) }
  }

  private var playlist: Playlist.ID {
    get throws(ConversionError) {
      let number = argument.number64(at: 0) ?? 0
      let digits = String(number, radix: 16, uppercase: true)
      let name = String(repeating: "0", count: 16 - digits.utf8.count) + digits
      guard let id = playlists[name] else {
        throw ConversionError(rule: "in playlist \(name)", reason: "the file does not have this playlist")
      }
      return id
    }
  }

  private func unsupported(_ field: RuleField) -> ConversionError {
    ConversionError(
      rule: "\(field.rawValue) (operator \(String(operation, radix: 16)))",
      reason: "`\(field.rawValue)` does not support this comparison")
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

  private func textRule(_ field: RuleField) throws(ConversionError) -> Rule {
    var units: [UInt16] = []
    var offset = 0
    while let high = argument.byte(at: offset), let low = argument.byte(at: offset + 1) {
      units.append(UInt16(high) << 8 | UInt16(low))
      offset += 2
    }
    let text = ConditionValue.text(String(decoding: units, as: UTF16.self).onOneLine)
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
        guard isWhole else { throw halfStars("rating = \(stars)") }
        return try ratingRule(.equals, stars)
      case 0x10 where isWhole: return try ratingRule(.greaterThan, stars)
      case 0x10, 0x20: return try ratingRule(.greaterThanOrEqual, stars.rounded(.up))
      case 0x40 where isWhole: return try ratingRule(.lessThan, stars)
      case 0x40, 0x80: return try ratingRule(.lessThanOrEqual, stars.rounded(.down))
      case 0x100:
        let last = try self.stars(at: 24)
        guard stars.rounded(.up) <= last.rounded(.down) else {
          throw halfStars("rating between \(stars) and \(last)")
        }
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

  private func halfStars(_ rule: String) -> ConversionError {
    ConversionError(rule: rule, reason: "Mixtape has only whole stars")
  }

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
    guard let seconds = argument.number64(at: offset), seconds < 1 << 40 else { throw unsupported(field) }
    let instant = Date(timeIntervalSince1970: Double(seconds) - 2_082_844_800)
    guard let day = CalendarDay(of: instant) else { throw unsupported(field) }
    return .day(day)
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

  /// Names of fields that Mixtape does not have, for reports.
  private static let otherFields: [UInt32: String] = [
    0x09: "about the kind of file", 0x0E: "about the comment", 0x1D: "about the check mark", 0x1F: "about compilations",
    0x25: "about artwork", 0x27: "about the grouping", 0x29: "about purchases", 0x36: "about the description",
    0x39: "about podcasts", 0x3C: "about the kind of medium", 0x3E: "about the show",
    0x44: "about skips", 0x45: "about the last skip", 0x4E: "about the sort name",
    0x4F: "about the sort album", 0x51: "about the sort album artist", 0x52: "about the sort composer",
    0x53: "about the sort show", 0x59: "about the video rating", 0x5A: "about the album rating",
    0x85: "about the location", 0x86: "about iCloud",
    0x9A: "about love",
  ]
}
