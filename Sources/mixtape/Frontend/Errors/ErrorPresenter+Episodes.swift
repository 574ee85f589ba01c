import MixtapeModel

extension ErrorPresenter {
  /// Returns the error for a podcast in the place of an episode.
  static func podcastForEpisode(_ podcast: Podcast.ID) -> CommandFailure {
    CommandFailure(
      .notFound, code: MixtapeError.Code.notFound.rawValue, "\(quoted(podcast.rawValue)) is a podcast, not an episode",
      hints: "its episodes are \(podcast)/<episode>; `mixtape episode list \(podcast)` lists them",
      "commands with --where take all of them: `--where 'podcast = \"\(podcast)\"'`")
  }

  /// Returns the message and hints for an invalid value of a key of an episode.
  static func invalidValue(_ error: MixtapeError) -> (String, [String]) {
    guard let key = (error.cause as? InvalidEpisodeValue)?.key else {
      return ("\(name(error.subject)) is not a valid value", [])
    }
    let noun = key.valueType == .date ? "date" : key.name
    return ("\(name(error.subject)) is not a valid \(noun)", [expectation(of: key)])
  }

  /// Returns the message and hints for a position outside of a list.
  static func outOfRange(_ error: MixtapeError) -> (String, [String]) {
    guard let podcast = (error.cause as? PositionInPodcast)?.podcast else {
      return (outOfRange(error.subject), ["`mixtape show` shows the positions"])
    }
    return (
      "there is no position \(name(error.subject)) in \(podcast)",
      ["`mixtape episode list \(podcast)` lists its episodes"]
    )
  }

  private static func expectation(of key: EpisodeKey) -> String {
    switch key.valueType {
    case .text: "`\(key.name)` is text"
    case .integer where key == .field(.year) || key == .field(.originalYear): "`\(key.name)` is a whole number"
    case .integer where key == .field(.rating):
      "`rating` is a whole number from 0 to \(Episode.maximumRating); `--clear rating` removes it"
    case .integer: "`\(key.name)` is a whole number from 0"
    case .seconds: "`\(key.name)` is a time such as 31:40, 90 min or 1834 (seconds)"
    case .date: "`\(key.name)` is a date such as 2026-03-01 or 2026-03-01T06:00:00Z"
    }
  }
}
