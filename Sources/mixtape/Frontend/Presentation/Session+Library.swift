import MixtapeModel
import MixtapeStore
import TerminalUI

extension Session {
  /// Says what a change of the library came to.
  ///
  /// - Returns: ``ExitStatus/nothingToDo`` if it changed nothing.
  func present(_ plan: PodcastPlan, of store: Store) throws(MixtapeError) -> ExitStatus {
    if !plan.changesNothing { noteChange() }
    let gone = plan.changes.filter { $0.after == nil }
    let holders = gone.isEmpty ? [] : try store.playlists(holdingEpisodesOf: Set(gone.map(\.item.id)))
    let isDone = !plan.changesNothing || plan.operation.folder.map(Self.leadsSomewhere) == true
    if wantsJSON {
      print(
        plan.operation.folder.map { folder, destination in
          JSONOutput.folderChange(
            plan.operation.kind.rawValue, changed: isDone, .library, folder, destination: destination,
            items: plan.changes.map(\.item.id.rawValue), holders: holders, commit: plan.savedVersion)
        } ?? JSONOutput.plan(plan, holders: holders))
    } else {
      tell(PlanReport(plan), isDone: isDone)
    }
    warn(ofMissing: holders)
    return isDone ? .done : .nothingToDo
  }

  /// Puts a folder, with all in it, into another place, and says what that came to.
  func move(_ folder: Folder, to destination: Folder, in tree: FolderTree) throws -> ExitStatus {
    let store = try openStore()
    return try store.telling(ofFolderIn: tree) { () throws(MixtapeError) in
      switch tree {
      case .playlists: try present(try store.change(.moveFolder(folder, to: destination)), of: store)
      case .library: try present(try store.library.moveFolder(folder, to: destination), of: store)
      }
    }
  }

  /// Says that something was done, or why nothing was.
  func tell(_ report: PlanReport, isDone: Bool) {
    if isDone { print(report.done) } else { remark(report.nothing) }
  }

  /// Whether an operation on a folder does something: also to one with nothing in it, of which git knows nothing.
  static func leadsSomewhere(_ folder: Folder, _ destination: Folder?) -> Bool { folder != destination }

  /// How many playlists are named that miss episodes now.
  private static let mostHolders = 10

  private func warn(ofMissing holders: [(id: Playlist.ID, count: Int)]) {
    guard !holders.isEmpty else { return }
    let count = holders.reduce(0) { $0 + $1.count }
    var names = holders.prefix(Self.mostHolders).map { "\($0.id) (\($0.count))" }
    if holders.count > names.count { names.append("and \(holders.count - names.count) more") }
    let verb = count == 1 ? "is" : "are"
    remark(
      "\("warning:", .boldYellow) \(counted(count, "entry", "entries")) of playlists \(verb) missing now: \(names.joined(separator: ", "))"
    )
  }
}
