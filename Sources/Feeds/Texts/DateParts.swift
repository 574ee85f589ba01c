internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The parts of a date that were found so far.
struct DateParts {
  private var year: Int?
  private var month: Int?
  /// Whether the name of the month can also be that of a day: `mar` is short for Tuesday in French, Spanish and Italian.
  private var isMonthDoubtful = false
  private var day: Int?
  private var seconds: Int?
  private var offset: Int?
  private var isAfternoon: Bool?
  /// The part that was guessed.
  private(set) var guess: String?

  /// The point in time; `nil` if a part of the day is missing or out of range.
  var date: Date? {
    // A month alone means its first day, as in `2026-03`.
    let first = seconds == nil && guess == nil ? 1 : nil
    guard let year, let month, let day = day ?? first,
      let calendarDay = CalendarDay(year: year, month: month, day: day)
    else { return nil }
    var seconds = seconds ?? 0
    if let isAfternoon, (isAfternoon ? seconds < 43_200 : (43_200..<46_800).contains(seconds)) {
      seconds += isAfternoon ? 43_200 : -43_200
    }
    return calendarDay.instant(second: seconds - (offset ?? 0))
  }

  /// Reads a text in lower case.
  ///
  /// - Returns: `false` if a part has no meaning.
  mutating func read(_ line: String) -> Bool {
    let text = Self.normalized(line)
    for token in text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" || $0.isNewline || $0 == "\u{A0}" })
    {
      guard read(token) else { return false }
    }
    if seconds != nil, offset == nil { guess = guess ?? "it has no time zone; UTC is assumed" }
    return true
  }

  /// Returns a text without comments, with Chinese and Japanese days in the form of ISO 8601, and with points before fractions.
  private static func normalized(_ line: String) -> String {
    var text = ""
    var previous: [Character] = []
    var depth = 0
    for character in withoutForeignHalves(line) {
      switch character {
      // A comment, or the name of a zone after its offset: `-08:00[America/Los_Angeles]`.
      case "(", "[":
        depth += 1
        text.append(" ")
      case _ where depth > 0 && ")]".contains(character): depth -= 1
      case _ where depth > 0: continue
      case "年", "月", "년", "월": text.append("-")
      case "日", "일": text.append(" ")
      // `2026년 3월 12일`
      case " " where previous.last.map({ "年月년월".contains($0) }) == true: continue
      case "–", "−": text.append("-")
      case "," where previous.first == ":" && previous.dropFirst().allSatisfy(\.isNumber): text.append(".")
      default: text.append(character)
      }
      previous = previous.suffix(2) + [character]
    }
    return text
  }

  /// Returns a text with `am` and `pm` in place of the Chinese, Japanese and Korean words, which come before the time.
  private static func withoutForeignHalves(_ line: String) -> String {
    guard line.utf8.contains(where: { $0 >= 0x80 }) else { return line }
    return foreignHalves.reduce(line) { text, half in text.replacing(half.key, with: " \(half.value) ") }
  }

  private static let foreignHalves = [
    "上午": "am", "午前": "am", "오전": "am", "下午": "pm", "午後": "pm", "오후": "pm",
  ]

