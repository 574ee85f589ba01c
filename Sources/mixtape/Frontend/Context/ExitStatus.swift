/// How a run of the program ended, for the shell. The numbers are those of `sysexits.h`.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case nothingToDo = 1
  case usage = 64
  case invalid = 65
  case notFound = 66
  case exists = 73
  case inputOutput = 74
  case locked = 75

  /// What the status means, for the reference.
  var meaning: String {
    switch self {
    case .done: "done"
    case .nothingToDo:
      "nothing to do that was asked for: what was to be changed is so already, or there is nothing to undo; or a script did not find what it expects"
    case .usage: "the command was not given as it has to be"
    case .invalid: "a file is invalid, or later changes stand against what is to be reverted"
    case .notFound: "no such store, playlist, podcast, episode or revision"
    case .exists: "it exists already"
    case .inputOutput: "input or output failed"
    case .locked: "somebody else is changing the store: try again"
    }
  }
}
