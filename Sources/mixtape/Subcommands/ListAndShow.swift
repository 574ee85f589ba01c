import ArgumentParser
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import Podcasts
import StoreBrowser
import SystemPackage

struct List: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List playlists.",
    discussion: """
      Prints the id, the name, the number of hand-picked episodes, `smart` for a playlist with rules, the total playing \
      time, and the folder. `at least` stands before the playing time if it is unknown for some episodes. Playlists with \
      rules have no playing time here; `mixtape show` prints it. Numbers in ids are in order of their values: `list-2` comes before `list-199`.

      Examples:
        mixtape list
        mixtape list --folder travel --recursive
        mixtape list --json | jq -r '.[].id'
      """, aliases: ["ls"])

  @Option(help: ArgumentHelp("Only playlists in this folder; `/` is the top.", valueName: "folder"))
  var folder: FolderArgument?

  @Flag(help: "With --folder: also playlists in its subfolders.")
  var recursive = false

  @Option(name: [.customShort("n"), .long], help: ArgumentHelp("Only the first N.", valueName: "n"))
  var limit: Int?

  @Flag(help: "Print only the ids, one per line.")
  var ids = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
    if recursive && folder == nil { throw ValidationError("--recursive requires --folder") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let chosen = try folder?.folder
    if session.wantsJSON {
      let playlists = try store.playlists(withTimes: true).filter {
        $0.folder.isListed(in: chosen, recursively: recursive)
      }
      if playlists.isEmpty { try chosen.map { try store.requireFolder($0, of: .playlists) } }
      if ids {
        session.print(.strings(playlists.prefix(limit ?? .max).map(\.id.rawValue)))
        return .done
      }
      let times = try store.summariesWithPlayingTimes().playingTimes
      let none = PlayingTime(seconds: 0, unknownCount: 0)
      session.print(.array(playlists.prefix(limit ?? .max).map { JSONOutput.playlist($0, times[$0.id] ?? none) }))
      return .done
    }
    let (all, playingTimes) = try store.summariesWithPlayingTimes()
    let summaries = all.filter { $0.folder.isListed(in: chosen, recursively: recursive) }
    if summaries.isEmpty { try chosen.map { try store.requireFolder($0, of: .playlists) } }
    let listed = Array(summaries.prefix(limit ?? .max))
    session.print(
      ids
        ? listed.map { StyledText($0.id) }
        : PlaylistTable(listed, playingTimes: playingTimes, width: session.width).lines)
    if summaries.isEmpty { session.remark("No playlists found.") }
    if let vanished = store.vanishedFiles(besides: all.count) { session.warn(of: vanished) }
    return .done
  }
}