  private mutating func read(_ token: Substring) -> Bool {
    guard let first = token.utf8.first else { return true }
    if first.isDigit { return readDigits(token) }
    if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") || token.hasPrefix("−") {
      guard let zone = TimeZoneName.offset(token) else { return false }
      offset = zone
      return true
    }
    if first == UInt8(ascii: "t"), token.dropFirst().utf8.first?.isDigit == true { return readTime(token.dropFirst()) }
    return readWord(token)
  }

  // MARK: Words

  private mutating func readWord(_ token: Substring) -> Bool {
    let word = token.hasSuffix(".") ? token.dropLast() : token
    if word == "am" || word == "pm" || word == "a.m" || word == "p.m" {
      isAfternoon = word.hasPrefix("p")
      return true
    }
    if month == nil || isMonthDoubtful, let number = MonthName.number(of: word) {
      isMonthDoubtful = month == nil && DayName.isOne(word)
      month = number
      return true
    }
    // `Mar-12-2026`
    if let dash = word.firstIndex(where: { $0 == "-" || $0 == "/" }), let number = MonthName.number(of: word[..<dash]),
      month == nil
    {
      month = number
      return word[dash...].split(whereSeparator: { $0 == "-" || $0 == "/" }).allSatisfy { readNumber($0) }
    }
    if seconds != nil, offset == nil || offset == 0 {
      if let zone = TimeZoneName.seconds(of: word) {
        offset = zone
      } else if DayName.isOne(word) {
        return true
      } else {
        guess = "unknown time zone \"\(word)\"; UTC is assumed"
        offset = offset ?? 0
      }
      return true
    }
    if seconds == nil, !DayName.isOne(word), !["at", "um", "of", "the", "à"].contains(String(word)) {
      guess = "\"\(word)\" is not the name of a day"
    }
    return true
  }

  // MARK: Digits

  private mutating func readDigits(_ token: Substring) -> Bool {
    if let t = token.firstIndex(where: { $0 == "t" || $0 == "_" }), t > token.startIndex,
      token[token.index(after: t)...].utf8.first?.isDigit == true
    {
      return readDay(token[..<t]) && readTime(token[token.index(after: t)...])
    }
    if token.contains(":") { return readTime(token) }
    if year != nil, seconds == nil, token.contains(".") {
      return readTime(Substring(token.map { $0 == "." ? ":" : String($0) }.joined()))
    }
    if token.contains(where: { $0 == "-" || $0 == "/" || $0 == "." }) { return readDay(token) }
    let digits = token.prefix { $0.isASCII && $0.isNumber }
    switch token.dropFirst(digits.count) {
    // `2026071`, a day of the year in ISO 8601.
    case "" where digits.utf8.count == 7: return readDayOfYear(digits.suffix(3), in: digits.prefix(4))
    case "": return readNumber(digits)
    case "st", "nd", "rd", "th", "er": return readNumber(digits)
    case "am", "pm":
      guard let hour = Int(digits), hour <= 12, seconds == nil else { return false }
      seconds = hour * 3600
      isAfternoon = token.hasSuffix("pm")
      return true
    default: return false
    }
  }

  /// Reads a day of the month or a year. The parts that were read before decide which of them it is.
  private mutating func readNumber(_ token: Substring) -> Bool {
    guard let number = Int(token), token.utf8.allSatisfy(\.isDigit) else { return false }
    if token.utf8.count >= 3 {
      guard year == nil, token.utf8.count == 4 else { return readZone(token, number) }
      year = number
    } else if day == nil, (1...31).contains(number) {
      day = number
    } else if month == nil, (1...12).contains(number) {
      month = number
      guess = "the order of day and month is assumed"
    } else if year == nil {
      year = fullYear(number)
      guess = "the year has two digits"
    } else {
      return false
    }
    return true
  }

  /// Reads the time zone without its sign after a time: `0100`.
  private mutating func readZone(_ token: Substring, _ number: Int) -> Bool {
    guard year != nil, seconds != nil else { return false }
    guard number > 0, token.utf8.count == 4 else { return number < 60 }
    guard offset == nil, let zone = TimeZoneName.offset("+\(token)") else { return false }
    offset = zone
    guess = "its time zone has no sign; + is assumed"
    return true
  }

  /// Returns the year that two digits mean. RFC 2822, section 4.3.
  private func fullYear(_ number: Int) -> Int { number < 100 ? number + (number < 70 ? 2000 : 1900) : number }

  /// Reads `2026-03-12`, `12-mar-2026`, `2026/3/12`, `12.03.2026` or `3/12/2026`.
  private mutating func readDay(_ token: Substring) -> Bool {
    let parts = token.split(whereSeparator: { $0 == "-" || $0 == "/" || $0 == "." })
    if parts.count == 1 { return parts[0].utf8.count == 8 ? readCompactDay(parts[0]) : readNumber(parts[0]) }
    if parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 3 {
      if parts[1].hasPrefix("w") { return readWeek(parts[1], day: "1", in: parts[0]) }
      return readDayOfYear(parts[1], in: parts[0])
    }
    if parts.count == 3, parts[1].hasPrefix("w") { return readWeek(parts[1], day: parts[2], in: parts[0]) }
    guard year == nil, (2...3).contains(parts.count) else { return false }
    if parts[0].utf8.count == 4 {
      guard let y = Int(parts[0]), let m = Int(parts[1]) ?? MonthName.number(of: parts[1]) else { return false }
      guard let d = parts.count == 3 ? Int(parts[2]) : 1 else { return false }
      (year, month, day) = (y, m, d)
      return true
    }
    if let name = MonthName.number(of: parts[1]) {
      guard let d = Int(parts[0]) else { return false }
      (day, month) = (d, name)
      return parts.count == 3 ? readNumber(parts[2]) : true
    }
    guard parts.count == 3, let a = Int(parts[0]), let b = Int(parts[1]), let y = Int(parts[2]) else { return false }
    year = fullYear(y)
    // With slashes, Americans write the month first; with points and dashes, nobody does.
    let isMonthFirst = token.contains("/") ? a <= 12 : b > 12
    (month, day) = isMonthFirst ? (a, b) : (b, a)
    guess = "the order of day and month is assumed"
    return true
  }

  /// Reads `20260312`.
  private mutating func readCompactDay(_ token: Substring) -> Bool {
    guard year == nil, token.utf8.allSatisfy(\.isDigit), let number = Int(token) else { return false }
    return take(CalendarDay(digits: number))
  }

  /// Reads the two parts of `2026-071`.
  private mutating func readDayOfYear(_ count: Substring, in number: Substring) -> Bool {
    guard year == nil, let count = Int(count), count > 0, let number = Int(number),
      let first = CalendarDay(year: number, month: 1, day: 1),
      let day = CalendarDay(daysSince1970: first.daysSince1970 + count - 1), day.year == number
    else { return false }
    return take(day)
  }

  /// Reads the parts of `2026-W10-2`: a week of ISO 8601, and its day from Monday.
  private mutating func readWeek(_ week: Substring, day: Substring, in number: Substring) -> Bool {
    guard year == nil, let week = Int(week.dropFirst()), (1...53).contains(week), let day = Int(day),
      (1...7).contains(day), number.utf8.count == 4, let number = Int(number),
      // The first week is that with January 4.
      let fourth = CalendarDay(year: number, month: 1, day: 4)
    else { return false }
    let monday = fourth.daysSince1970 - (fourth.weekday + 6) % 7 + (week - 1) * 7
    // A week belongs to the year of its Thursday.
    guard CalendarDay(daysSince1970: monday + 3)?.year == number else { return false }
    return take(CalendarDay(daysSince1970: monday + day - 1))
  }

  /// Takes a whole day. Returns whether it found one.
  private mutating func take(_ found: CalendarDay?) -> Bool {
    guard let found else { return false }
    (year, month, day) = (found.year, found.month, found.day)
    return true
  }

  /// Reads a time with or without seconds, a fraction, AM or PM, and a zone.
  private mutating func readTime(_ token: Substring) -> Bool {
    let clock = token.prefix { $0.isASCII && $0.isNumber || $0 == ":" }
    let digits = Array(clock)
    let isCompact = !clock.contains(":") && (digits.count == 4 || digits.count == 6)
    let fields =
      isCompact
      ? stride(from: 0, to: digits.count, by: 2).map { String(digits[$0...$0 + 1]) }
      : clock.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let numbers = fields.compactMap { Int($0) }
    guard (1...3).contains(fields.count), numbers.count == fields.count, seconds == nil else { return false }
    let (hour, minutes) = (numbers[0], numbers.dropFirst())
    // 24:00 is the end of the day.
    let isEndOfDay = hour == 24
    guard
      let time = TimeOfDay(
        hour: isEndOfDay ? 0 : hour, minute: minutes.first ?? 0, second: minutes.dropFirst().first ?? 0)
    else { return false }
    seconds = time.secondsSinceMidnight + (isEndOfDay ? 86_400 : 0)
    var rest = token.dropFirst(clock.count)
    if rest.first == "." || rest.first == "," { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
    if rest.isEmpty { return true }
    if rest == "am" || rest == "pm" {
      isAfternoon = rest == "pm"
      return true
    }
    guard let zone = TimeZoneName.seconds(of: rest) else { return false }
    offset = zone
    return true
  }
}

