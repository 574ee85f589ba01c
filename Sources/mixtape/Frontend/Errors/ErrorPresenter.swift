import GitHistory
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import SystemPackage

/// Words errors: the one place that turns what went wrong into what people read.
enum ErrorPresenter {
  /// An error in words.
  static func problem(for error: any Error) -> Problem {
    switch error {
    case let error as CommandFailure: error.problem
    case let error as MixtapeError: problem(for: error)
    case let error as Errno:
      Problem(code: "input-output", "input or output failed: \(reason(error))", status: .inputOutput)
    default: Problem(code: "unexpected", "something unexpected happened: \(error)", status: .inputOutput)
    }
  }

  private static func problem(for error: MixtapeError) -> Problem {
    let (message, hints) = wording(of: error)
    let near = suggestion(for: error).map { [$0] } ?? []
    return Problem(
      code: error.code.rawValue, message, hints: near + hints, reports: (error.cause as? InvalidFiles)?.reports ?? [],
      status: status(of: error))
  }

  private static func wording(of error: MixtapeError) -> (message: String, hints: [String]) {
    switch error.code {
    case .notFound: notFound(error.subject)
    case .alreadyExists: alreadyExists(error.subject)
    case .invalidID, .invalidFolder, .invalidName, .noIDInName: invalidName(error)
    case .positionOutOfRange: (outOfRange(error.subject), ["`mixtape show` numbers the episodes"])
    case .episodeNotInPlaylist: ("the playlist does not hold the episode \(name(error.subject))", [])
    case .noStore: noStore(error.subject)
    case .storeExists: ("there is a store in \(name(error.subject)) already; nothing was changed", [])
    case .invalidFile: invalidFile(error)
    case .noSuchRevision: ("there is no revision \(name(error.subject))", ["`mixtape history` lists the revisions"])
    case .nothingToUndo: ("there is nothing to undo\(asMuch(error.subject))", [])
    case .nothingToRedo: ("there is nothing to redo\(asMuch(error.subject))", [])
    case .changedMeanwhile:
      ("\(name(error.subject)) keeps being changed by somebody else; nothing was written", ["try again"])
    default: failure(error)
    }
  }

  private static func status(of error: MixtapeError) -> ExitStatus {
    switch error.code {
    case .notFound, .positionOutOfRange, .episodeNotInPlaylist, .noStore, .noSuchRevision: .notFound
    case .alreadyExists, .storeExists: .exists
    case .invalidID, .invalidFolder, .invalidName, .noIDInName: .usage
    case .invalidFile: .invalid
    case .locked, .repositoryBusy, .changedMeanwhile: .locked
    case .nothingToUndo, .nothingToRedo: .nothingToDo
    default: .inputOutput
    }
  }
}

// MARK: - Names

extension ErrorPresenter {
  /// What an error is about, in as many words as fit into a sentence.
  static func name(_ subject: MixtapeError.Subject) -> String {
    switch subject {
    case .playlist(let id): id.rawValue
    case .episode(let id): id.rawValue
    case .text(let text): quoted(text)
    case .file(let path): shortened(path)
    case .position(let position, _): String(position)
    case .none: "what was asked for"
    }
  }

  /// Text in quotes, shortened to what can be read at a glance.
  static func quoted(_ text: String) -> String { "\"\(shortened(text))\"" }

  private static func shortened(_ text: String) -> String {
    let most = 200
    return text.utf8.count <= most ? text : text.prefix(60) + "…"
  }

  private static func notFound(_ subject: MixtapeError.Subject) -> (String, [String]) {
    switch subject {
    case .playlist(let id): ("there is no playlist \(id)", ["`mixtape list` shows those there are"])
    case .episode(let id): ("there is no episode \(id)", [])
    case .file(let path): ("\(shortened(path)) is no file of this store", [])
    case .text(let template):
      ("there is no template \(shortened(template))", ["`mixtape create --list-templates` shows those there are"])
    default: ("there is no \(name(subject))", [])
    }
  }

  private static func alreadyExists(_ subject: MixtapeError.Subject) -> (String, [String]) {
    if case .file(let path) = subject {
      return ("\(shortened(path)) is there already, with another content; nothing was changed", [])
    }
    return ("there is already a playlist with the id \(name(subject))", ["`--id` gives a new playlist another id"])
  }

  private static func suggestion(for error: MixtapeError) -> String? {
    guard !error.candidates.isEmpty else { return nil }
    let wanted: String
    switch error.subject {
    case .playlist(let id): wanted = id.rawValue
    case .episode(let id): wanted = id.rawValue
    case .text(let text), .file(let text): wanted = text
    case .position, .none: return nil
    }
    return didYouMean(NearestNames.of(wanted, among: error.candidates))
  }

