import MixtapeModel
import MixtapeStore
import StoreBrowser

/// A table of playlists: id, name, contents, playing time and folder.
struct PlaylistTable {
  let lines: [StyledText]

  /// Fits the table to a terminal. The playing times are those of the hand-picked episodes.
  init(_ playlists: [PlaylistSummary], playingTimes: [Playlist.ID: PlayingTime], width: Int?) {
    var table = TextTable(rightAligned: [3], freeText: [1, 4], dispensable: [4, 3, 2])
    for playlist in playlists {
      // Rules are not evaluated here, so the playing time of their episodes is unknown.
      let total = playlist.isSmart ? nil : playingTimes[playlist.id]
      let time = total.map { playingTime($0, of: playlist.episodeCount) } ?? ""
      table.append(
        StyledText(playlist.id, .bold), StyledText(playlist.name), StyledText(Self.contents(of: playlist)),
        StyledText(time), StyledText(playlist.folder.path, .faint))
    }
    lines = table.lines(within: width)
  }

  private static func contents(of playlist: PlaylistSummary) -> String {
    let count = counted(playlist.episodeCount, "episode")
    guard playlist.isSmart else { return count }
    return playlist.episodeCount == 0 ? "smart" : "\(count), smart"
  }
}

/// The lines of `show`: the values of a playlist and its episodes.
struct PlaylistDetails {
  private(set) var lines: [StyledText] = []

  /// The maximum number of found episodes that are shown. JSON has all of them.
  static let mostFound = 1_000

  /// Lists the values, the hand-picked episodes, and those that rules find, of which the library has the first ones.
  init(
    _ playlist: Playlist, found: [Episode.ID], playingTime: PlayingTime, library: [Episode.ID: EpisodeText],
    _ columns: [EpisodeColumn]?, width: Int?
  ) {
    self.init(headOf: playlist)
    // One table for both lists, so that their columns are aligned.
    let table = Self.table(of: playlist.episodes + found.prefix(Self.mostFound), library, columns)
      .lines(within: width)
    if !playlist.episodes.isEmpty { lines += [""] + table.prefix(playlist.episodes.count) }
    if playlist.isSmart {
      lines += ["", "found by its rules: \(found.isEmpty ? "nothing" : counted(found.count, "episode"))"]
      lines += table.dropFirst(playlist.episodes.count)
      if found.count > Self.mostFound { lines.append("  … and \(found.count - Self.mostFound) more") }
    }
    let count = playlist.episodes.count + found.count
    if let remark = Self.remarkOnRepetitions(in: playlist) { lines += ["", remark] }
    if count > 0 { lines += ["", "playing time: \(mixtape.playingTime(playingTime, of: count))"] }
  }

  /// Returns a remark on episodes that a shuffled playlist lists more than once; `nil` if there are none.
  private static func remarkOnRepetitions(in playlist: Playlist) -> StyledText? {
    let count = Dictionary(playlist.episodes.map { ($0, 1) }, uniquingKeysWith: +).count { $0.value > 1 }
    guard count > 0, playlist.settings.shuffle.isOn else { return nil }
    let words = count == 1 ? "1 episode is" : "\(count) episodes are"
    return "\(words) listed more than once; shuffled, each episode plays once in a round"
  }

  /// Makes the details without the episodes.
  init(headOf playlist: Playlist) {
    lines.append("\(playlist.name, .bold) (\(playlist.id))")
    lines += playlist.description.split(whereSeparator: \.isNewline).map { StyledText($0) }
    let settings = Self.settings(of: playlist).lines
    if !settings.isEmpty { lines += [""] + settings }
    if playlist.isSmart { lines += [""] + Self.rules(of: playlist).lines }
  }

  /// Returns the folder, and the settings that are not the usual ones.
  private static func settings(of playlist: Playlist) -> TextTable {
    var table = TextTable()
    table.append(key: "folder", playlist.folder.path.nonEmpty)
    for key in PlaylistKey.keys(of: .settings) where playlist.keysInUse.contains(key) {
      table.append(key: key.rawValue, playlist.wording(of: key))
    }
    return table
  }

  private static func rules(of playlist: Playlist) -> TextTable {
    var table = TextTable()
    if let conditions = playlist.criteria.conditions {
      table.append(key: "match", playlist.criteria.match.rawValue)
      for (index, condition) in conditions.enumerated() {
        table.append(key: index == 0 ? "conditions" : "", condition.text)
      }
    }
    table.appendSearchAndOrder(of: playlist)
    return table
  }

  private static func table(
    of episodes: [Episode.ID], _ library: [Episode.ID: EpisodeText], _ columns: [EpisodeColumn]?
  ) -> EpisodeTable {
    var table = EpisodeTable(
      columns ?? EpisodeColumn.ofPlaylists, leading: 1, indentation: 2, columns == nil ? .printed : .chosen)
    for (offset, id) in episodes.enumerated() {
      let text = library[id]
      table.append(
        id, text, title: text == nil ? StyledText("missing", .yellow) : nil, after: [StyledText(offset + 1, .faint)])
    }
    return table
  }
}

