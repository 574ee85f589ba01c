import LosslessTOML
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import StoreBrowser
import Synchronization

/// Reports errors, warnings, notes and hints on standard error. With `--json`, each is one object on a line.
final class Reporter: Sendable {
  private let stream: any TextOutput
  private let isColored: Bool
  let wantsJSON: Bool
  /// Whether notes, remarks and hints are left out.
  private let isQuiet: Bool
  /// The messages so far, to skip repeated ones.
  private let reported = Mutex<Set<String>>([])
  /// The files with errors, by path. They are reported at the end, because a file can be read several times and an error may include
  /// it.
  private let invalidFiles = Mutex<[String: InvalidFileNotice]>([:])

  init(_ options: CommonOptions, _ context: CommandContext) {
    stream = context.standardError
    isColored = options.usesColor(on: stream, in: context)
    wantsJSON = options.json
    isQuiet = context.isQuiet
  }

  func report(_ problem: Problem) {
    if wantsJSON {
      write(json: ["error": JSONOutput.problem(problem)])
      return
    }
    write(problem.reports.flatMap { DiagnosticRenderer(for: $0).lines })
    let conflicts = problem.conflicts.map {
      "\("conflict:", .boldYellow) \(ErrorPresenter.wording(of: $0))" as StyledText
    }
    let error: StyledText = "\("error:", .boldRed) \(problem.message, .bold)"
    write(
      wrapped(conflicts + [error]) + (problem.excerpt?.lines ?? [])
        + wrapped(isQuiet ? [] : problem.hints.map(Self.hint)))
  }

  /// Reports invalid arguments.
  ///
  /// - Parameter parserText: The text of the parser: its prefix, the message, and the usage of the command.
  func reportUsage(_ message: String, parserText: String) {
    let wording = ErrorPresenter.wording(ofParserMessage: message)
    if wantsJSON {
      write(json: ["error": JSONOutput.problem(.usage(wording))])
    } else {
      // The program replaces the prefix of the parser.
      let usage =
        message.isEmpty
        ? parserText[...] : parserText.firstRange(of: message).map { parserText[$0.upperBound...] } ?? ""
      let text = message.isEmpty ? String(usage) : "error: \(wording)\(usage)"
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      write(wrapped(lines.map { StyledText(String($0)) }))
    }
  }

  /// Reports a warning.
  ///
  /// - Parameter repeatsHints: Whether to print hints that were printed with another such warning.
  func warn(code: String, _ message: String, hints: [String] = [], repeatsHints: Bool = true) {
    report(kind: "warning", .boldYellow, code: code, message, hints, repeatsHints: repeatsHints)
  }

  func warn(code: String, _ wording: Wording, repeatsHints: Bool = true) {
    warn(code: code, wording.message, hints: wording.hints, repeatsHints: repeatsHints)
  }

  /// Reports a problem that does not end the command.
  func warn(_ problem: Problem) { warn(code: problem.code, problem.message, hints: problem.hints) }

  /// Reports an error that does not end the command, and its consequence: `the queue could not be saved: …`.
  func warn(of error: any Error, _ consequence: String) {
    warn(ErrorPresenter.problem(for: error).with(consequence: consequence))
  }

  /// Forgets a warning or a note, so that it is reported when it comes again.
  func forget(_ message: String) { _ = reported.withLock { $0.remove(message) } }

  func note(code: String, _ message: String, hints: [String] = []) {
    if !isQuiet { report(kind: "note", .cyan, code: code, message, hints) }
  }

  /// Keeps a file with errors for a warning at the end. If any read used its committed version, the warning says so.
  func keep(_ file: InvalidFileNotice) {
    invalidFiles.withLock { files in
      if files[file.path]?.usesCommittedVersion != true { files[file.path] = file }
    }
  }

  /// Forgets a file with errors that was kept, because it has changed.
  func forgetInvalidFile(at path: String) { invalidFiles.withLock { $0[path] = nil } }

  /// Returns the files that were kept, sorted by path, and forgets them.
  func takeInvalidFiles() -> [InvalidFileNotice] {
    invalidFiles.withLock { files in
      let all = files.values.sorted { $0.path < $1.path }
      files = [:]
      return all
    }
  }

