/// A date, a time or both, with the precision and the offset that were written.
///
/// Two values are equal only if they are written alike: `06:00:00Z` and `08:00:00+02:00` differ.
public struct TOMLDateTime: Hashable, Sendable, CustomStringConvertible {
  /// The four types of dates and times in TOML.
  public enum Kind: String, Hashable, Sendable {
    /// A date and a time with an offset from UTC.
    case offsetDateTime
    /// A date and a time.
    case localDateTime
    /// A date.
    case localDate
    /// A time of day.
    case localTime
  }

  /// The value as it is written.
  public let text: String
  let fields: DateTimeGrammar.Fields

  /// Reads a value such as `2026-03-01T06:00:00Z`, `2026-03-01 06:00`, `2026-03-01` or `06:00:00.5`.
  ///
  /// Returns `nil` if the text does not follow RFC 3339 as TOML 1.1 narrows it, or names no day of the calendar.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    let parsed = bytes.withSourceBytes { DateTimeGrammar.parse(0..<$0.count, in: $0) }
    guard case .success(let fields) = parsed else { return nil }
    self.text = text
    self.fields = fields
  }

  /// The type of the value.
  public var kind: Kind { fields.kind }

  /// The year, from 0 to 9999, if there is a date.
  public var year: Int? { fields.hasDate ? fields.year : nil }

  /// The month, from 1, if there is a date.
  public var month: Int? { fields.hasDate ? fields.month : nil }

  /// The day of the month, from 1, if there is a date.
  public var day: Int? { fields.hasDate ? fields.day : nil }

  /// The hour, from 0 to 23, if there is a time.
  public var hour: Int? { fields.hasTime ? fields.hour : nil }

  /// The minute, if there is a time.
  public var minute: Int? { fields.hasTime ? fields.minute : nil }

  /// The second, from 0 to 60, if there is a time; 0 if it is not written.
  public var second: Int? { fields.hasTime ? fields.second : nil }

  /// The fraction of the second in nanoseconds, if there is a time; further digits are cut off.
  public var nanosecond: Int? { fields.hasTime ? fields.nanosecond : nil }

  /// The minutes by which local time is ahead of UTC, if there is an offset.
  public var offsetMinutes: Int? { fields.hasOffset ? fields.offsetMinutes : nil }

  /// The value as it is written.
  public var description: String { text }
}

extension DateTimeGrammar.Fields {
  /// The type that TOML gives to a value with these parts.
  var kind: TOMLDateTime.Kind {
    switch (hasDate, hasTime, hasOffset) {
    case (true, true, true): .offsetDateTime
    case (true, true, false): .localDateTime
    case (true, false, _): .localDate
    case (false, _, _): .localTime
    }
  }
}