extension Folder {
  /// The folder in a sentence.
  var wording: String { self == .top ? "the top" : path }
}

extension PlaylistLimits {
  /// The limits for people.
  var wording: String { [whole?.wording, perGroup?.description].compactMap(\.self).joined(separator: ", ") }
}

extension PlaylistLimit {
  /// The limit for people.
  var wording: String {
    if case .items(let count) = self { counted(count, "episode") } else { description }
  }
}

extension PlaylistKey {
  /// The criteria besides the rules: the search, the order, the limit and the seed.
  fileprivate static let besideRules = keys(of: .criteria).filter { $0 != .conditions && $0 != .match }
}

extension TextTable {
  /// Appends the search, the order, the limit and the seed.
  mutating func appendSearchAndOrder(of playlist: Playlist) {
    for key in PlaylistKey.besideRules { append(key: key.rawValue, playlist.wording(of: key)) }
  }
}

extension Playlist {
  /// Returns the value of a key in words, without quotes; `nil` for an absent one.
  func wording(of key: PlaylistKey) -> String? {
    switch self[key] {
    case .absent: nil
    case _ where key == .limit: criteria.limits.wording
    case let value: value.description
    }
  }
}

struct PodcastTable {
  let lines: [StyledText]

  /// Fits the table to a terminal.
  init(_ podcasts: [PodcastSummary], width: Int?) {
    var table = TextTable(freeText: [1, 2, 4, 5], dispensable: [2, 5, 4, 3])
    // On a narrow terminal, authors would shorten titles and folders.
    let showsAuthors = (width ?? .max) >= 100
    for podcast in podcasts {
      table.append(
        StyledText(podcast.id, .bold), StyledText(podcast.head.title),
        StyledText(showsAuthors ? podcast.head.author ?? "" : ""), StyledText(podcast.contents),
        StyledText(podcast.head.tags.joined(separator: ", "), .cyan), StyledText(podcast.head.folder.path, .faint))
    }
    lines = table.lines(within: width)
  }
}

extension PodcastSummary {
  /// The number of episodes, or of tracks of an album.
  var contents: String { head.kind.counted(episodeCount) }
}

extension Podcast {
  /// The number of episodes, or of tracks of an album.
  var contents: String { kind.counted(episodes.count) }
}

extension Podcast.Kind {
  fileprivate func counted(_ count: Int) -> String { MixtapeModel.counted(count, self == .album ? "track" : "episode") }
}

/// The first lines of `show` for a podcast: the values of a podcast or an album. Its episodes follow.
struct PodcastDetails {
  private(set) var lines: [StyledText] = []

  init(_ podcast: Podcast, width: Int?) {
    lines.append("\(podcast.title, .bold) (\(podcast.id))")
    lines.append("")
    lines += Self.head(of: podcast).lines
    lines += Paragraphs.lines(
      [("description", podcast.description), ("your notes", podcast.notes)], width: width)
  }

  private static func head(of podcast: Podcast) -> TextTable {
    var table = TextTable()
    table.append(key: "kind", podcast.kind.rawValue)
    table.append(key: "folder", podcast.folder.path.nonEmpty)
    table.append(key: "author", podcast.author?.nonEmpty)
    table.append(key: "feed", podcast.feed?.nonEmpty)
    table.append(key: "guid", podcast.guid?.nonEmpty)
    table.append(key: "artwork", podcast.artwork?.nonEmpty)
    table.append(key: "categories", podcast.categories.joined(separator: ", ").nonEmpty)
    table.append(key: "tags", podcast.tags.joined(separator: ", ").nonEmpty)
    table.append(key: "subscribed", String(podcast.subscribed))
    table.append(key: "added", podcast.dateAdded.map(Timestamp.day))
    table.append(key: "new since", podcast.newSince.map(Timestamp.day))
    for (index, rule) in podcast.skip.enumerated() { table.append(key: index == 0 ? "skip" : "", rule) }
    table.append(key: "episodes", podcast.episodes.isEmpty ? "none" : nil)
    return table
  }
}

extension Store {
  /// Returns the details of an episode, a podcast or a playlist, without the list of its episodes.
  func details(of subject: DetailsPage.Subject, width: Int) throws(MixtapeError) -> [StyledText] {
    switch subject {
    case .episode(let id):
      guard let episode = try episodes([id])[id] else { throw try notFound(id) }
      return EpisodeDetails(episode, nil, width: width).lines
    case .podcast(let id):
      guard let podcast = try library.find(id) else { throw try notFound(.podcast(id)) }
      return PodcastDetails(podcast, width: width).lines
    case .playlist(let id): return PlaylistDetails(headOf: try existing(id, withTimes: true)).lines
    }
  }
}
