/// A scale of ratings in tags.
enum RatingScale {
  /// The byte of ID3's frame POPM, 1 to 255, as Windows, foobar2000 and MusicBee divide it.
  case byte
  /// The numbers from 0 to 1 of FMPS, for `FMPS_RATING`.
  case fraction
  /// The numbers from 1 to 100 of MP4's atom `rate`.
  case percentage
  /// The numbers of `RATING`, which is not standardized: up to 5, up to 10, or up to 100, by the size of the number.
  case unknown

  /// The keys of ratings.
  static let keys = ["POPM_RATING", "FMPS_RATING", "RATE", "RATING"]

  /// Makes the scale of a key; `nil` for another key.
  init?(key: String) {
    switch key {
    case "POPM_RATING": self = .byte
    case "FMPS_RATING": self = .fraction
    case "RATE": self = .percentage
    case "RATING": self = .unknown
    default: return nil
    }
  }

  /// Returns the rating in stars, 1 to 5; `nil` if the text is not a rating, or 0, which means no rating.
  func stars(_ text: String) -> Int64? {
    guard let number = Double(text), number > 0, number <= 255 else { return nil }
    switch self {
    case .byte: return Self.stars(byte: Int64(number))
    case .fraction: return Self.stars(number, of: 1)
    case .percentage: return Self.stars(number, of: 100)
    case .unknown: return Self.stars(number, of: number <= 5 ? 5 : number <= 10 ? 10 : 100)
    }
  }

  private static func stars(byte: Int64) -> Int64? {
    switch byte {
    case 1...31: 1
    case 32...95: 2
    case 96...159: 3
    case 160...223: 4
    case 224...255: 5
    default: nil
    }
  }

  private static func stars(_ number: Double, of greatest: Double) -> Int64? {
    guard number <= greatest else { return nil }
    return max(1, Int64((number / greatest * 5).rounded()))
  }
}