/// Names of months, in English and in the other languages that feeds use against the standard.
enum MonthName {
  /// Returns the number of a month by its name or the start of it, in lower case.
  static func number(of word: some StringProtocol) -> Int? {
    let name = word.hasSuffix(".") ? String(word.dropLast()) : String(word)
    guard (3...12).contains(name.count) else { return nil }
    if let number = names[name] { return number }
    return full.first { $0.key.hasPrefix(name) }?.value
  }

  private static let full: [String: Int] = [
    "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9,
    "october": 10, "november": 11, "december": 12,
  ]

  private static let names: [String: Int] = [
    "jän": 1, "januar": 1, "jänner": 1, "janv": 1, "janvier": 1, "ene": 1, "enero": 1, "gen": 1, "gennaio": 1,
    "janeiro": 1, "feb": 2, "februar": 2, "févr": 2, "février": 2, "febrero": 2, "febbraio": 2, "fev": 2, "mär": 3,
    "mrz": 3, "märz": 3, "mars": 3, "marzo": 3, "mrt": 3, "março": 3, "abr": 4, "abril": 4, "avr": 4, "avril": 4,
    "aprile": 4, "mai": 5, "mayo": 5, "mag": 5, "maggio": 5, "mei": 5, "maio": 5, "juni": 6, "juin": 6, "junio": 6,
    "giu": 6, "giugno": 6, "junho": 6, "juli": 7, "juil": 7, "juillet": 7, "julio": 7, "lug": 7, "luglio": 7,
    "julho": 7, "ago": 8, "août": 8, "agosto": 8, "sept": 9, "septembre": 9, "septiembre": 9, "set": 9, "settembre": 9,
    "okt": 10, "oktober": 10, "octobre": 10, "octubre": 10, "ott": 10, "ottobre": 10, "out": 10, "novembre": 11,
    "noviembre": 11, "dez": 12, "dezember": 12, "déc": 12, "décembre": 12, "dic": 12, "diciembre": 12, "dicembre": 12,
  ]
}

