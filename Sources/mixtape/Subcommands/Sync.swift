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

      The default remote is that of the branch, else the only remote, else `origin`. With the address of a repository, connects a \
      store that has no remote: adds the address as `origin`, and pushes the store to it.

      Examples:
        mixtape sync
        mixtape sync git@example.org:ann/mixtapes.git
        mixtape sync --dry-run
        mixtape sync --ask
      """)

  @Argument(
    help: ArgumentHelp(
      "The name of the remote, as `git remote` lists it, or the address of a repository.", valueName: "remote"))
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
    let isConnected = try connect(store, in: session)
    let options = SyncOptions(remote: isConnected ? nil : remote, conflicts: stop ? .stop : .newer)
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

  /// Connects a store without a remote to the address in the place of a remote. Returns whether it did.
  private func connect(_ store: Store, in session: Session) throws -> Bool {
    guard !preview.dryRun, let remote, remote.contains(where: { $0 == "/" || $0 == ":" }) else { return false }
    let address = try Clone.location(of: remote, in: session)
    let isConnected = try session.transferring { (git) throws(MixtapeError) in
      try store.connect(to: address, writtenAs: remote, by: git)
    }
    if isConnected {
      session.reporter.note(code: "connected", "connected the store to \(address), as the remote origin")
    }
    return isConnected
  }
}
