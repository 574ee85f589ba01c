import ArgumentParser
import GitHistory
import MixtapeStore

struct Status: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Say what is in the store, what was edited by hand, and what undo would do.",
    discussion: """
      What was edited by hand is committed before the next change, each file by itself.

      Example:
        mixtape status
      """)

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let status = try store.status()
    session.print(json: JSONOutput.status(status, of: store)) {
      session.print(StatusReport(status, of: store).lines)
    }
    return .done
  }
}

/// The state of a store in words.
private struct StatusReport {
  private(set) var lines: [StyledText] = []

  init(_ status: StoreStatus, of store: Store) {
    lines.append("\("Store", .bold) \(store.directory)")
    let counts = [
      counted(status.playlists, "playlist"), counted(status.podcasts, "podcast"), counted(status.episodes, "episode"),
    ]
    lines.append("\(counts.joined(separator: ", ")); \(Self.head(status.head))")
    appendTroubles(of: status)
    appendHandEdits(status.handEdits)
    lines.append("")
    lines.append("Next undo: \(status.nextUndo?.subject ?? "nothing")")
    if let redo = status.nextRedo { lines.append("Next redo: \(redo.subject)") }
  }

  private mutating func appendTroubles(of status: StoreStatus) {
    if status.state != .clean {
      lines.append(
        "\(ErrorPresenter.name(of: status.state), .yellow) is under way; end or abort it with git before you change anything"
      )
    }
    if let change = status.interruptedChange {
      lines.append("A change was interrupted; the next one finishes it: \(change)")
    }
    if !status.notCheckedOut.isEmpty {
      lines += ["", "Left out of the work tree by a sparse checkout (`git sparse-checkout disable` checks them out):"]
      lines += status.notCheckedOut.map { "  \($0)" }
    }
    guard !status.invalid.isEmpty else { return }
    lines += ["", "Files with errors, which are not committed (`mixtape check` shows them):"]
    lines += status.invalid.map { "  \($0.path, .red)" }
  }

  private mutating func appendHandEdits(_ edits: [HandEdit]) {
    guard !edits.isEmpty else { return }
    lines += ["", "Edited by hand since the last change:"]
    var table = TextTable(indentation: 2)
    for edit in edits {
      let path = edit.oldPath.map { "\($0) → \(edit.path)" } ?? edit.path
      table.append(StyledText(edit.kind.rawValue), StyledText(path, .green))
    }
    lines += table.lines
  }

  private static func head(_ head: Head) -> String {
    switch head {
    case .unborn: "no commit yet"
    case .branch(let name, let id): "branch \(name) at \(id.abbreviated)"
    case .detached(let id): "on no branch, at \(id.abbreviated)"
    }
  }
}
