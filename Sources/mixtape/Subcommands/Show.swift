import ArgumentParser
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import TerminalUI

struct Show: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a playlist, now or at an earlier revision.",
    discussion: """
      `add --at`, `remove` and `reorder` accept the printed numbers. Episodes that the library does not have are \
      marked as missing. Episodes found by rules follow; `remove` and `reorder` do not apply to them.

      With --at, rules use the library and the time of that revision.

      Examples:
        mixtape show morning-commute
        mixtape show morning-commute --at @{1}
        mixtape show morning-commute --at 2026-03-01
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Option(
    help: ArgumentHelp(
      "Show the playlist at a revision: a commit, a tag, HEAD~3, @{2} for two versions back, yesterday, 2026-03-01, or \"3 days ago\".",
      valueName: "rev"))
  var at: RevisionArgument?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let id = try playlist.id
    guard let revision = at?.revision else {
      let playlist = try store.existing(id, withTimes: session.wantsJSON)
      // JSON has no titles, so a playlist without rules does not need the library.
      if session.wantsJSON, !playlist.isSmart {
        session.present(playlist, found: [], library: [:])
        return .done
      }
      let (contents, episodes) = try store.contents(of: playlist) { contents in
        session.wantsJSON ? [] : playlist.shownEpisodes(found: contents.found)
      }
      session.present(playlist, found: contents.found, library: episodes)
      return .done
    }
    let past = try store.explainingAbsence(id, at: revision) { (_) throws(MixtapeError) in
      try store.pastPlaylist(id, at: revision)
    }
    let found = past.contents.found
    let episodes = session.wantsJSON ? [:] : try past.episodes(past.playlist.shownEpisodes(found: found))
    session.present(past.playlist, found: found, library: episodes)
    return .done
  }
}

extension Playlist {
  /// The episodes whose titles are shown.
  fileprivate func shownEpisodes(found: [Episode.ID]) -> [Episode.ID] {
    episodes + found.prefix(PlaylistDetails.mostFound)
  }
}

extension Session {
  /// Prints a playlist with the episodes that its rules find.
  fileprivate func present(_ playlist: Playlist, found: [Episode.ID], library: [Episode.ID: Episode]) {
    if wantsJSON { return print(JSONOutput.playlist(playlist, found: found)) }
    print(PlaylistDetails(playlist, found: found, library: library, width: width).lines)
  }
}
