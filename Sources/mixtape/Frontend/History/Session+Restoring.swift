import GitHistory
import MixtapeModel
import MixtapeStore
import TerminalUI

extension Session {
  /// Restores an earlier version of a playlist or a podcast, or previews that, and prints the result.
  ///
  /// - Parameter revision: The revision of the version; `nil` for the last version of a deleted item.
  func restore(_ item: StoreItem, at revision: Revision?, _ preview: DryRunOptions) throws -> ExitStatus {
    let store = try openStore()
    let nothing: StyledText = "Nothing to restore: \(item.id) already has these values."
    do {
      if preview.dryRun {
        let preview = try store.explainingAbsence(item, at: revision) { (revision) throws(MixtapeError) in
          try store.restorePreview(item, at: revision)
        }
        return try present(preview, of: store, operation: "restore", nothing: nothing)
      }
      let result = try store.explainingAbsence(item, at: revision) { (revision) throws(MixtapeError) in
        try store.restore(item, at: revision)
      }
      try present(result, of: item, nothing: nothing, in: store)
      return result.commit == nil ? .nothingToDo : .done
    } catch let error as MixtapeError where error.code == .alreadyExists {
      throw CommandFailure(
        .exists, code: error.code.rawValue, "\(item.id) is not deleted; use `--at` to choose the version to restore",
        hints: "`mixtape history \(item.id)` lists its versions",
        "`--at HEAD` restores the last committed one, for example after an error in the file")
    }
  }

  private func present(
    _ result: RestoreResult, of item: StoreItem, nothing: StyledText, in store: Store
  ) throws(MixtapeError) {
    if wantsJSON {
      print(JSONOutput.restoration(result, try currentContent(of: result, in: store)))
    } else if result.commit == nil {
      remark(nothing)
    } else {
      noteChange()
      print("Restored \(item.id, .bold) from \(result.source.abbreviated).")
      hint("`mixtape undo` undoes this")
    }
  }

  /// Returns the restored playlist with its times, or the restored podcast.
  private func currentContent(of result: RestoreResult, in store: Store) throws(MixtapeError) -> FileContent {
    guard case .playlist(let playlist) = result.content else { return result.content }
    return .playlist(try store.playlist(playlist.id, withTimes: true) ?? playlist)
  }
}
