import MixtapeModel
import MixtapeStore
import TerminalUI

extension Session {
  /// Makes a change of the library or previews it, and prints the result.
  ///
  /// - Returns: ``ExitStatus/nothingToDo`` for a change without effect.
  func perform(
    _ operation: PodcastOperation, _ preview: DryRunOptions, in store: Store
  ) throws(MixtapeError) -> ExitStatus {
    guard preview.dryRun else { return try present(try store.library.perform(operation), of: store) }
    let (plan, preview) = try store.library.preview(operation)
    return try present(preview, of: store, operation: operation.kind.rawValue, nothing: PlanReport(plan).nothing)
  }

  /// Prints the result of a change of the library.
  ///
  /// - Returns: ``ExitStatus/nothingToDo`` for a change without effect.
  func present(_ plan: PodcastPlan, of store: Store) throws(MixtapeError) -> ExitStatus {
    if !plan.changesNothing { noteChange() }
    let affected = try affectedPlaylists(after: plan, in: store)
    if wantsJSON {
      print(
        plan.operation.folder.map { folder, destination in
          JSONOutput.folderChange(
            plan.operation.kind.rawValue, changed: plan.hasEffect, .library, folder, destination: destination,
            items: plan.changes.map(\.item.id.rawValue), affected: affected, commit: plan.savedVersion)
        } ?? JSONOutput.plan(plan, affected: affected))
    } else {
      present(PlanReport(plan), isDone: plan.hasEffect)
    }
    warn(ofMissing: affected)
    return plan.hasEffect ? .done : .nothingToDo
  }

  /// Returns the playlists with entries that are missing after a change, and their numbers.
  private func affectedPlaylists(after plan: PodcastPlan, in store: Store) throws(MixtapeError) -> [(
    id: Playlist.ID, count: Int
  )] {
    let podcasts = Set(plan.changes.filter { $0.after == nil }.map(\.item.id))
    let episodes: Set<Episode.ID> = if case .removeEpisodes = plan.operation { Set(plan.episodes) } else { [] }
    guard !podcasts.isEmpty || !episodes.isEmpty else { return [] }
    return try store.playlists(whereEpisode: { podcasts.contains($0.podcast) || episodes.contains($0) })
  }

  /// Moves a folder with its contents, and prints the result.
  func move(_ folder: Folder, to destination: Folder, in tree: FolderTree) throws -> ExitStatus {
    let store = try openStore()
    return try store.explainingMissingFolder(in: tree) { () throws(MixtapeError) in
      switch tree {
      case .playlists: try present(try store.change(.moveFolder(folder, to: destination)), of: store)
      case .library: try present(try store.library.moveFolder(folder, to: destination), of: store)
      }
    }
  }

  /// Previews the deletion of a folder with its contents, and prints the result.
  ///
  /// - Returns: ``ExitStatus/nothingToDo`` for an empty folder, whose deletion makes no commit.
  func previewDeletion(of folder: Folder, in tree: FolderTree, _ store: Store) throws(MixtapeError) -> ExitStatus {
    let preview =
      switch tree {
      case .playlists: try store.preview(.deleteFolder(folder)).preview
      case .library: try store.library.preview(.deleteFolder(folder)).preview
      }
    return try present(
      preview, of: store, operation: PlaylistOperation.Kind.deleteFolder.rawValue,
      nothing: "Nothing to commit: the folder \(folder) is empty.")
  }

  /// Prints the result of a change, or the reason why it has no effect.
  func present(_ report: PlanReport, isDone: Bool) {
    if isDone { print(report.done) } else { remark(report.nothing) }
  }

  /// The maximum number of playlists with missing episodes that are named.
  private static let mostPlaylists = 10

  private func warn(ofMissing affected: [(id: Playlist.ID, count: Int)]) {
    guard !affected.isEmpty else { return }
    let count = affected.reduce(0) { $0 + $1.count }
    let names = listed(first: Self.mostPlaylists, of: affected.map { "\($0.id) (\($0.count))" })
    let verb = count == 1 ? "is" : "are"
    remark(
      "\("warning:", .boldYellow) \(counted(count, "entry", "entries")) of playlists \(verb) now missing: \(names)"
    )
  }
}
