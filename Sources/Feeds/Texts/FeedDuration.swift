internal import MixtapeModel

/// A playing time, as feeds write it: seconds, `mm:ss`, `h:mm:ss`, `PT1H2M`, `1h 2m` or `90 min`.
struct FeedDuration {
  /// The duration in seconds.
  let seconds: Double
  /// The interpretation of an unusual text, for messages.
  let guess: String?

  /// The longest duration that is believed, in seconds: 1,000 hours.
  static let maximum = 3_600_000.0

  /// Reads a duration; `nil` if the text is not a duration, or is zero.
  init?(_ text: String) {
    guard let (seconds, isUsual) = Self.read(text.trimmed), seconds > 0, seconds <= Self.maximum else { return nil }
    self.seconds = seconds
    // No podcast lasts a day.
    guess = isUsual && seconds < 86_400 ? nil : "is read as \(Self.clock(seconds))"
  }

  /// Returns whether a text is a duration of zero, such as `PT0S`: nobody knows the duration.
  static func isZero(_ text: String) -> Bool { read(text.trimmed)?.seconds == 0 }

  /// Reads a duration, and returns whether players expect its form: seconds, or minutes and seconds below 60.
  private static func read(_ text: String) -> (seconds: Double, isUsual: Bool)? {
    guard !text.isEmpty, text.utf8.count <= 64 else { return nil }
    if let time = standard(text) { return (time.seconds, time.hasShortNumbers) }
    return unusual(text.lowercased()).map { ($0, number(text) != nil) }
  }

  /// Returns a duration as `1:02:03`.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds)
    let parts = [whole / 60 % 60, whole % 60].map { String($0).paddedWithZeros(to: 2) }
    return "\(whole / 3_600):\(parts.joined(separator: ":"))"
  }

  /// Reads `1:02:03`, `02:03` or `3723`, as nearly all feeds write durations; `nil` for other texts.
  private static func standard(_ text: String) -> ClockTime? {
    ClockTime(text).flatMap { $0.isWhole && $0.numbers.count <= 3 ? $0 : nil }
  }

  private static func unusual(_ text: String) -> Double? {
    let line = text.replacing("’", with: "'").replacing("”", with: "\"")
    // `01h:02m:03s` has both colons and units.
    if line.contains(":") { return colonSeparated(line) ?? units(line) }
    return number(line.hasSuffix(".") ? String(line.dropLast()) : line) ?? units(line) ?? dotted(line)
  }

  private static func colonSeparated(_ line: String) -> Double? {
    // `12:34 min`, `1:30 h`, `00:30:00 (approx)`
    let end = line.firstIndex { $0.isLetter || $0 == "(" } ?? line.endIndex
    let rest = String(line[end...]).filter { $0.isLetter }
    guard rest.isEmpty || factors[rest] != nil || line[end] == "(" else { return nil }
    var parts = line[..<end].split(separator: ":", omittingEmptySubsequences: false).map { String($0).trimmed }
    if parts[0].isEmpty { parts[0] = "0" }
    guard parts.count >= 2, let time = ClockTime(parts.joined(separator: ":").replacing(",", with: ".")) else {
      return nil
    }
    return parts.count == 2 && factors[rest] == 3600 ? time.seconds * 60 : time.seconds
  }

  /// Reads `1.02.03`, hours to seconds.
  private static func dotted(_ line: String) -> Double? {
    let parts = line.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 ? colonSeparated(parts.joined(separator: ":")) : nil
  }

  /// Reads a number with a point or a comma before its fraction, or with a comma before its last three digits.
  private static func number(_ text: String) -> Double? {
    if let comma = text.firstIndex(of: ","), text[comma...].utf8.count == 4 {
      let number = WrittenNumber(text.replacing(",", with: ""))
      return number.flatMap { $0.hasFraction ? nil : $0.value }
    }
    return WrittenNumber(text.replacing(",", with: "."))?.value
  }

  /// Reads numbers with units, in any order.
  private static func units(_ line: String) -> Double? {
    var rest = line.drop { $0 == "~" || $0 == "≈" || $0.isWhitespace }
    for word in ["ca. ", "ca ", "circa ", "approx. ", "about "] where rest.hasPrefix(word) {
      rest = rest.dropFirst(word.count)
    }
    if let comment = rest.firstIndex(of: "(") { rest = rest[..<comment] }
    // ISO 8601: `P1DT2H`.
    let isISO = rest.hasPrefix("p")
    if isISO { rest = rest.dropFirst() }
    var total = 0.0
    var smallest = 0.0
    var hasValue = false
    while let first = rest.first {
      if first.isWhitespace || ",:t&".contains(first) {
        rest = rest.dropFirst()
      } else if rest.hasPrefix("and ") {
        rest = rest.dropFirst(4)
      } else {
        let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let value = number(String(digits)) else { return nil }
        rest = rest.dropFirst(digits.count).drop(while: \.isWhitespace)
        let unit = rest.prefix {
          $0.isLetter && !(isISO && $0 == "t") || $0 == "'" || $0 == "\"" || $0 == "′" || $0 == "″"
        }
        // In `pt1h2m`, a unit ends at the next digit; in `1hand 2m` there is no unit.
        // `1h02` and `12m34`: the last number has the next smaller unit.
        let implied = unit.isEmpty && rest.isEmpty && (smallest == 60 || smallest == 3600) ? smallest / 60 : nil
        // Some programs write all parts of ISO 8601: `P0Y0M0DT1H2M3S`. A year has no fixed length.
        let noYears = isISO && unit == "y" && value == 0 ? 1.0 : nil
        guard let factor = factors[String(unit)] ?? implied ?? noYears else { return nil }
        smallest = factor
        total += value * factor
        hasValue = true
        rest = rest.dropFirst(unit.count)
        if rest.first == "." { rest = rest.dropFirst() }
      }
    }
    return hasValue ? total : nil
  }

  private static let factors: [String: Double] = {
    var factors: [String: Double] = [:]
    let units: [(factor: Double, names: String)] = [
      (604_800, "w week weeks"), (86_400, "d day days"),
      (3600, "h hr hrs hour hours std stunde stunden heure heures uur uren ora ore hora horas"),
      (60, "m min mins mn minute minutes minuten minuut minuto minutos minuti ' ′"),
      (1, "s sec secs sek second seconds seconde secondes sekunde sekunden seconden segundo segundos secondi \" ″ ''"),
    ]
    for (factor, names) in units { for name in names.split(separator: " ") { factors[String(name)] = factor } }
    return factors
  }()
}
