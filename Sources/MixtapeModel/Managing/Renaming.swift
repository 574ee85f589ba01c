/// A name that gets another one wherever files have it.
public enum Renaming: Hashable, Sendable {
  /// The id of a playlist.
  case playlist(Playlist.ID, to: Playlist.ID)
  /// The id of a podcast or an album. The ids of its episodes change with it.
  case podcast(Podcast.ID, to: Podcast.ID)
  /// The name of an episode in its podcast.
  case episode(Episode.ID, named: String)
  /// A tag of all podcasts.
  case tag(String, to: String)

  /// Returns the new id of an episode; `nil` if the id stays.
  public func newID(of episode: Episode.ID) -> Episode.ID? {
    switch self {
    case .podcast(episode.podcast, let new): Episode.ID(podcast: new, name: episode.name)
    case .episode(episode, let name): Episode.ID(podcast: episode.podcast, name: name)
    default: nil
    }
  }
}

extension ParsedRule {
  /// The places of a name in the rule, quotes included, in order, and the new name.
  fileprivate func places(of renaming: Renaming) -> (places: [Range<Int>], name: String) {
    switch renaming {
    case .playlist(let old, let new): (playlists.filter { $0.value == old }.map(\.range), new.rawValue)
    case .podcast(let old, let new): (places(of: old.rawValue, in: .podcast), new.rawValue)
    case .tag(let old, let new): (places(of: old, in: .tag), new)
    case .episode: ([], "")
    }
  }

  /// Returns the places of a text that a field is compared with, in any case, as rules compare texts.
  private func places(of text: String, in field: RuleField) -> [Range<Int>] {
    let folded = TextFolding.fold(text)
    return texts.filter { $0.value.field == field && TextFolding.fold($0.value.text) == folded }.map(\.range)
  }
}

extension WrittenRule {
  /// Returns the rule with a new name, if it has the old one. All else keeps its bytes.
  ///
  /// - Complexity: O(*n*) in the length of the rule, which is parsed again.
  public func applying(_ renaming: Renaming) throws(RuleError) -> WrittenRule {
    let (places, name) = try ParsedRule(parsing: text).places(of: renaming)
    guard !places.isEmpty else { return self }
    var bytes = Array(text.utf8)
    for place in places.reversed() { bytes.replaceSubrange(place, with: RuleText.quoted(name).utf8) }
    return try WrittenRule(parsing: String(decoding: bytes, as: UTF8.self))
  }
}