  /// The question whether one of some names was meant, or `nil` if there are none.
  static func didYouMean(_ names: [String]) -> String? {
    guard let last = names.last else { return nil }
    let others = names.dropLast().joined(separator: ", ")
    return "did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
  }

  private static func invalidName(_ error: MixtapeError) -> (String, [String]) {
    switch error.code {
    case .invalidFolder:
      return ("\(name(error.subject)) is no folder: \(folderReason(error))", [])
    case .invalidName:
      return ("a playlist cannot have this name: \(nameReason(error.cause))", [])
    case .noIDInName:
      return ("the name \(name(error.subject)) suggests no id", ["`--id` gives one"])
    default:
      return ("\(name(error.subject)) is no id: \(IDWording.reason(for: error))", [])
    }
  }

  private static func folderReason(_ error: MixtapeError) -> String {
    guard let invalid = error.cause as? InvalidName else { return "it breaks the rules of folders" }
    switch invalid.violation {
    case .empty: return "a name between two slashes is empty"
    case .tooLong(let bytes):
      return "a name in it is \(bytes) bytes long, and \(Folder.maximumNameLength) is the most"
    case .badStart(let character): return "a name in it starts with `\(character)`"
    case .badCharacter(let character): return "it holds `\(character)`"
    case .notNormalized, .notAnEpisodePath: return IDWording.reason(for: invalid.violation)
    }
  }

  private static func nameReason(_ cause: (any Error)?) -> String {
    switch cause as? Playlist.NameViolation {
    case .empty: "it is empty"
    case .tooLong(let bytes): "it is \(bytes) bytes long, and \(Playlist.maximumNameLength) is the most"
    case .controlCharacter: "it holds a line break or another control character"
    case nil: "it breaks the rules of names"
    }
  }

  private static func outOfRange(_ subject: MixtapeError.Subject) -> String {
    guard case .position(let position, let count) = subject else { return "there is no such position" }
    return count == 0
      ? "there is no position \(position): the playlist has no episodes of its own"
      : "there is no position \(position): the playlist has \(counted(count, "episode"))"
  }

  private static func asMuch(_ subject: MixtapeError.Subject) -> String {
    guard case .position(_, let count) = subject, count > 0 else { return "" }
    return " beyond \(counted(count, "change")); nothing was changed"
  }
}

// MARK: - Store and files

extension ErrorPresenter {
  private static func noStore(_ subject: MixtapeError.Subject) -> (String, [String]) {
    let hints = [
      "`mixtape init` makes a store", "`--store DIR` or $MIXTAPE_STORE names one that is somewhere else",
    ]
    guard case .file(let path) = subject else { return ("there is no store here", hints) }
    return ("there is no store in \(path)", hints)
  }

  private static func invalidFile(_ error: MixtapeError) -> (String, [String]) {
    let reports = (error.cause as? InvalidFiles)?.reports ?? []
    guard let report = reports.first, reports.count == 1 else {
      return ("\(counted(reports.count, "file")) have errors; nothing was changed", ["mend them, and try again"])
    }
    let playlist = FilePath(report.path).stem.flatMap(Playlist.ID.init(rawValue:))
    let isPlaylist = report.path.hasPrefix("playlists/") && !report.source.isEmpty
    return (
      "\(report.path) has errors; nothing was changed",
      isPlaylist ? playlist.map { ["`mixtape edit \($0)` opens it"] } ?? [] : []
    )
  }

  private static func failure(_ error: MixtapeError) -> (String, [String]) {
    switch error.cause {
    case let cause as GitError: return wording(of: cause)
    case let cause as UnfinishedGitOperation:
      let operation = name(of: cause.state)
      return ("\(operation) is under way in this repository; nothing was changed", ["end or abort it with git first"])
    case let cause as Errno: return ("\(name(error.subject)): \(reason(cause))", [])
    case let cause as MixtapeError: return wording(of: cause)
    case let cause?: return ("\(name(error.subject)): \(cause)", [])
    case nil: break
    }
    switch error.code {
    case .locked: return ("somebody else is changing the store", ["try again in a moment"])
    case .saveFailed: return ("the change could not be saved; nothing was changed", [])
    default: return ("\(error.code.rawValue): \(name(error.subject))", [])
    }
  }

  /// A git operation of several steps, with its article.
  static func name(of state: RepositoryState) -> String {
    switch state {
    case .clean: "nothing"
    case .merge: "a merge"
    case .revert: "a revert"
    case .cherryPick: "a cherry-pick"
    case .bisect: "a bisect"
    case .rebase: "a rebase"
    case .applyMailbox: "`git am`"
    case .unknown: "an operation of git"
    }
  }

  /// A failure of the system, as the end of a sentence.
  static func reason(_ error: Errno) -> String {
    let text = error.description
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// A number with its noun: `1 episode`, `2 episodes`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
