import ArgumentParser
import GitHistory
import LosslessTOML
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import StoreBrowser

struct Status: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the contents of the store, uncommitted hand edits and the next undo.",
    discussion: """
      Hand edits are committed before the next change, one commit for each file, and 50 new \
      files or more as one.

      If more than 10 files and more than half of all are gone, perhaps because a disk is not mounted, no command changes \
      the store, and `watch` ends. `git checkout .` brings the files back, and --accept-deletions commits the deletion.

      Example:
        mixtape status
      """)

  @Flag(help: "Commit the deletion of most files, with all other hand edits.")
  var acceptDeletions = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    if acceptDeletions, try !store.acceptDeletions().isEmpty { session.noteChange() }
    let (status, open) = (try store.status(), try store.openConflicts())
    if let vanished = status.vanished { session.warn(of: vanished) }
    session.print(json: JSONOutput.status(status, open, of: store)) {
      session.print(StatusReport(status, open, of: store, in: session.context).lines)
    }
    return .done
  }
}

private struct StatusReport {
  private(set) var lines: [StyledText] = []

  init(_ status: StoreStatus, _ open: [OpenConflict], of store: Store, in context: CommandContext) {
    appendOpenConflicts(open)
    lines.append("\("Store", .bold) \(store.directory)")
    let counts = [
      counted(status.playlists, "playlist"), counted(status.podcasts, "podcast"), counted(status.episodes, "episode"),
    ]
    lines.append("\(counts.joined(separator: ", ")); \(Self.head(status.head))")
    if let remote = status.remote { lines.append(Self.remote(remote, in: context)) }
    appendProblems(of: status)
    appendHandEdits(status.handEdits)
    // Nothing can be undone during a git operation.
    guard status.state == .clean else { return }
    lines.append("")
    lines.append("Next undo: \(status.nextUndo?.subject ?? "nothing")")
    if let redo = status.nextRedo { lines.append("Next redo: \(redo.subject)") }
    if let boundary = status.boundary {
      lines.append("Older history is not available: \(ErrorPresenter.reason(of: boundary))")
    }
  }

  private mutating func appendOpenConflicts(_ open: [OpenConflict]) {
    guard !open.isEmpty else { return }
    lines.append(
      "\(counted(open.count, "value"), .yellow) in conflict (`mixtape conflicts` shows both versions, `--take` chooses one):"
    )
    lines += open.prefix(Self.mostConflicts).map { "  \($0.name, .bold): `\($0.key)`" }
    if open.count > Self.mostConflicts { lines.append("  and \(open.count - Self.mostConflicts) more") }
    lines.append("")
  }

  private static let mostConflicts = 10

  private mutating func appendProblems(of status: StoreStatus) {
    if status.state != .clean {
      lines.append(
        "\(ErrorPresenter.name(of: status.state), .yellow) is in progress; commands cannot change the store until it ends"
      )
      lines += ErrorPresenter.ending(status.state, hasConflicts: !status.conflicts.isEmpty).map { "  \($0)" }
    }
    if let change = status.interruptedChange {
      lines.append("A change was interrupted; the next change finishes it: \(change)")
    }
    if !status.untrustedSettings.isEmpty {
      lines += ["", "Settings that lead out of the store, without an effect (`mixtape trust` accepts them):"]
      lines += status.untrustedSettings.map { "  \(ErrorPresenter.text(of: $0), .yellow)" }
    }
    if !status.conflicts.isEmpty {
      lines += ["", "Files in conflict (`mixtape edit` opens a playlist):"]
      lines += status.conflicts.map { "  \($0, .red)" }
    }
    if !status.notCheckedOut.isEmpty {
      lines += ["", "Excluded by the sparse checkout (`git sparse-checkout disable` checks them out):"]
      lines += status.notCheckedOut.map { "  \($0)" }
    }
    let files = status.invalid.filter { !status.conflicts.contains($0.report.path) }
    appendConflictCopies(among: files)
    let invalid = files.filter { $0.report.conflictCopy == nil }
    guard !invalid.isEmpty else { return }
    lines += ["", "Files with errors (`mixtape check` shows them):"]
    var table = TextTable(indentation: 2)
    for file in invalid { table.append(StyledText(Self.place(of: file.report), .red), StyledText(Self.use(of: file))) }
    lines += table.lines
  }