  /// Prints lines, except with `--json`.
  func show(_ lines: [StyledText]) {
    if !wantsJSON { write(wrapped(lines)) }
  }

  /// Prints a question. The answer follows on the same line.
  func ask(_ question: StyledText) {
    stream.show(question.rendered(colored: isColored))
  }

  func show(_ reports: [FileReport]) {
    guard !wantsJSON else { return }
    write(reports.flatMap { DiagnosticRenderer(for: $0).lines })
  }

  private func report(
    kind: String, _ style: StyledText.Style, code: String, _ message: String, _ hints: [String],
    repeatsHints: Bool = true
  ) {
    guard reported.withLock({ $0.insert(message).inserted }) else { return }
    if wantsJSON {
      write(json: [kind: ["code": .string(code), "message": .string(message), "hints": .strings(hints)]])
    } else {
      let hints =
        isQuiet ? [] : repeatsHints ? hints : hints.filter { hint in reported.withLock { $0.insert(hint).inserted } }
      write(wrapped(["\("\(kind):", style) \(message)"] + hints.map(Self.hint)))
    }
  }

  static func hint(_ text: String) -> StyledText { "\("hint:", .cyan) \(text)" }

  /// Returns lines that are broken between words at the width of the terminal, which would break them anywhere.
  private func wrapped(_ lines: [StyledText]) -> [StyledText] {
    guard stream.isTerminal, let width = stream.columns else { return lines }
    return lines.flatMap { $0.width > width ? $0.wrapped(to: width) : [$0] }
  }

  private func write(_ lines: [StyledText]) {
    guard !lines.isEmpty else { return }
    stream.show(lines.map { $0.rendered(colored: isColored) + "\n" }.joined())
  }

  private func write(json: JSONNode) { stream.show(json.compact + "\n") }
}

extension Reporter {
  /// A notice about a file with errors.
  struct InvalidFileNotice: Sendable {
    let path: String
    let errorCount: Int
    let fault: String
    let isConflictCopy: Bool
    /// The first error, with its place.
    let firstError: String
    let usesCommittedVersion: Bool

    init(_ report: FileReport, usesCommittedVersion: Bool) {
      path = report.path
      let errors = report.diagnostics.filter { $0.severity == .error }
      errorCount = errors.count
      let copy = report.conflictCopy?.copy
      isConflictCopy = copy != nil
      fault = copy.map(ErrorPresenter.wording) ?? "has \(counted(errorCount, "error"))"
      firstError = errors.first.map { "\(DiagnosticRenderer(for: report).place(of: $0)): \($0.message)" } ?? report.path
      self.usesCommittedVersion = usesCommittedVersion
    }
  }

