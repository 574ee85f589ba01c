import MixtapeModel
import MixtapePlayer
import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum PlayedList {
  case playlist(Playlist)
  case selection(Selection)

  /// A podcast, an album, or the result of a search, which plays in its order.
  struct Selection {
    let name: String
    /// The words that select it. A session with other words starts over.
    let words: String
    let episodes: [Episode.ID]
    /// The episode with which playing begins; `nil` for the first one.
    var start: Episode.ID?
  }

  var owner: StorePlayer {
    switch self {
    case .playlist(let playlist): .playlist(playlist.id)
    case .selection: .selection
    }
  }

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
  func playedList(of item: NamedItem) throws(MixtapeError) -> PlayedList {
    switch item {
    case .playlist(let id): .playlist(try existing(id))
    case .podcast(let id): .selection(try PlayedList.Selection(of: id, in: self))
    case .episode(let id): .selection(try PlayedList.Selection(of: id.podcast, from: id, in: self))
    }
  }

  /// Returns the entries of a list that can be played. The seed is that of a random order, if the list is a playlist without one.
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

extension Session {
  /// Returns the entries of a list that can be played. Reports missing episodes, and how a player deals with a list that is longer
  /// than its queue, or has an episode twice.
  ///
  /// - Parameter seed: The seed of a random order, if the list has none.
  func playableEpisodes(
    of list: PlayedList, _ shuffle: ShuffleAlgorithm, seed: Int64, in store: Store
  ) throws -> PlayableEpisodes {
    let playable = try store.playable(list, seed: seed, shuffled: shuffle != .off)
    let missing = playable.missingCount
    if missing > 0 {
      reporter.warn(
        code: "missing-episode",
        "\(counted(missing, "episode")) of \(list.shownID) \(missing == 1 ? "is" : "are") missing from the library",
        hints: ["`mixtape check` lists the missing episodes"])
    }
    if playable.isLong {
      reporter.note(
        code: "long-list",
        "the queue holds \(ShufflePlayer.capacity) of \(playable.count) episodes; the others follow as these are played"
      )
    }
    if shuffle != .off, playable.hasRepetitions {
      reporter.note(
        code: "repeated-episodes",
        "\(list.shownID) has episodes more than once; shuffled, each plays once in a round",
        hints: ["`--shuffle off` plays them as often as they are listed"])
    }
    return playable
  }
}

extension Problem {
  /// Returns the error for a list with episodes whose queue is empty.
  static func emptiedQueue(of list: PlayedList) -> Problem {
    let id = list.playlist.map { " \($0.id)" } ?? ""
    return Problem(
      .notFound, code: "nothing-to-play", "all episodes of \(list.shownID) were removed from its queue",
      hints: "`mixtape play\(id) --fresh` plays them again")
  }

  /// Returns the error for a list without episodes to play.
  static func nothingToPlay(in list: PlayedList) -> Problem {
    let hint = list.playlist.map {
      $0.isSmart ? "`mixtape conditions \($0.id)` shows its rules" : "`mixtape add \($0.id) EPISODE` adds an episode"
    }
    return Problem(
      .notFound, code: "nothing-to-play",
      "there is nothing to play in \(list.playlist?.id.rawValue ?? ErrorPresenter.quoted(list.name))",
      hints: hint)
  }
}

extension ShufflePlayer {
  /// Returns the seed of the order: the given one, else that of the playlist if there is one, else a random one.
  static func seed(requested: Int64?, of playlist: Playlist?, at now: Date) -> Int64 {
    requested ?? playlist?.criteria.seed?.number(at: now) ?? Int64.random(in: 0..<1_000_000)
  }
}

extension Store {
  /// Returns the shuffle: the given one, else that of the playlist, which keeps its order without one. The queue that the user fills
  /// is shuffled.
  func shuffle(requested: ShuffleSetting?, of list: PlayedList?) throws(MixtapeError) -> ShuffleAlgorithm {
    let usual = try usualShuffle(of: list)
    if let requested { return requested.algorithm(default: usual) }
    return switch list {
    case .playlist(let playlist)?: playlist.settings.shuffle.algorithm(default: usual)
    case .selection?: .off
    case nil: usual
    }
  }

  /// Returns the shuffle of a list that is to be shuffled: that of the playlist, else that of the store.
  func usualShuffle(of list: PlayedList?) throws(MixtapeError) -> ShuffleAlgorithm {
    if case .by(let algorithm)? = list?.playlist?.settings.shuffle { return algorithm }
    return try defaultShuffle() ?? .default
  }
}

extension Store {
  /// Refuses a seed without an effect. The queue that the user fills is shuffled.
  func requireEffect(
    ofSeed seed: Int64?, _ requested: ShuffleSetting?, of list: PlayedList?, sortsAtRandom: Bool = false
  ) throws {
    guard seed != nil, !sortsAtRandom, try shuffle(requested: requested, of: list) == .off else { return }
    if let criteria = list?.playlist?.criteria, criteria.isActive, criteria.sort.contains(.random) { return }
    throw Problem.usage(
      "--seed has no effect: \(list?.shownID ?? "the queue") plays in order",
      hints: "`--shuffle` shuffles it")
  }
}
