import FileSystem
import GitHistory
import MixtapeLibrary
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import Podcasts
import StoreBrowser
import SystemPackage

/// The wording of errors. All errors become text here.
enum ErrorPresenter {
  /// Returns the problem for an error.
  ///
  /// - Parameter git: The words that start git in the store, for hints.
  static func problem(for error: any Error, git: String = plainGit) -> Problem {
    switch error {
    case let error as Problem: error
    case let error as MixtapeError: problem(for: error, git: git)
    case let error as CompanionProgramError: problem(for: error)
    case let error as DownloadError: problem(for: error)
    case let error as OutputFailure: problem(for: error)
    case let error as Errno:
      Problem(.inputOutput, code: "input-output", "input or output failed: \(error.reason)")
    default: Problem(.inputOutput, code: "unexpected", "unexpected error: \(error)")
    }
  }

  /// Returns the problem for an error after a commit. The message says first that the change is committed.
  static func problem(afterChange error: any Error, git: String = plainGit) -> Problem {
    let problem = problem(for: error, git: git)
    let reason = if let error = error as? Errno { error.reason } else { problem.message }
    return Problem(
      .inputOutput, code: problem.code, "the change is committed, but its report failed: \(reason)",
      reports: problem.reports,
      hints: problem.hints + ["`mixtape history --limit 1` shows the change; do not repeat it"])
  }

  private static func problem(for failure: OutputFailure) -> Problem {
    let message =
      failure.cause == .badFileDescriptor
      ? "standard output is closed" : "standard output: \(failure.cause.reason)"
    return Problem(.inputOutput, code: "input-output", message)
  }

  private static func problem(for error: MixtapeError, git: String) -> Problem {
    let wording = wording(of: error, git: git)
    let near = suggestion(for: error).map { [$0] } ?? []
    var problem = Problem(
      ExitStatus(for: error), code: (error.cause as? LibraryError)?.codeOfRules ?? error.code.rawValue,
      wording.message, reports: (error.cause as? InvalidFiles)?.reports ?? [], hints: near + wording.hints)
    problem.excerpt = excerpt(of: error)
    problem.conflicts = (error.cause as? RevertConflicts)?.conflicts ?? []
    return problem
  }

  private static func wording(of error: MixtapeError, git: String) -> Wording {
    if let refusal = error.cause as? SyncRefusal { return wording(of: refusal, git: git) }
    if let failure = error.cause as? GitProgramError {
      if case .file = error.subject { return wordingForClone(of: failure) }
      return wording(of: failure, git: git)
    }
    return switch error.code {
    case .notFound: notFound(error)
    case .alreadyExists: alreadyExists(error.subject)
    case .invalidID, .invalidFolder, .invalidName, .noIDInName: invalidName(error)
    case .invalidRating:
      Wording(
        "\(name(error.subject)) is not a valid rating",
        "a rating is from 0 to \(Episode.maximumRating); `mixtape episode rate none EPISODE` removes it")
    case .invalidValue: invalidValue(error)
    case .invalidRule: invalidRule(error)
    case .noSuchRule: Wording(noSuchRule(error.subject))
    case .noEffect: noEffect(error.cause as? KeysWithoutEffect)
    case .positionOutOfRange: outOfRange(error)
    case .episodeNotInPlaylist: Wording("the playlist does not contain the episode \(name(error.subject))")
    case .noStore: noStore(error.subject)
    case .noWorkingDirectory: Wording("the working directory does not exist", "change to another directory with `cd`")
    case .storeExists where error.cause is DeletedStoreFile: deletedStoreFile(error.subject)
    case .storeExists: Wording("a store already exists in \(name(error.subject)); nothing was changed")
    case .invalidFile: invalidFile(error, git: git)
    case .noSuchRevision: noSuchRevision(error)
    case .nothingToUndo: tooManySteps(error, "undo")
    case .nothingToRedo: tooManySteps(error, "redo")
    case .notRevertible:
      Wording("there is no earlier state to return to: \(plain(error.subject))", hints: hints(ofCause: error.cause))
    case .conflict: conflict(error.subject, error.cause as? RevertConflicts)
    case .invalidVersion:
      Wording("the earlier version of \(name(error.subject)) has errors; nothing was changed")
    case .interrupted:
      Wording(
        "an interrupted change must be finished first: \(plain(error.subject))",
        "the next change finishes it; use `--dry-run` after that")
    case .notWritable: notWritable(error)
    case .obstructed: obstructed(error)
    case .changedMeanwhile:
      Wording("another program keeps changing \(name(error.subject)); nothing was written", "try again")
    case .fileTooLarge: fileTooLarge(error)
    case .notCheckedOut: notCheckedOut(error.subject)
    case .markedFile: markedFile(error, git: git)
    case .filesVanished:
      vanished(error.cause as? VanishedFiles, "; nothing was changed", git: git)
    case .stopped: Wording("the change was interrupted; nothing was changed")
    case .cannotWatch: cannotWatch(error)
    case .nothingToImport: nothingToImport(error.subject)
    default: failure(error)
    }
  }
}

