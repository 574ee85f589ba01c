/// A reader of the parts of dates in ISO 8601, RFC 3339 and RFC 822: numbers, days, times of day and offsets from UTC.
///
/// Rules, files and feeds allow different separators between these parts. The order in which they call the functions is their grammar.
package struct DateTimeReader {
  /// The reasons why a text is not a date.
  package enum Fault: Error {
    /// The text does not have the form of a date.
    case shape
    /// The day, the time or the offset does not exist.
    case value
  }

  /// The bytes that are not read yet.
  private var rest: ArraySlice<UInt8>

  /// Makes a reader of a text in UTF-8.
  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Whether the whole text is read.
  package var isAtEnd: Bool { rest.isEmpty }

  /// Reads a text if it comes next, and returns whether it does.
  package mutating func skip(_ text: StaticString) -> Bool {
    let isNext = text.withUTF8Buffer { rest.starts(with: $0) }
    if isNext { rest = rest.dropFirst(text.utf8CodeUnitCount) }
    return isNext
  }

  /// Reads a text that must come next.
  package mutating func expect(_ text: StaticString) throws(Fault) {
    guard skip(text) else { throw .shape }
  }

  /// Reads a number with as many digits as possible.
  package mutating func number(digits: ClosedRange<Int>) throws(Fault) -> Int {
    let number = rest.prefix(digits.upperBound).prefix(while: \.isRuleDigit)
    guard number.count >= digits.lowerBound else { throw .shape }
    rest = rest[number.endIndex...]
    return number.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Reads a number with a fixed number of digits.
  package mutating func number(digits: Int) throws(Fault) -> Int { try number(digits: digits...digits) }

  /// Reads a day such as `2026-03-12`.
  package mutating func day() throws(Fault) -> CalendarDay {
    let year = try number(digits: 4)
    try expect("-")
    let month = try number(digits: 2)
    try expect("-")
    let dayOfMonth = try number(digits: 2)
    guard let day = CalendarDay(year: year, month: month, day: dayOfMonth) else { throw .value }
    return day
  }

  /// Reads a time of day such as `10:20`, `10:20:30` or `10:20:30.5`, and the nanoseconds after it. Further digits are dropped.
  package mutating func timeOfDay() throws(Fault) -> (time: TimeOfDay, nanosecond: Int) {
    let hour = try number(digits: 2)
    try expect(":")
    let minute = try number(digits: 2)
    var (second, nanosecond) = (0, 0)
    if skip(":") {
      second = try number(digits: 2)
      if skip(".") { nanosecond = try nanoseconds() }
    }
    guard let time = TimeOfDay(hour: hour, minute: minute, second: second) else { throw .value }
    return (time, nanosecond)
  }

  private mutating func nanoseconds() throws(Fault) -> Int {
    let digits = rest.prefix(while: \.isRuleDigit)
    guard !digits.isEmpty else { throw .shape }
    rest = rest[digits.endIndex...]
    let nine = digits.prefix(9)
    let number = nine.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return (nine.count..<9).reduce(number) { number, _ in number * 10 }
  }

  /// Reads an offset such as `+02:00`, and returns the seconds by which it is ahead of UTC.
  ///
  /// - Parameter needsColon: Whether `+0200` is invalid.
  package mutating func offset(needsColon: Bool = false) throws(Fault) -> Int {
    let isNegative = skip("-")
    guard isNegative || skip("+") else { throw .shape }
    let hour = try number(digits: 2)
    guard skip(":") || !needsColon else { throw .shape }
    let minute = try number(digits: 2)
    guard hour < 24, minute < 60 else { throw .value }
    return (isNegative ? -1 : 1) * (hour * 3_600 + minute * 60)
  }
}