struct Show: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a playlist, a podcast, an album or an episode, now or at an earlier revision.",
    discussion: """
      Shows the episodes of a playlist, a podcast or an album, and all values of an episode.

      The numbers of a playlist are those that `add --at`, `remove` and `reorder` take. Episodes that the library does \
      not have are marked as missing. Episodes found by rules follow; `remove` and `reorder` do not apply to them. The last \
      line is the total playing time, with `at least` if the playing time of some episodes is unknown.

      With --at, rules use the library and the time of that revision.

      Examples:
        mixtape show morning-commute
        mixtape show night-sky
        mixtape show night-sky/042-auroras
        mixtape show morning-commute --at @{1}
        mixtape show morning-commute --at 2026-03-01
      """)

  @Argument(help: ArgumentHelp("A playlist, a podcast, an album or an episode, by id or name.", valueName: "what"))
  var what: WhatArgument

  @Option(
    help: ArgumentHelp(
      "Show it at a revision: a commit, a tag, HEAD~3, @{2} for two versions back, yesterday, 2026-03-01, or \"3 days ago\".",
      valueName: "rev"))
  var at: RevisionArgument?

  @OptionGroup var columns: ColumnOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let columns = try columns.chosen
    let revision = at?.revision
    switch try revision.map({ try what.element(in: session, at: $0) }) ?? what.id(in: session) {
    case .playlist(let id):
      if let revision {
        try session.present(id, at: revision, columns, of: store)
      } else {
        try ItemArgument(text: what.text).noteOther(than: .playlist(id), of: store, in: session)
        try session.present(id, columns, of: store)
      }
    case .podcast(let id): session.present(try podcast(id, at: revision, in: store), columns, of: store)
    case .episode(let id):
      if columns != nil { throw Problem.usage("--columns requires a playlist or a podcast") }
      session.present(try episode(id, at: revision, in: store), of: store)
    }
    return .done
  }

  private func podcast(_ id: Podcast.ID, at revision: Revision?, in store: Store) throws -> Podcast {
    try store.explainingAbsence(.podcast(id), at: revision) { (revision) throws(MixtapeError) in
      if let revision { try store.podcast(id, at: revision) } else { try store.library.existing(id) }
    }
  }

  private func episode(_ id: Episode.ID, at revision: Revision?, in store: Store) throws -> Episode {
    let present = try store.episodes([id])[id]
    if let revision {
      let past = try podcast(id.podcast, at: revision, in: store).episodes.first { $0.id == id }
      if let past { return past }
      if present != nil { throw ErrorPresenter.absent(id, at: revision) }
    }
    guard let present else { throw try store.notFound(id) }
    return present
  }
}

extension Playlist {
  fileprivate func shownEpisodes(found: [Episode.ID]) -> [Episode.ID] {
    episodes + found.prefix(PlaylistDetails.mostFound)
  }
}

extension Session {
  fileprivate func present(_ id: Playlist.ID, _ columns: [EpisodeColumn]?, of store: Store) throws {
    let playlist = try store.existing(id, withTimes: wantsJSON)
    let (contents, episodes, playingTime) = try store.contents(of: playlist) { contents in
      wantsJSON ? [] : playlist.shownEpisodes(found: contents.found)
    }
    present(playlist, found: contents.found, playingTime, library: episodes, columns, of: store)
  }

  fileprivate func present(
    _ id: Playlist.ID, at revision: Revision, _ columns: [EpisodeColumn]?, of store: Store
  ) throws {
    let past = try store.explainingAbsence(.playlist(id), at: revision) { (_) throws(MixtapeError) in
      try store.pastPlaylist(id, at: revision)
    }
    let found = past.contents.found
    let episodes = wantsJSON ? [:] : try past.episodes(past.playlist.shownEpisodes(found: found))
    present(past.playlist, found: found, try past.playingTime, library: episodes, columns, of: store)
  }

  private func present(
    _ playlist: Playlist, found: [Episode.ID], _ playingTime: PlayingTime, library: [Episode.ID: Episode],
    _ columns: [EpisodeColumn]?, of store: Store
  ) {
    if wantsJSON { return print(JSONOutput.playlist(playlist, found: found, playingTime)) }
    let texts = episodeTexts(of: store, marksMissingFiles: true)
    print(
      PlaylistDetails(
        playlist, found: found, playingTime: playingTime, library: library.mapValues(texts.text), columns, width: width
      ).lines)
  }

  fileprivate func present(_ podcast: Podcast, _ columns: [EpisodeColumn]?, of store: Store) {
    print(json: JSONOutput.podcast(podcast)) {
      print(PodcastDetails(podcast, width: width).lines)
      guard !podcast.episodes.isEmpty else { return }
      let texts = episodeTexts(of: store, marksMissingFiles: true)
      print([""] + lines(of: podcast.episodes, texts, columns, indentation: 2))
    }
  }

  fileprivate func present(_ episode: Episode, of store: Store) {
    let downloads = downloads(of: store)
    print(json: JSONOutput.episode(episode, downloadedTo: downloads.path(of: episode.id)?.string)) {
      print(EpisodeDetails(episode, downloads.items[episode.id], width: width).lines)
    }
  }
}
