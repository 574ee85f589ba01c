import ArgumentParser
import GitHistory
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import StoreBrowser

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
    if ask { try Self.requireTerminal(session) }
    let store = try session.openStore()
    let isConnected = try connect(store, in: session)
    let options = SyncOptions(remote: isConnected ? nil : remote, conflicts: stop ? .stop : .newer)
    if preview.dryRun {
      Self.present(
        try session.transferring { (git) throws(MixtapeError) in try store.syncPreview(options, by: git) }, session)
    } else {
      let report = try sync(store, options, session)
      if !report.changesNothing { session.noteChange() }
      Self.present(report, session)
    }
    return .done
  }

  /// Throws an error unless a person can answer the questions of --ask.
  private static func requireTerminal(_ session: Session) throws(Problem) {
    guard session.wantsJSON || !session.context.standardInput.isTerminal else { return }
    throw Problem(
      .usage, code: "no-terminal",
      session.wantsJSON ? "--ask does not work with --json" : "--ask requires a terminal",
      hints: "`mixtape sync` takes the newer values; `mixtape conflicts` then lists both values, and decides",
      "`mixtape sync --stop` shows the conflicts and changes nothing")
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

  private func sync(_ store: Store, _ options: SyncOptions, _ session: Session) throws(MixtapeError) -> SyncReport {
    let progress = TransferProgress(on: session.context.standardError)
    let question: ConflictQuestion = { conflicts in
      progress.end()
      return session.askAbout(conflicts)
    }
    let report = try session.transferring(showing: progress) { (git) throws(MixtapeError) in
      try store.sync(
        options, by: git, deciding: ask ? question : nil,
        beforeFailure: { received in
          // The results of a command that fails are not printed otherwise.
          Self.present(received, session)
          session.keepResults()
        })
    }
    if report.differences.contains(where: { $0.files.contains { $0.path == StoreFile.name } }) {
      // The warning of errors in the settings was about the ones before the sync.
      session.reporter.forgetInvalidFile(at: StoreFile.name)
      _ = try session.openStore()
    }
    return report
  }

  /// Prints the preview, and warns of its conflicts.
  private static func present(_ preview: SyncPreview, _ session: Session) {
    session.print(json: JSONOutput.syncPreview(preview)) {
      session.print(SyncReportText.line(of: preview))
      session.print(SyncReportText.lines(of: preview.differences))
    }
    session.note(preview.notices, lost: preview.plan.lost, of: preview.branch)
    for conflict in preview.conflicts {
      session.reporter.warn(
        code: "sync-conflict", SyncReportText.wording(of: conflict, in: session.context).message)
    }
  }

  private static func present(_ report: SyncReport, _ session: Session) {
    session.print(json: JSONOutput.sync(report)) {
      session.print(SyncReportText.line(of: report))
      session.print(SyncReportText.lines(of: report.differences))
    }
    session.warn(of: report)
  }
}
