/// The exit status of a run. The values from 64 on are those of `sysexits.h`.
///
/// The table in `docs/cli.md` is made from ``meaning``. `ErrorPresenter.swift` maps errors to statuses.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case nothingToDo = 1
  case usage = 64
  case invalid = 65
  case notFound = 66
  case unavailable = 69
  case exists = 73
  case inputOutput = 74
  case locked = 75
  case denied = 77
  case unmerged = 129

  var meaning: String {
    switch self {
    case .done: "Success."
    case .nothingToDo:
      "Nothing to do: already in the requested state, or nothing to undo, redo or revert. Also: nothing found with `--exit-code`, an expectation of a `simulate` script that was not met, or conflicts of `merge-file`."
    case .usage:
      "Invalid command line: an unknown command or option, a missing argument, or an invalid one, such as an id, a rule, a name or a date."
    case .invalid:
      "Invalid content: a file of the store, a file to import or a line of standard input has errors, later changes conflict with a revert, `sync` cannot merge or `--stop` found conflicts, or `--strict` refuses a loss."
    case .notFound:
      "Not found: no such store, file, playlist, podcast, episode, position, tag, folder, template or revision."
    case .unavailable:
      "Unavailable: a program that the command needs, such as mpv, is not installed or does not work; a server or a remote cannot be reached; an episode was not downloaded; or `play` could play no episode."
    case .exists: "Already exists: a store, a file, or an item with the same id or name."
    case .inputOutput: "Input or output failed, the repository cannot be used, or the editor failed."
    case .locked:
      "Busy: another program is changing the store or playing the playlist, or a merge or rebase is unfinished. Try again later. Also: most files of the store are gone, and `status --accept-deletions` has not accepted it."
    case .denied: "Permission denied: a remote does not let this user read or write, or refuses changes of a branch."
    case .unmerged: "`merge-file` could not merge the files."
    }
  }
}
