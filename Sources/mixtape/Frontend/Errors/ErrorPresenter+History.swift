import MixtapeModel
import MixtapeStore

extension ErrorPresenter {
  /// Returns the message and hints for a missing revision.
  static func noSuchRevision(_ error: MixtapeError) -> (String, [String]) {
    let message = "there is no revision \(name(error.subject))"
    switch error.cause as? RevisionFailure {
    case .tooFewVersions(0): return ("\(message): nothing is committed yet", [])
    case .tooFewVersions(let count): return ("\(message): the oldest version is @{\(count - 1)}", [])
    case .beforeHistory(let date, let utcOffset):
      return ("\(message): history begins at \(Timestamp(date, utcOffset: utcOffset).text)", [])
    case .cutOff(let boundary): return (message, ["older history is not available: \(reason(of: boundary))"])
    case .ambiguous:
      return (
        "\(name(error.subject)) is ambiguous: the ids of several git objects begin with it",
        ["give more digits of the id"]
      )
    case .noSuchTime: return ("there is no date or time \(name(error.subject))", formsOfTimes)
    case .timeWithoutDate: return ("\(message): the time has no date", formsOfTimes)
    case nil:
      return (message, ["`mixtape history` lists the revisions; @{1}, yesterday and 2026-03-01 are revisions too"])
    }
  }

  private static var formsOfTimes: [String] {
    ["a revision can be 2026-03-01, \"2026-03-01 18:00\", yesterday or \"3 days ago\""]
  }
}

extension ErrorPresenter {
  /// Returns the message and hints for a change that cannot be undone because of later ones.
  static func conflict(_ subject: MixtapeError.Subject) -> (String, [String]) {
    (
      "this change cannot be undone, because later changes conflict with it: \(plain(subject)); nothing was changed",
      ["change the values yourself, or revert the later changes first; `mixtape history` lists them"]
    )
  }

  /// Returns a conflict of a revert as one line.
  static func wording(of conflict: RevertConflict) -> String {
    switch conflict.reason {
    case .key(let key): "\(conflict.path): \(wording(of: key))"
    case .changedSince: "\(conflict.path): created by the change, and changed later"
    case .deletedSince: "\(conflict.path): edited by the change, and deleted later"
    case .taken(let path): "\(conflict.path): \(path) now uses the path"
    case .textChangedSince: "\(conflict.path): later changes edited the same lines"
    case .episodeMoved(let old, let new): "\(conflict.path): the episode \(old) is \(new) now"
    }
  }

  private static func wording(of conflict: KeyConflict) -> String {
    let shown = { (value: FileValue) in
      conflict.key == .folder && value == .text("") ? "the top" : text(value)
    }
    let change = "changed from \(shown(conflict.theirs)) to \(shown(conflict.base))"
    return "\(conflict.key.name): \(change), and is now \(shown(conflict.ours))"
  }

  /// Returns the subject of a change without quotes, as it may contain quotes itself.
  static func plain(_ subject: MixtapeError.Subject) -> String {
    if case .text(let text) = subject { text } else { name(subject) }
  }

  private static func text(_ value: FileValue) -> String {
    switch value {
    case .absent: "nothing"
    case .text(let text): quoted(text)
    case .flag(let flag): String(flag)
    case .number(let number): String(number)
    case .list(let list): "[\(list.map(quoted).joined(separator: ", "))]"
    }
  }
}
