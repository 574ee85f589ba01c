import ArgumentParser
import GitHistory
import MixtapeModel
import MixtapeStore
import TerminalUI

struct Restore: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore an earlier version of a playlist, or a deleted playlist.",
    discussion: """
      Gives the file the content that it had at the revision. Without --at, restores the last version of a deleted \
      playlist. A deleted playlist returns to its folder; an existing one stays in its folder. `mixtape history ID` \
      lists the revisions, also of a deleted playlist.

      Examples:
        mixtape restore to-sort
        mixtape restore morning-commute --at 1a2b3c4d
        mixtape restore morning-commute --at HEAD~3 --dry-run
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Option(help: ArgumentHelp("The revision to restore the playlist from.", valueName: "rev"))
  var at: RevisionArgument?

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let id = try playlist.id
    let nothing: StyledText = "Nothing to restore: \(id) already has these values."
    do {
      if preview.dryRun {
        let preview = try store.explainingAbsence(id, at: at?.revision) { (revision) throws(MixtapeError) in
          try store.restorePreview(id, at: revision)
        }
        return try session.present(preview, of: store, operation: "restore", nothing: nothing)
      }
      let result = try store.explainingAbsence(id, at: at?.revision) { (revision) throws(MixtapeError) in
        try store.restore(id, at: revision)
      }
      try present(result, nothing: nothing, of: store, in: session)
      return result.commit == nil ? .nothingToDo : .done
    } catch let error as MixtapeError where error.code == .alreadyExists {
      throw CommandFailure(
        .exists, code: error.code.rawValue, "\(id) is not deleted; use `--at` to choose the version to restore",
        hints: "`mixtape history \(id)` lists its versions")
    }
  }

  private func present(
    _ result: RestoreResult, nothing: StyledText, of store: Store, in session: Session
  ) throws(MixtapeError) {
    let id = result.playlist.id
    if session.wantsJSON {
      session.print(JSONOutput.restoration(result, try store.playlist(id, withTimes: true) ?? result.playlist))
    } else if result.commit == nil {
      session.remark(nothing)
    } else {
      session.noteChange()
      session.print("Restored \(id, .bold) from \(result.source.abbreviated).")
      session.hint("`mixtape undo` undoes this")
    }
  }
}
