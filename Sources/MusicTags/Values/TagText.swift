internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The reading of texts in tags, which any program may have written.
enum TagText {
  /// Returns a text on one line: control characters of Latin-1 are read as Windows-1252, others are blanks, and the length is that of
  /// titles. `nil` if nothing is visible.
  static func cleaned(_ text: String) -> String? {
    var scalars = String.UnicodeScalarView()
    var length = 0
    for scalar in text.unicodeScalars.map(Windows1252.character) {
      let kept: Unicode.Scalar = scalar.breaksLine ? " " : scalar
      length += UTF8.width(kept)
      guard length <= TitleRules.maximumLength else { break }
      scalars.append(kept)
    }
    let line = String(scalars).trimmingBlanks
    return TitleRules.violation(in: line) == nil ? line : nil
  }

  /// Returns the whole number at the start of a text such as `3/12`; `nil` if the text starts otherwise.
  static func leadingNumber(_ text: String) -> Int64? {
    Int64(text.trimmingBlanks.prefix(while: isDigit))
  }

  /// Returns the number at the start of a text such as `120.6` or `120,6 bpm`, rounded to a whole one; `nil` if the text starts
  /// otherwise, or has an exponent, as `1e9`.
  static func roundedNumber(_ text: String) -> Int64? {
    guard let whole = leadingNumber(text), whole < .max else { return nil }
    let rest = text.trimmingBlanks.drop(while: isDigit)
    let fraction = rest.first.map(".,".contains) == true ? rest.dropFirst().prefix(while: isDigit) : ""
    let unit = fraction.isEmpty ? rest : rest.dropFirst(1 + fraction.count)
    let exponent = unit.dropFirst().drop { "+-".contains($0) }
    if unit.first?.lowercased() == "e", exponent.first.map(isDigit) == true { return nil }
    return fraction.first.map { $0 >= "5" } == true ? whole + 1 : whole
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  /// Returns the year in a date such as `2003-05-01` or `01/05/2003`: its first four digits in a row.
  static func year(_ text: String) -> Int64? {
    let parts = text.split { !("0"..."9").contains($0) }
    return parts.first { $0.count == 4 }.flatMap { Int64($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns the time of `2023-05-01 12:34:56`, in UTC; a date without a time is its first instant.
  static func time(_ text: String) -> Date? {
    let numbers = text.split { !("0"..."9").contains($0) }.prefix(6).compactMap { Int($0) }
    guard numbers.count == 3 || numbers.count == 6,
      let day = CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2])
    else { return nil }
    guard numbers.count == 6 else { return day.start }
    guard (0...23).contains(numbers[3]), (0...59).contains(numbers[4]), (0...59).contains(numbers[5]) else {
      return nil
    }
    return day.start.addingTimeInterval(Double(numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]))
  }

  /// Returns a UUID in lower case; `nil` if the text is something else.
  static func uuid(_ text: String) -> String? {
    let text = text.trimmingBlanks
    guard text.utf8.count <= 36 else { return nil }
    return UUID(uuidString: text)?.uuidString.lowercased()
  }
}
