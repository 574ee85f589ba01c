import ListeningSession
import MixtapeModel
import MixtapePlayer
import MixtapeStore

/// The list that a player plays.
enum PlayedList {
  case playlist(Playlist)
  case selection(Selection)

  /// A podcast, an album, or the result of a search, which plays in its order.
  struct Selection {
    /// The name for the screen.
    let name: String
    /// The words that select it. A session with other words starts over.
    let words: String
    let episodes: [Episode.ID]
    /// The episode with which playing begins; `nil` for the first one.
    var start: Episode.ID?
  }

  /// The player of the list.
  var owner: StorePlayer {
    switch self {
    case .playlist(let playlist): .playlist(playlist.id)
    case .selection: .selection
    }
  }

  /// The name for the screen.
  var name: String {
    switch self {
    case .playlist(let playlist): playlist.name
    case .selection(let selection): selection.name
    }
  }

  /// The name in messages: the id of a playlist.
  var shownID: String { playlist?.id.rawValue ?? name }

  /// The playlist; `nil` for a selection.
  var playlist: Playlist? { if case .playlist(let playlist) = self { playlist } else { nil } }

  /// The selection; `nil` for a playlist.
  var selection: Selection? { if case .selection(let selection) = self { selection } else { nil } }
}

extension PlayedList.Selection {
  /// Selects the episodes of a podcast or an album, or those of the podcast of an episode from that one on.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` for an episode that the library does not have.
  init(of podcast: Podcast.ID, from start: Episode.ID? = nil, in store: Store) throws(MixtapeError) {
    let ids = try store.episodeIDs(of: .podcast(podcast))
    if let start, !ids.contains(start) { throw try store.notFound(start) }
    let title = try store.heads(of: [podcast]).first?.title
    self.init(
      name: title ?? podcast.rawValue, words: start.map { "episode \($0)" } ?? "podcast \(podcast)", episodes: ids,
      start: start)
  }
}

extension Store {
  /// Returns the list that plays for an item.
  func playedList(of item: NamedItem) throws(MixtapeError) -> PlayedList {
    switch item {
    case .playlist(let id): .playlist(try existing(id))
    case .podcast(let id): .selection(try PlayedList.Selection(of: id, in: self))
    case .episode(let id): .selection(try PlayedList.Selection(of: id.podcast, from: id, in: self))
    }
  }

  /// Returns the entries of a list that can be played.
  ///
  /// - Parameters:
  ///   - seed: The seed of a random order, if the list is a playlist without one.
  ///   - entry: The entry with which playing begins; `nil` for that of the list.
  ///   - shuffled: Whether the player shuffles.
  func playable(
    _ list: PlayedList, seed: Int64, from entry: ListEntry? = nil, shuffled: Bool
  ) throws(MixtapeError) -> PlayableEpisodes {
    switch list {
    case .playlist(let playlist):
      try PlayableEpisodes(of: playlist, seed: seed, from: entry, shuffled: shuffled, in: self)
    case .selection(let selection):
      try PlayableEpisodes(
        selection.episodes, from: entry ?? selection.start.map { ListEntry($0) }, shuffled: shuffled, in: self)
    }
  }
}

extension Session {
  /// Returns the list that a text or options select; `nil` without both.
  ///
  /// - Parameter order: The order and the limit of what the options find.
  func playedList(
    _ what: WhatArgument?, _ finding: FindingOptions, _ order: [CriteriaEdit], in store: Store
  ) throws -> PlayedList? {
    if let what { return try store.playedList(of: try what.id(in: self)) }
    guard !finding.isEmpty else { return nil }
    let words = (finding.texts + order.map { "\($0)" }).joined(separator: ", ")
    let name = finding.texts.joined(separator: ", ")
    return .selection(
      PlayedList.Selection(name: name, words: "found \(words)", episodes: try finding.episodes(order, in: store, self)))
  }
}
