/// The scales of ratings in tags. Each program has its own; `docs/music-reference.md` names them.
enum TagRating {
  /// The keys of ratings.
  static let keys = ["POPM", "FMPS_RATING", "NAMED_RATING", "RATE", "RATING"]

  /// Returns a rating in stars, 1 to 5; `nil` if the text is not a rating, or 0, which means no rating.
  ///
  /// - Parameter key: One of ``keys``.
  static func stars(_ key: String, _ text: String) -> Int64? {
    if key == "POPM" { return Popularimeter(text)?.stars }
    // Traktor writes the text of its frame into comments of FLAC files.
    if key == "RATING", let popularimeter = Popularimeter(text) { return popularimeter.stars }
    guard let number = Double(text), number > 0 else { return nil }
    let greatest =
      switch key {
      case "FMPS_RATING": 1.0
      case "RATE": 100.0
      case "NAMED_RATING": number <= 1 ? 1 : greatest(of: number, written: text)
      default: greatest(of: number, written: text)
      }
    return number <= greatest ? max(1, Int64((number / greatest * 5).rounded())) : nil
  }

  /// Returns the greatest number of the scale of a `RATING`, as its form shows it.
  private static func greatest(of number: Double, written text: String) -> Double {
    if number < 1 || number == 1 && text.contains(".") { return 1 }
    return number <= 5 ? 5 : number <= 10 ? 10 : 100
  }
}

/// A frame POPM of ID3: a person's rating and plays of a file. As a text, it is `e-mail|rating|plays`.
struct Popularimeter {
  /// The e-mail of the person, or a name of the program.
  let email: String
  /// The rating, from 1 to 255. 0 means no rating.
  let byte: UInt8
  /// The number of plays.
  let plays: Int64

  /// Reads a text; `nil` if it has another form.
  init?(_ text: String) {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count >= 3, let byte = UInt8(parts[parts.count - 2]), let plays = Int64(parts[parts.count - 1]) else {
      return nil
    }
    email = parts.dropLast(2).joined(separator: "|")
    self.byte = byte
    self.plays = plays
  }

  /// The rating in stars, 1 to 5; `nil` without a rating.
  var stars: Int64? {
    if byte == 0 { return nil }
    if isLinear { return max(1, Int64((Double(byte) / 51).rounded())) }
    return switch byte {
    case ...31: 1
    case ...95: 2
    case ...159: 3
    case ...223: 4
    default: 5
    }
  }

  /// Whether each star is 51. Other programs divide the byte as Windows does, where 1, 64, 128, 196 and 255 are the stars.
  ///
  /// Ampache writes the e-mail of its user, and OneTagger that of MediaMonkey. Programs that write as Windows does have no multiples
  /// of 51 for other stars.
  private var isLinear: Bool { Self.linearEmails.contains(email.lowercased()) || byte.isMultiple(of: 51) }

  /// Traktor, Quod Libet, Picard and Kodi.
  private static let linearEmails: Set<String> = [
    "traktor@native-instruments.de", "quodlibet@lists.sacredchao.net", "users@musicbrainz.org", "ratings@xbmc.org",
  ]
}
