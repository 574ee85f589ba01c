import ArgumentParser
import FileSystem
import GitHistory
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import StoreBrowser
import SystemPackage

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

struct Conflicts: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "List the values that both sides of a sync changed, or decide them.",
    discussion: """
      A sync takes the newer value. The list shows both values until you choose one with --take, or change the \
      value. `mine` is the value of the change that was made in this clone. If both changes were made here, or \
      neither, it is the value of the change with your email address. If that also names both or neither, it is the \
      value of the clone that merged.

      Examples:
        mixtape conflicts
        mixtape conflicts morning-commute --take mine
        mixtape conflicts morning-commute name --take theirs
        mixtape conflicts --take theirs --yes
      """)

  @Argument(help: ArgumentHelp("The playlist, podcast or episode (default: all).", valueName: "id"))
  var name: String?

  @Argument(help: ArgumentHelp("The key (default: all keys).", valueName: "key"))
  var key: String?

  @Option(help: ArgumentHelp("The value to take.", valueName: "side"))
  var take: ConflictChoice?

  @Flag(help: "Decide all conflicts without a question.")
  var yes = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if yes && (take == nil || name != nil) {
      throw ValidationError("--yes answers the question of --take without an id")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let all = try store.openConflicts()
    let name = try name.map { try Self.subject(named: $0, among: all, in: session) }
    let named = all.filter { name == nil || name == $0.name }
    let conflicts = named.filter { conflict in key.map(conflict.hasKey) ?? true }
    if let key, conflicts.isEmpty, !named.isEmpty { throw Self.failure(noConflictOf: key, but: named) }
    guard let take else { return try list(conflicts, of: store, in: session) }
    guard !conflicts.isEmpty else {
      throw Problem(
        .notFound, code: "no-conflict", name.map { "no conflict in \(ErrorPresenter.quoted($0))" } ?? "no conflicts",
        hints: name == nil ? [] : ["`mixtape conflicts` lists them"])
    }
    if name == nil, !yes { try confirm(taking: take, for: conflicts.count, in: session) }
    let commit = try store.decide(conflicts, taking: take)
    session.noteChange()
    session.print(
      json: ["decided": .integer(conflicts.count), "commit": .string(commit.description)]
    ) {
      session.print("Decided \(counted(conflicts.count, "conflict")): \(take.rawValue).")
      session.hint("`mixtape undo` undoes this")
    }
    return .done
  }

  private func confirm(taking take: ConflictChoice, for count: Int, in session: Session) throws {
    guard try !session.confirms("Take \(take.rawValue) for \(counted(count, "conflict"))?", default: false) else {
      return
    }
    throw Problem(
      .usage, code: "not-confirmed", "nothing was decided", hints: "`--yes` decides all conflicts without a question")
  }

  /// Returns the failure for a key that is not in conflict, although others of the same file are.
  private static func failure(noConflictOf key: String, but conflicts: [OpenConflict]) -> Problem {
    Problem(
      .notFound, code: "no-conflict",
      "\(ErrorPresenter.quoted(key)) of \(ErrorPresenter.quoted(conflicts[0].name)) is not in conflict",
      hints: "keys in conflict: \(conflicts.map { "`\($0.key)`" }.joined(separator: ", "))")
  }

  /// Returns the id or the path of the playlist, podcast, episode or file that a text names. A misspelled one must not look
  /// decided.
  ///
  /// - Throws: a ``Problem`` if it names nothing, or several items.
  private static func subject(
    named text: String, among conflicts: [OpenConflict], in session: Session
  ) throws -> String {
    let store = try session.currentStore()
    if conflicts.contains(where: { $0.name == text }) { return text }
    for item in ItemArgument(text: text).items where try store.path(of: item) != nil { return item.id }
    if let id = Episode.ID(rawValue: text), try store.episodes([id])[id] != nil { return text }
    if FileAccess.isReadable(store.directory.appending(text)) { return text }
    if NameLookup.canBeName(text), let item = try NameLookup(in: session).named(text) { return item.id }
    throw Problem.notFound(
      "there is no playlist, podcast or episode \(ErrorPresenter.quoted(text))",
      hints: "`mixtape conflicts` lists all conflicts")
  }

  private func list(_ conflicts: [OpenConflict], of store: Store, in session: Session) throws -> ExitStatus {
    let listed = zip(conflicts, try store.values(of: conflicts))
    try session.print(json: .array(listed.map(JSONOutput.openConflict))) {
      for (conflict, values) in listed {
        session.print("\(conflict.name, .bold): `\(conflict.key)`")
        session.print(Self.lines(for: values, in: session.context))
      }
      guard conflicts.isEmpty else { return }
      let isMerging = try !store.conflicts().isEmpty
      session.remark(isMerging ? "No conflicts of a sync; `mixtape status` lists those of git." : "No conflicts.")
    }
    return .done
  }
}

extension Conflicts {
  /// Returns the lines with the values of a conflict: the choice that takes each, its author and date.
  private static func lines(for values: ConflictValues, in context: CommandContext) -> [StyledText] {
    let times = values.times(in: context)
    return ConflictText.lines(
      of: ConflictChoice.allCases.map { choice in
        let version = values[choice]
        let cells = [
          StyledText(version.origin(at: times[choice]), .faint), StyledText(version.commit.abbreviated, .faint),
          StyledText(choice == values.taken ? "taken" : ""),
        ]
        return (choice.rawValue, version.value, cells)
      })
  }
}

extension JSONOutput {
  static func openConflict(_ conflict: OpenConflict, _ values: ConflictValues) -> JSONNode {
    func version(_ version: ConflictValues.Version) -> JSONNode {
      [
        "value": .optional(version.value), "author": .optional(version.change?.author.name),
        "date": .optional(version.change.map { Timestamp.utc($0.author.date) }),
        "commit": .string(version.commit.description),
      ]
    }
    return [
      "id": .string(conflict.name), "key": .string(conflict.key), "taken": .string(values.taken.rawValue),
      "merge": .string(conflict.merge.description), "mine": version(values.mine), "theirs": version(values.theirs),
    ]
  }
}