extension ErrorPresenter {
  static func wording(of error: MusicServiceError) -> String {
    switch error {
    case .unavailable(let reason): reason
    case .denied: "permission to play was denied"
    case .missingFile(let path): "there is no file \(path)"
    case .notPlayable(let reason): reason
    }
  }
}

// MARK: - Files of arguments

extension ErrorPresenter {
  /// Runs a call about a file, and names the file in its error.
  ///
  /// - Parameter path: The path as the user gave it.
  static func naming<Result>(_ path: String, _ work: () throws(Errno) -> Result) throws -> Result {
    do throws(Errno) {
      return try work()
    } catch {
      let status: ExitStatus = error == .noSuchFileOrDirectory ? .notFound : .inputOutput
      throw Problem(status, code: "input-output", "\(quoted(path)): \(error.reason)")
    }
  }

  static func tooLarge(limit: Int) -> String { "it is larger than \(limit >> 20) MiB" }
}

extension ExitStatus {
  init(for error: MixtapeError) {
    if let refusal = error.cause as? SyncRefusal {
      self = ErrorPresenter.status(of: refusal)
      return
    }
    if let failure = error.cause as? GitProgramError {
      self = ErrorPresenter.status(of: failure)
      return
    }
    if let failure = error.cause as? GitError, failure.isNameConflict {
      self = .exists
      return
    }
    self =
      switch error.code {
      case .noSuchRevision where [.noSuchTime, .timeWithoutDate].contains(error.cause as? RevisionFailure): .usage
      case .notFound, .notCheckedOut, .noSuchRule, .positionOutOfRange, .episodeNotInPlaylist, .noStore,
        .noSuchRevision, .nothingToImport, .noWorkingDirectory:
        .notFound
      case .alreadyExists, .storeExists: .exists
      case .invalidID, .invalidFolder, .invalidName, .noIDInName, .invalidRating, .invalidValue, .invalidRule,
        .noEffect:
        .usage
      case .invalidFile, .invalidVersion, .conflict, .fileTooLarge: .invalid
      case .locked, .repositoryBusy, .changedMeanwhile, .interrupted, .stopped, .markedFile, .filesVanished:
        .locked
      case .nothingToUndo, .nothingToRedo, .notRevertible: .nothingToDo
      // A rule of a file that cannot be run is invalid content.
      case .library where (error.cause as? LibraryError)?.concernsRules == true: .invalid
      default: .inputOutput
      }
  }
}

extension ErrorPresenter {
  /// The name of git, which then works in the current directory.
  static let plainGit = "git"

  /// Returns the words that start git in a store, for a shell in any directory.
  static func git(in store: Store) -> String { "\(plainGit) -C \(shellWord(store.directory.string))" }

  /// Returns the command that brings back the last committed version of a file; `nil` for a file that was never committed.
  static func checkout(of path: FilePath, in store: Store) throws(MixtapeError) -> String? {
    var name = path
    guard try store.isCommitted(path), name.removePrefix(store.directory) else { return nil }
    return "`\(git(in: store)) checkout -- \(shellWord(name.string))`"
  }

  /// Returns the words that start git in a store, for a shell in a directory.
  static func git(in store: Store, from directory: FilePath) -> String {
    store.directory == directory ? plainGit : git(in: store)
  }

  /// Returns a text as one word for a command line in a shell, with escapes for characters that would control a terminal.
  static func shellWord(_ text: String) -> String { ShellWord.quoting(text, escaping: \.controlsTerminal) }
}

extension ErrorPresenter {
  static func problem(for error: CompanionProgramError) -> Problem {
    let program = error.program
    let (code, work, result, library) =
      program.lastComponent?.string == LibexecProgram.tags.rawValue
      ? ("tag-program", "reads tags", "all files were read", "TagLib")
      : ("fetch-program", "fetches feeds and episodes", "everything was fetched", "libcurl")
    let wording =
      switch error.reason {
      case .missing:
        Wording(
          "the program that \(work) is missing: \(program)",
          "`scripts/install` installs it beside mixtape; `MIXTAPE_EXEC_PATH` names its directory")
      case .notStarted(let error): Wording("\(program) cannot be started: \(error.reason)")
      case .unusable(let text):
        Wording("\(program) does not work: \(text)", "it needs \(library), and the same version as mixtape")
      case .ended(let status): Wording("\(program) ended with status \(status) before \(result)", "try again")
      case .invalidOutput(let text):
        Wording("\(program) does not work: \(text)", "it must have the same version as mixtape")
      case .timedOut: Wording("\(program) does not respond", "try again")
      }
    return Problem(.unavailable, code: code, wording)
  }
}
