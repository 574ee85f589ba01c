import MixtapeModel

/// The answer to the question for a rating: a digit, or `-` for none.
struct RatingAnswer {
  /// The rating; `nil` for none.
  let rating: Int64?

  /// Makes the answer of a key; `nil` for other keys.
  init?(_ key: Key) {
    guard case .character(let character) = key else { return nil }
    if character == "-" {
      rating = nil
    } else {
      guard let number = Int64(String(character)), TrackField.rating.integers.contains(number) else { return nil }
      rating = number
    }
  }

  /// Returns the question, and the way to remove the rating.
  static func question(about name: String) -> (text: String, removal: String) {
    ("Rate \(name): 0 to \(Episode.maximumRating)", ", or - for no rating")
  }
}