  private mutating func appendConflictCopies(among files: [StoreStatus.InvalidFile]) {
    var table = TextTable(indentation: 2)
    for file in files {
      guard let copy = file.report.conflictCopy?.copy else { continue }
      let state = file.isCommitted ? "; committed" : ""
      table.append(StyledText(file.path, .red), StyledText("of \(copy.original), by \(copy.program)\(state)"))
    }
    guard !table.lines.isEmpty else { return }
    lines += ["", "Conflict copies of other programs, ignored (`mixtape check` shows what to do):"] + table.lines
  }

  /// Returns the path of a file, with the place of its first error if the file was read.
  private static func place(of report: FileReport) -> String {
    guard !report.source.isEmpty, let first = report.diagnostics.first(where: { $0.severity == .error }),
      !first.id.isAboutWholeFile
    else {
      return report.path
    }
    let place = SourceLines(report.source).location(of: first.range.lowerBound)
    return "\(report.path):\(place.line):\(place.column)"
  }

  private static func use(of file: StoreStatus.InvalidFile) -> String {
    let state = file.isCommitted ? "committed with its errors" : "not committed"
    if file.report.diagnostics.contains(where: { $0.id == .idClash }) {
      return "has the id of another file; ignored until one of them is removed or renamed"
    }
    if file.path == StoreFile.name { return "\(state); Mixtape uses the default values of invalid settings" }
    return
      "\(state); \(file.usesCommittedVersion ? "the last committed version is used" : "ignored until it is fixed")"
  }

  private mutating func appendHandEdits(_ edits: [HandEdit]) {
    guard !edits.isEmpty else { return }
    lines += ["", "Edited by hand since the last change:"]
    var table = TextTable(indentation: 2)
    for edit in edits {
      let path = edit.oldPath.map { "\($0) → \(edit.path)" } ?? edit.path
      table.append(StyledText(edit.kind.rawValue), StyledText(path, .green))
    }
    lines += table.lines
  }

  private static func remote(_ remote: RemoteStatus, in context: CommandContext) -> StyledText {
    let name = remote.branch.name
    guard let difference = remote.difference else { return "\(name): never fetched; `mixtape sync` fetches and pushes" }
    let time = remote.asOf.map { ", as of \(Timestamp($0, utcOffset: context.utcOffset($0)).text)" } ?? ""
    if difference.ahead == 0 && difference.behind == 0 { return "\(name): up to date\(time)" }
    return "\(name): \(difference.ahead) ahead, \(difference.behind) behind\(time)"
  }

  private static func head(_ head: Head) -> String {
    switch head {
    case .unborn: "no commit yet"
    case .branch(let name, let id): "branch \(name) at \(id.abbreviated)"
    case .detached(let id): "on no branch, at \(id.abbreviated)"
    }
  }
}

struct Trust: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust",
    abstract: "Accept settings of others that lead out of the store.",
    discussion: """
      Everybody who can push to the remote can change mixtape.toml. A `directory` or a `path` in it that leads out of \
      the store therefore has no effect on this machine, until you edit it here or accept it with this command. The \
      private state keeps the accepted values; nothing is committed. `mixtape status` lists the others.

      Examples:
        mixtape trust --dry-run
        mixtape trust
      """)

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let settings = try preview.dryRun ? store.untrustedSettings() : store.trustSettings()
    session.print(json: ["settings": .array(settings.map(JSONOutput.setting))]) {
      for setting in settings {
        session.print("\(preview.dryRun ? "Would accept" : "Accepted") \(ErrorPresenter.text(of: setting)).")
      }
      if settings.isEmpty { session.remark("Nothing to accept: no setting of others leads out of the store.") }
    }
    return settings.isEmpty ? .nothingToDo : .done
  }
}