  func report(_ notice: StoreNotice) {
    switch notice {
    case .rules(let remark):
      let (code, wording) = ErrorPresenter.wording(of: remark)
      warn(code: code, wording)
    case .missingPlaylist(let id, let askers, let present):
      warn(
        code: ErrorPresenter.missingPlaylistCode,
        ErrorPresenter.wording(ofMissing: id, existedBefore: true, renamedTo: present, askedBy: askers))
    case .unknownPlaylist(let id, let askers):
      warn(
        code: ErrorPresenter.missingPlaylistCode,
        ErrorPresenter.wording(ofMissing: id, existedBefore: false, askedBy: askers))
    case .missingName(let field, let text, let askers):
      warn(
        code: ErrorPresenter.missingNameCode(field),
        ErrorPresenter.wording(ofMissing: text, in: field, askedBy: askers))
    case .foundEntries(let podcast, let playlists):
      note(code: "found-entries", ErrorPresenter.wording(ofEntriesFoundIn: podcast, playlists))
    case .waitingForLock:
      note(code: "waiting-for-lock", "another process is changing the store; waiting until it ends")
    case .fileInvalid(let report, let usesCommittedVersion):
      keep(InvalidFileNotice(report, usesCommittedVersion: usesCommittedVersion))
    case .pushesInvalidFile(let report, let branch):
      let file = InvalidFileNotice(report, usesCommittedVersion: false)
      warn(
        code: "file-invalid", "\(report.path) \(file.fault), and is pushed to \(branch.name)",
        hints: ["`mixtape check` shows the errors"], repeatsHints: false)
    case .skippedChanges(let count):
      note(
        code: "skipped-changes",
        "skipped \(counted(count, "change")) that \(count == 1 ? "is" : "are") not in the history of this branch")
    case .renamedItem(let item, let present): note(code: "renamed", "\(item.id) is \(present.id) now")
    case .filesRenamedToInvalidNames(let files):
      warn(code: "invalid-name", ErrorPresenter.wording(ofInvalidNames: files))
    case .capturedHandEdit(let subject):
      note(code: "captured-hand-edit", "committed a hand edit: \(subject)")
    case .capturingHandEdits(let count):
      note(
        code: "capturing-hand-edits", "committing \(count) hand edits, each separately; this can take minutes",
        hints: ["after an interruption, the next change commits the rest"])
    case .capturedHandEdits(let count):
      note(code: "captured-hand-edits", "committed \(count) hand edits; `mixtape history` lists them")
    case .finishedInterruptedChange(let subject):
      note(code: "finished-interrupted-change", "finished an interrupted change: \(subject)")
    case .droppedInterruptedChange(let subject):
      note(code: "dropped-interrupted-change", "discarded an interrupted change: \(subject)")
    case .notConfirmed(let error):
      warn(
        code: "not-confirmed",
        "the change is committed, but syncing it to disk failed: \(ErrorPresenter.problem(for: error).message)",
        hints: ["the next change syncs it again"])
    case .snapshotNotRefreshed(let failure):
      warn(code: "snapshot-not-refreshed", ErrorPresenter.wording(ofSnapshot: failure))
    case .exportNotRefreshed(let failure, let place):
      warn(code: "export-not-refreshed", ErrorPresenter.wording(ofExport: failure, at: place), repeatsHints: false)
    case .usedFallbackIdentity(let name, let email):
      warn(
        code: "fallback-identity", "git has no user name and email; the commit is by \(name) <\(email)>",
        hints: ["`git config --global user.name \"…\"` and `user.email` set them"])
    case .advisory(let advisory): warn(code: "git-setting", ErrorPresenter.wording(of: advisory))
    case .mergeDriverMissing:
      warn(
        code: "merge-driver-missing", "in this clone, git merges playlists line by line",
        hints: ["`mixtape doctor --repair` lets git merge them by meaning"])
    case .untrustedSetting(let setting):
      warn(code: "untrusted-setting", ErrorPresenter.wording(of: setting), repeatsHints: false)
    // The program starts git instead.
    case .packingDue: break
    }
  }

  /// Warns of the kept invalid files, except those in an error.
  func warnOfInvalidFiles(except reports: [FileReport] = []) {
    let paths = Set(reports.map(\.path))
    let files = takeInvalidFiles().filter { !paths.contains($0.path) }
    let last = files.last { $0.path != StoreFile.name }?.path
    for file in files {
      if file.path == StoreFile.name {
        warn(ofSettings: file)
      } else {
        let consequence = file.usesCommittedVersion ? "its last committed version is used" : "it is ignored"
        // In JSON, each warning is complete.
        warn(of: file, consequence, hasHint: wantsJSON || file.path == last)
      }
    }
  }

  func warn(ofTemplate report: FileReport) {
    warn(of: InvalidFileNotice(report, usesCommittedVersion: false), "the template cannot be used")
  }

  /// Warns of an error in `mixtape.toml`. The store can still be read.
  private func warn(ofSettings file: InvalidFileNotice) {
    warn(
      code: "file-invalid", "\(file.firstError); Mixtape uses the default values of invalid settings",
      hints: file.errorCount > 1
        ? ["`mixtape check` shows this and \(counted(file.errorCount - 1, "other error"))"]
        : ["`mixtape check` shows the line"])
  }

  private func warn(of file: InvalidFileNotice, _ consequence: String, hasHint: Bool = true) {
    warn(
      code: file.isConflictCopy ? "conflict-copy" : "file-invalid", "\(file.path) \(file.fault); \(consequence)",
      hints: hasHint ? ["`mixtape check` shows \(file.isConflictCopy ? "what to do" : "the errors")"] : [])
  }
}
