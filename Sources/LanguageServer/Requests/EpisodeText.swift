internal import MixtapeModel
internal import MixtapePlayer

extension Episode {
  /// The title, the podcast or the artist and the album, the date and the length, in a line.
  var inOneLine: String {
    let artist = traits.contains(.track) ? artist : nil
    return
      ([title, artist, album ?? id.podcast.rawValue] + [day, length]).compactMap(\.self).joined(separator: " · ")
  }

  /// The day of publication in UTC.
  var day: String? { published.flatMap(CalendarDay.init(of:)).map(\.description) }

  /// The length as players show it.
  var length: String? {
    guard let duration, duration.isFinite, (0..<1e9).contains(duration) else { return nil }
    return Duration.seconds(Int64(duration.rounded())).playingTime
  }
}
