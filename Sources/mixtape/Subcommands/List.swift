import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

struct List: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List playlists.",
    discussion: """
      Shows the id, the name, how many episodes were picked by hand, whether rules find more (smart), and the folder.

      Examples:
        mixtape list
        mixtape list --folder travel --recursive
        mixtape list --json | jq -r '.[].id'
      """)

  @Option(help: ArgumentHelp("Only those in this folder; `/` is the top.", valueName: "folder"))
  var folder: FolderArgument?

  @Flag(help: "With --folder: also those in folders within it.")
  var recursive = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if recursive && folder == nil { throw ValidationError("--recursive requires --folder") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let chosen = try folder?.folder
    if session.wantsJSON {
      let playlists = try store.playlists(withTimes: true).filter { isWanted($0.folder, in: chosen) }
      if playlists.isEmpty { try chosen.map { try store.requireFolder($0, of: .playlists) } }
      session.print(.array(playlists.map(JSONOutput.playlist)))
      return .done
    }
    let summaries = try store.summaries().filter { isWanted($0.folder, in: chosen) }
    if summaries.isEmpty { try chosen.map { try store.requireFolder($0, of: .playlists) } }
    session.print(PlaylistTable(summaries, width: session.width).lines)
    if summaries.isEmpty { session.remark("No playlists here.") }
    return .done
  }

  private func isWanted(_ folder: Folder, in chosen: Folder?) -> Bool {
    guard let chosen else { return true }
    return recursive ? folder.isWithin(chosen) : folder == chosen
  }
}
