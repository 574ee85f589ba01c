import MixtapeModel
import MixtapeStore

extension ErrorPresenter {
  /// Later changes stand against taking one back.
  static func conflict(_ subject: MixtapeError.Subject) -> (String, [String]) {
    (
      "later changes conflict with this revert: \(plain(subject)); nothing was changed",
      ["resolve the conflicts by hand, or undo the later changes first"]
    )
  }

  /// What stands against taking a change back, in one line.
  static func wording(of conflict: RevertConflict) -> String {
    switch conflict.reason {
    case .key(let key): "\(conflict.path): \(wording(of: key))"
    case .changedSince: "\(conflict.path): the change made it, and it was changed since"
    case .deletedSince: "\(conflict.path): the change edited it, and it is gone now"
    case .taken(let path): "\(conflict.path): its place is taken by \(path) now"
    case .textChangedSince: "\(conflict.path): the lines of the change were changed again since"
    }
  }

  private static func wording(of conflict: KeyConflict) -> String {
    let shown = { (value: KeyConflict.Value) in
      conflict.key == .folder && value == .text("") ? "the top" : text(value)
    }
    let change = "changed from \(shown(conflict.before)) to \(shown(conflict.after))"
    return "\(conflict.key.rawValue): \(change), and is \(shown(conflict.now)) now"
  }

  /// The first line of a change, which may hold quotes itself.
  static func plain(_ subject: MixtapeError.Subject) -> String {
    if case .text(let text) = subject { text } else { name(subject) }
  }

  private static func text(_ value: KeyConflict.Value) -> String {
    switch value {
    case .absent: "nothing"
    case .text(let text): quoted(text)
    case .flag(let flag): String(flag)
    case .number(let number): String(number)
    case .list(let list): "[\(list.map(quoted).joined(separator: ", "))]"
    }
  }
}
