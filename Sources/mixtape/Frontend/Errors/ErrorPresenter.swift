import MixtapeLibrary
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import SystemPackage

/// The wording of errors: the one place that turns errors into text.
enum ErrorPresenter {
  /// Words an error.
  static func problem(for error: any Error) -> Problem {
    switch error {
    case let error as CommandFailure: error.problem
    case let error as MixtapeError: problem(for: error)
    case let error as Errno:
      Problem(code: "input-output", "input or output failed: \(error.reason)", status: .inputOutput)
    default: Problem(code: "unexpected", "unexpected error: \(error)", status: .inputOutput)
    }
  }

  /// Words an error that happened after a change was made. That the change is made comes first.
  static func problem(afterChange error: any Error) -> Problem {
    let problem = problem(for: error)
    let reason = if let error = error as? Errno { error.reason } else { problem.message }
    return Problem(
      code: problem.code, "the change is committed, but its report failed: \(reason)",
      hints: problem.hints + ["`mixtape history --limit 1` shows the change; do not repeat it"],
      reports: problem.reports, status: .inputOutput)
  }

  private static func problem(for error: MixtapeError) -> Problem {
    let (message, hints) = wording(of: error)
    let near = suggestion(for: error).map { [$0] } ?? []
    return Problem(
      code: (error.cause as? LibraryError)?.codeOfRules ?? error.code.rawValue, message, hints: near + hints,
      excerpt: excerpt(of: error),
      reports: (error.cause as? InvalidFiles)?.reports ?? [],
      conflicts: (error.cause as? RevertConflicts)?.conflicts ?? [], status: ExitStatus(for: error))
  }

  private static func wording(of error: MixtapeError) -> (message: String, hints: [String]) {
    switch error.code {
    case .notFound: notFound(error)
    case .alreadyExists: alreadyExists(error.subject)
    case .invalidID, .invalidFolder, .invalidName, .noIDInName: invalidName(error)
    case .invalidRating:
      ("\(name(error.subject)) is not a valid rating", ["a rating is from 0 to \(Episode.maximumRating), or `none`"])
    case .invalidRule: invalidRule(error)
    case .noSuchRule: noSuchRule(error.subject)
    case .noEffect: noEffect(error.cause as? KeysWithoutEffect)
    case .positionOutOfRange: (outOfRange(error.subject), ["`mixtape show` numbers the episodes"])
    case .episodeNotInPlaylist: ("the playlist does not hold the episode \(name(error.subject))", [])
    case .noStore: noStore(error.subject)
    case .storeExists: ("a store already exists in \(name(error.subject)); nothing was changed", [])
    case .invalidFile: invalidFile(error)
    case .noSuchRevision: noSuchRevision(error)
    case .nothingToUndo: ("there is nothing to undo\(beyond(error.subject))", hints(ofCause: error.cause))
    case .nothingToRedo: ("there is nothing to redo\(beyond(error.subject))", [])
    case .notRevertible:
      ("there is no state before this to go back to: \(plain(error.subject))", hints(ofCause: error.cause))
    case .conflict: conflict(error.subject)
    case .invalidVersion:
      ("the version of \(name(error.subject)) that would come back has errors; nothing was changed", [])
    case .interrupted:
      (
        "a change was interrupted and has to be finished first: \(plain(error.subject))",
        ["the next change finishes it; then `--dry-run` shows what would come next"]
      )
    case .notWritable: notWritable(error)
    case .obstructed: obstructed(error)
    case .changedMeanwhile:
      ("\(name(error.subject)) keeps being changed by another program; nothing was written", ["try again"])
    case .fileTooLarge: fileTooLarge(error)
    case .notCheckedOut: notCheckedOut(error.subject)
    case .stopped: ("the change was stopped before it was made; nothing was changed", [])
    case .cannotWatch: cannotWatch(error)
    case .nothingToImport: nothingToImport(error.subject)
    default: failure(error)
    }
  }
}

extension ErrorPresenter {
  /// Words the reason why something cannot be played.
  static func wording(of error: MusicServiceError) -> String {
    switch error {
    case .unavailable(let reason): reason
    case .denied: "permission to play was denied"
    case .notPlayable(let reason): reason
    }
  }
}
