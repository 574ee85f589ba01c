/// A date in the format of `GIT_AUTHOR_DATE` and `GIT_COMMITTER_DATE`.
///
/// Git accepts many more formats, most of them by guessing. Mixtape accepts those that git's documentation names
/// first: seconds since 1970 with a time zone (`@1772344800 +0100`, also without the `@`), and ISO 8601
/// (`2026-03-01T07:00:00+01:00`, also with a space instead of the `T`, and without a zone).
struct CommitDate: Equatable {
  let secondsSince1970: Int
  let utcOffset: Int

  /// Parses a date.
  ///
  /// - Parameter defaultOffset: The offset from UTC in minutes, for a date without a time zone.
  init?(_ text: String, defaultOffset: Int) {
    let text = text.trimming { $0 == " " }
    guard let date = Self(seconds: text, defaultOffset) ?? Self(iso: text, defaultOffset) else { return nil }
    self = date
  }

  private init(secondsSince1970: Int, utcOffset: Int) {
    self.secondsSince1970 = secondsSince1970
    self.utcOffset = utcOffset
  }

  private init?(seconds text: String, _ defaultOffset: Int) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: true)
    let isMarked = text.hasPrefix("@")
    guard (1...2).contains(parts.count), let number = parts.first?.drop(while: { $0 == "@" }),
      // Without the `@`, git reads short numbers as a year or a day.
      isMarked || number.count > 8, number.utf8.allSatisfy(Self.isDigit), let seconds = Int(number)
    else { return nil }
    guard let offset = parts.count == 2 ? Signature.utcOffset(ofZone: parts[1]) : defaultOffset else { return nil }
    self.init(secondsSince1970: seconds, utcOffset: offset)
  }

  private init?(iso text: String, _ defaultOffset: Int) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      let date = Self.numbers(bytes[..<10], lengths: [4, 2, 2], separator: "-"),
      let time = Self.numbers(bytes[11..<19], lengths: [2, 2, 2], separator: ":"),
      (1...12).contains(date[1]), (1...31).contains(date[2]), time[0] < 24, time[1] < 60, time[2] <= 60
    else { return nil }
    var zone = bytes[19...]
    // Fractions of a second are cut off, because git stores whole seconds.
    if zone.first == UInt8(ascii: ".") { zone = zone.dropFirst().drop(while: Self.isDigit) }
    zone = zone.drop { $0 == UInt8(ascii: " ") }
    guard
      let offset = zone.isEmpty ? defaultOffset : Signature.utcOffset(ofZone: Substring(decoding: zone, as: UTF8.self))
    else {
      return nil
    }
    let seconds =
      Self.days(year: date[0], month: date[1], day: date[2]) * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    self.init(secondsSince1970: seconds - offset * 60, utcOffset: offset)
  }

  private static func numbers(_ bytes: ArraySlice<UInt8>, lengths: [Int], separator: Unicode.Scalar) -> [Int]? {
    let parts = bytes.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
    guard parts.map(\.count) == lengths, parts.allSatisfy({ $0.allSatisfy(isDigit) }) else { return nil }
    return parts.map { $0.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) } }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Returns the days from 1970-01-01 to a date of the Gregorian calendar. Years are counted from March, so that a
  /// leap day is the last day of its year.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let leapDays = year / 4 - year / 100 + year / 400
    let daysBefore1970 = 719_468
    return 365 * year + leapDays + dayOfYear - daysBefore1970
  }
}
