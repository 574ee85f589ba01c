package import MixtapeModel
import MixtapePlayer

// The words for episodes on screens and in messages.

extension Episode {
  /// The title of the podcast or album, or its id if the title is unknown.
  package var collection: String { album ?? id.podcast.rawValue }

  /// The artist of a track; `nil` for an episode of a podcast, whose author is that of all others.
  package var trackArtist: String? { traits.contains(.track) ? artist : nil }

  /// The title in a line, with the artist of a track.
  package var line: StyledText { trackArtist.map { "\(title) · \($0)" } ?? "\(title)" }

  /// The podcast, or the artist and the album of a track.
  package var origin: String { Self.origin(trackArtist, collection) }

  /// Returns the podcast, or the artist and the album of a track.
  package static func origin(_ artist: String?, _ collection: String) -> String {
    guard let artist, artist != collection else { return collection }
    return collection.isEmpty ? artist : "\(artist) · \(collection)"
  }
}

/// Returns a playing time for people: `6:13`, `1:02:03`.
package func playingTime(_ seconds: Double) -> String {
  guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "?" }
  return Duration.seconds(Int64(seconds.rounded())).playingTime
}

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
