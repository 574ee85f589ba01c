import ArgumentParser
import LosslessTOML
import MixtapeModel
import MixtapeStore
import StoreBrowser
import SystemPackage

struct Check: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the files of the store for errors.",
    discussion: """
      Prints each error and warning with its place. The exit status is 65 if there is an error, and 0 if there are \
      only warnings. Conflict copies of Syncthing, Dropbox, Nextcloud and Seafile are errors, with the commands that keep one \
      of the files.

      Examples:
        mixtape check
        mixtape check playlists/focus.toml
      """)

  @Argument(
    help: ArgumentHelp("Files to check (default: all of the store).", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var files: [String] = []

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    // Errors in files are the result of this command, so they are not reported as warnings.
    let store = try session.openStore { if case .fileInvalid = $0 { false } else { true } }
    let result = try check(store, session.context)
    try session.print(json: .array(JSONOutput.diagnostics(result.reports))) {
      session.print(result.reports.flatMap { DiagnosticRenderer(for: $0).lines })
      session.remark("\(Self.summary(of: result))")
      for report in result.reports {
        ErrorPresenter.hints(onConflictCopy: report, in: store, from: session.context.directory).forEach(session.hint)
      }
      try ErrorPresenter.hints(onRenamedPlaylistsIn: result.reports, of: store).forEach(session.hint)
    }
    if files.isEmpty {
      try store.warnOfInvalidNames()
      if !result.hasErrors { session.note(unsortedLimits: try store.newUnsortedLimits()) }
    }
    return result.hasErrors ? .invalid : .done
  }

  private func check(_ store: Store, _ context: CommandContext) throws -> CheckResult {
    do throws(MixtapeError) {
      return try store.check(files.map { Self.path($0, in: store, context) })
    } catch {
      guard error.code == .notFound, case .file(let path) = error.subject,
        var item = try Self.path(ofItemNamed: path, in: store)
      else { throw error }
      _ = item.removePrefix(context.directory)
      let hint = "`mixtape check \(ErrorPresenter.shellWord(item.string))` checks the file with this id"
      throw ErrorPresenter.problem(for: error).with(hint: hint)
    }
  }

  /// Returns the path of the playlist or the podcast whose id was given instead of its file.
  private static func path(ofItemNamed path: String, in store: Store) throws(MixtapeError) -> FilePath? {
    guard let name = FilePath(path).lastComponent?.string else { return nil }
    for item in ItemArgument(text: name).items {
      if let path = try store.path(of: item) { return path }
    }
    return nil
  }

  /// Returns the path of a file from the working directory, or, outside of the store, from the store.
  private static func path(_ file: String, in store: Store, _ context: CommandContext) -> FilePath {
    let seen = context.normalized(file)
    return seen.starts(with: store.directory) ? seen : FilePath(file)
  }

  private static func summary(of result: CheckResult) -> String {
    let all = result.reports.flatMap(\.diagnostics)
    let errors = all.count { $0.severity == .error }
    let found =
      errors == 0 && all.isEmpty
      ? "no errors" : "\(counted(errors, "error")) and \(counted(all.count - errors, "warning"))"
    return "Checked \(counted(result.fileCount, "file")): \(found)."
  }
}

extension Session {
  /// Notes playlists with a limit and no order, once for each.
  fileprivate func note(unsortedLimits playlists: [Playlist.ID]) {
    guard !playlists.isEmpty else { return }
    let isOne = playlists.count == 1
    let names = listed(first: 5, of: playlists.map(\.rawValue))
    reporter.note(
      code: "unsorted-limit",
      "\(names) \(isOne ? "has" : "have") a limit and no `sort`: the limit takes the first episodes in the order of the library",
      hints: ["`sort = [\"title\"]` takes the first ones by title"])
  }
}

struct Doctor: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the store and its repository for problems, and repair them.",
    discussion: """
      Checks the files, the repository with its index, locks and objects, your name in git, and git settings that \
      Mixtape ignores. Changes nothing without --repair. The exit status is 65 if Mixtape cannot work.

      Examples:
        mixtape doctor
        mixtape doctor --repair
      """)

  @Flag(help: "Make all repairs that lose no data.")
  var repair = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    // Errors in files are the result of this command, so they are not reported as warnings.
    let store = try session.openStore { if case .fileInvalid = $0 { false } else { true } }
    let findings = try repair ? store.repair() : store.examine()
    session.print(json: .array(findings.map(JSONOutput.finding))) {
      // Several checks can fail for one reason.
      var advice: Set<String> = []
      for finding in findings {
        let (message, remedy) = ErrorPresenter.wording(of: finding)
        session.print("\(Self.mark(finding)) \(finding.part.rawValue): \(message)")
        guard let remedy else { continue }
        if case .unexamined = finding.kind, !advice.insert(remedy).inserted { continue }
        session.print("        \(remedy)")
      }
    }
    return findings.contains { $0.severity == .error && $0.isOpen } ? .invalid : .done
  }

  private static func mark(_ finding: Finding) -> StyledText {
    if finding.severity != .ok, !finding.isOpen { return StyledText("fixed  ", .green) }
    return switch finding.severity {
    case .ok: StyledText("ok     ", .green)
    case .warning: StyledText("warning", .yellow)
    case .error: StyledText("error  ", .red)
    }
  }
}
