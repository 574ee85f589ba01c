import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Sync: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Exchange changes with a remote.",
    discussion: """
      Commits hand edits, fetches the changes of the remote, merges them by meaning, and pushes. If both sides changed \
      one value, that is a conflict: the newer change wins, and both values are shown. If both have the same time, the one with the \
      greater commit id wins. Git transfers the changes, with your keys and passwords. Without a terminal, git asks for no password.

      The default remote is that of the branch, else the only remote, else `origin`.

      Examples:
        mixtape sync
        mixtape sync --dry-run
        mixtape sync --ask
      """)

  @Argument(help: ArgumentHelp("The name of the remote, as `git remote` lists it.", valueName: "remote"))
  var remote: String?

  @Flag(help: "Ask about each conflict on the terminal.")
  var ask = false

  @Flag(help: "Change nothing if there are conflicts, and list them.")
  var stop = false

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if ask && stop { throw ValidationError("--ask and --stop cannot be used together") }
    if ask && preview.dryRun { throw ValidationError("--ask and --dry-run cannot be used together") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    if ask { try session.requireTerminal(for: "--ask") }
    let store = try session.openStore()
    let options = SyncOptions(remote: remote, conflicts: stop ? .stop : .newer)
    if preview.dryRun {
      session.present(
        try session.transferring { (git) throws(MixtapeError) in try store.syncPreview(options, by: git) })
    } else {
      let report = try session.sync(store, options, asking: ask)
      if !report.changesNothing { session.noteChange() }
      session.present(report)
    }
    return .done
  }
}