/// Names of days of the week, in English and in the other languages of ``MonthName``.
enum DayName {
  /// Returns whether a word in lower case is a name of a day.
  static func isOne(_ word: some StringProtocol) -> Bool {
    starts.contains { word.hasPrefix($0) } || short.contains(String(word))
  }

  /// The first letters of the names in English, German, French, Spanish, Italian, Portuguese and Dutch.
  private static let starts = [
    "mon", "tue", "wed", "thu", "fri", "sat", "sun", "die", "mit", "don", "fre", "sam", "son", "lun", "mar", "mer",
    "jeu", "ven", "dim", "mié", "mie", "jue", "vie", "sáb", "dom", "gio", "seg", "ter", "qua", "qui", "sex", "maa",
    "din", "woe", "vri", "zat", "zon",
  ]

  private static let short: Set<String> = [
    "mo", "di", "mi", "do", "fr", "sa", "so", "lu", "ma", "me", "je", "ve", "wo", "vr", "za", "zo",
  ]
}

/// Time zones by name and by offset.
enum TimeZoneName {
  /// Returns the seconds that a zone is ahead of UTC: `z`, `est`, `+02:00`, `gmt+2`.
  static func seconds(of word: some StringProtocol) -> Int? {
    let text = String(word)
    if let seconds = names[text] { return seconds * 60 }
    if let sign = text.firstIndex(where: { $0 == "+" || $0 == "-" || $0 == "−" }) {
      let name = text[..<sign]
      return name.isEmpty || name == "gmt" || name == "utc" ? offset(text[sign...]) : nil
    }
    // A letter of the military zones means UTC, as nobody uses them right. RFC 2822, section 4.3.
    return text.utf8.count == 1 && text >= "a" && text <= "z" ? 0 : nil
  }

  /// Returns the seconds of an offset: `+0200`, `+02:00`, `-5`, `+530`.
  static func offset(_ text: some StringProtocol) -> Int? {
    let isNegative = text.first != "+"
    let digits = String(text.dropFirst()).filter { $0 != ":" && $0 != "." }
    guard (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isDigit), let number = Int(digits) else {
      return nil
    }
    let (hours, minutes) = digits.utf8.count <= 2 ? (number, 0) : (number / 100, number % 100)
    let seconds = hours * 3600 + minutes * 60
    guard minutes < 60, seconds <= largestOffset else { return nil }
    return isNegative ? -seconds : seconds
  }

  /// Offsets of more seconds are not believed: 15 hours and 59 minutes.
  static let largestOffset = 16 * 3600 - 60

  /// Minutes ahead of UTC.
  private static let names: [String: Int] = [
    "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420,
    "mdt": -360, "pst": -480, "pdt": -420, "akst": -540, "akdt": -480, "hst": -600, "ast": -240, "adt": -180,
    "nst": -210, "ndt": -150, "et": -300, "ct": -360, "mt": -420, "pt": -480, "brt": -180, "art": -180, "bst": 60,
    "ist": 330, "west": 60, "cet": 60, "met": 60, "mez": 60, "cest": 120, "mest": 120, "mesz": 120, "eet": 120,
    "eest": 180, "sast": 120, "msk": 180, "wib": 420, "sgt": 480, "hkt": 480, "pht": 480, "awst": 480, "jst": 540,
    "kst": 540, "acst": 570, "acdt": 630, "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780, "uct": 0,
  ]
}
