import GitHistory
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
  /// Returns the message and hints for a change that cannot be undone because of other ones.
  static func conflict(_ subject: MixtapeError.Subject, _ cause: RevertConflicts?) -> (String, [String]) {
    let later = (cause?.conflicts ?? []).compactMap { conflict in
      if case .value(let value) = conflict.reason { value.ours.commit.abbreviated } else { nil }
    }
    let revert = later.first.map { "`mixtape revert \($0)` takes the later change back first" }
    let advice = revert ?? "change the values yourself; `mixtape history` lists the other changes"
    let skip = cause?.canBeSkipped == true ? ["`mixtape undo --skip` skips this change"] : []
    let verb = cause?.isRedo == true ? "redone" : "undone"
    return (
      "this change cannot be \(verb), because other changes conflict with it: \(plain(subject)); nothing was changed",
      [advice] + skip
    )
  }

  /// Returns a conflict of a revert as one line.
  static func wording(of conflict: RevertConflict) -> String {
    let change = conflict.change.map { " by \($0.author) in \($0.id.abbreviated)" } ?? " since"
    switch conflict.reason {
    case .value(let value): return "\(conflict.path): \(wording(of: value))"
    case .concurrent(let values, let change):
      return
        "\(conflict.path): \(change.author) changed \(values.isEmpty ? "the file" : listed(values)) at the same time, "
        + "in \(change.id.abbreviated)"
    case .changedSince: return "\(conflict.path): would be removed, and was changed\(change)"
    case .deletedSince: return "\(conflict.path): would be changed, and was deleted\(change)"
    case .episodeChanged(let id): return "\(conflict.path): \(id) would be removed, and was changed\(change)"
    case .movedSince(let path): return "\(conflict.path): would be moved to \(path), and was moved\(change)"
    case .taken(let path):
      return path == conflict.path
        ? "\(conflict.path): would be created, and another file has the path"
        : "\(conflict.path): would be created, and \(path) has its id"
    case .textChangedSince: return "\(conflict.path): the same lines were changed\(change)"
    case .episodeMoved(let old, let new): return "\(conflict.path): the episode \(old) is \(new) now"
    }
  }

  private static func wording(of value: MergeConflict) -> String {
    let subject = if case .episode(let id) = value.subject { "\(value.key) of \(id)" } else { value.key }
    return
      "\(subject): was \(value.theirs.value ?? "missing") before the change, and is \(value.ours.value ?? "missing") "
      + "since \(value.ours.commit.abbreviated) by \(value.ours.author)"
  }

  /// Returns the subject of a change without quotes, as it may contain quotes itself.
  static func plain(_ subject: MixtapeError.Subject) -> String {
    if case .text(let text) = subject { text } else { name(subject) }
  }
}
