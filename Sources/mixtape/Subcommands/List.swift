import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

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
      let times = try store.summariesWithPlayingTimes().playingTimes
      let none = PlayingTime(seconds: 0, unknownCount: 0)
      session.print(.array(playlists.prefix(limit ?? .max).map { JSONOutput.playlist($0, times[$0.id] ?? none) }))
      return .done
    }
    let (all, playingTimes) = try store.summariesWithPlayingTimes()
    let summaries = all.filter { $0.folder.isListed(in: chosen, recursively: recursive) }
    if summaries.isEmpty { try chosen.map { try store.requireFolder($0, of: .playlists) } }
    session.print(
      PlaylistTable(Array(summaries.prefix(limit ?? .max)), playingTimes: playingTimes, width: session.width).lines)
    if summaries.isEmpty { session.remark("No playlists found.") }
    if let vanished = store.vanishedFiles(besides: all.count) { session.warn(of: vanished) }
    return .done
  }
}
