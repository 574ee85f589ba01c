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
