/// The types of TOML.
public enum TOMLKind: String, Hashable, Sendable {
  /// Text, in any of the four kinds of quotes.
  case string
  /// A whole number of 64 bits.
  case integer
  /// A floating-point number.
  case float
  /// `true` or `false`.
  case boolean
  /// A date and a time with an offset from UTC.
  case offsetDateTime
  /// A date and a time.
  case localDateTime
  /// A date.
  case localDate
  /// A time of day.
  case localTime
  /// An array, or an array of tables.
  case array
  /// A table, in any notation.
  case table
}
