import MixtapeModel

/// The source of the values of an update, as messages name it.
enum UpdateSource {
  case feed
  case music

  fileprivate var name: String {
    switch self {
    case .feed: "the feed"
    case .music: "the tags"
    }
  }

  /// Returns the command that replaces the values of the user.
  fileprivate func overwriting(_ id: Podcast.ID) -> String {
    switch self {
    case .feed: "`mixtape feed update \(id) --overwrite`"
    case .music: "`mixtape scan --overwrite`"
    }
  }
}

extension Session {
  /// Reports facts about updates of podcasts.
  func report(_ notes: [PodcastMergeNote], of source: UpdateSource, isDryRun: Bool = false) {
    for fact in notes {
      let (code, text) = Self.wording(of: fact.note, source, fact.podcast, isDryRun)
      reporter.note(code: code, "\(fact.podcast): \(text)")
    }
  }

  private static func wording(
    of note: PodcastUpdateNote, _ source: UpdateSource, _ podcast: Podcast.ID, _ isDryRun: Bool
  ) -> (code: String, text: String) {
    switch note {
    case .guidsChanged(let count):
      ("guids-changed", "the feed changed the guids of \(counted(count, "episode")); they are the same episodes")
    case .olderLeftOut(let count):
      ("older-left-out", "skipped \(counted(count, "episode")) older than those in the file; `--all` adds them")
    case .dropped(let episodes):
      (
        "dropped",
        "\(isDryRun ? "would remove" : "removed") \(counted(episodes.count, "episode")) that the feed does not have any more: \(names(of: episodes))"
      )
    case .missingKept(let episodes):
      (
        "missing-kept",
        "kept \(counted(episodes.count, "episode")) that the feed does not have any more, because \(episodes.count == 1 ? "it has" : "they have") a rating, notes or a position, or \(episodes.count == 1 ? "is" : "are") downloaded, in a playlist, or written by you: \(names(of: episodes))"
      )
    case .removedLeftOut(let count):
      (
        "removed-left-out",
        "skipped \(counted(count, "music file")), because you removed \(count == 1 ? "its track" : "their tracks"); `--all` adds \(count == 1 ? "it" : "them")"
      )
    case .skipped(let count): ("skipped", "\(counted(count, "episode")) skipped by the rules in `skip`")
    case .unidentified(let count):
      ("unidentified", "skipped \(counted(count, "episode")) without guid, address and title")
    case .editsReplaced(let values):
      (
        "edits-replaced",
        "\(source.name) changed values that you had edited, and \(isDryRun ? "would replace" : "replaced") yours: \(list(of: values))"
      )
    case .writtenKept(let values):
      (
        "values-kept",
        "kept your values of \(list(of: values)), which differ from \(source.name); \(source.overwriting(podcast)) replaces yours"
      )
    case .noneRecognized(let count):
      (
        "none-recognized",
        "no episode of the feed was recognized, so \(count) \(isDryRun ? "would be added; they may be duplicates" : "\(count == 1 ? "was" : "were") added; `mixtape undo` removes \(count == 1 ? "a duplicate" : "duplicates")")"
      )
    }
  }

  /// The maximum number of episodes that a note names.
  private static let mostNamed = 10

  private static func names(of episodes: [Episode.ID]) -> String {
    listed(first: mostNamed, of: episodes.map(\.name))
  }

  /// Returns the names of values: `title, 042-auroras (title, duration)`.
  private static func list(of values: [WrittenValue]) -> String {
    var keys: [(episode: Episode.ID?, keys: [String])] = []
    for value in values {
      if keys.last?.episode == value.episode, !keys.isEmpty {
        keys[keys.count - 1].keys.append(value.key)
      } else {
        keys.append((value.episode, [value.key]))
      }
    }
    let shown = keys.prefix(mostNamed).map { episode, keys in
      let list = keys.joined(separator: ", ")
      return episode.map { "\($0.name) (\(list))" } ?? list
    }
    let rest = keys.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(counted(rest, "more episode"))" : "")
  }
}
