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
