internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// Reverts a change in the file of a playlist that has been changed again since.
struct PlaylistRevert {
  private let before: PlaylistFile
  private let after: PlaylistFile
  private let now: PlaylistFile

  /// Reads three versions of the file as the same playlist, so that keys that follow from the id are equal.
  init(id: Playlist.ID, folder: Folder, before: [UInt8], after: [UInt8], now: [UInt8]) {
    self.before = PlaylistFile(parsing: before, id: id, folder: folder)
    self.after = PlaylistFile(parsing: after, id: id, folder: folder)
    self.now = PlaylistFile(parsing: now, id: id, folder: folder)
  }

  /// Returns the bytes without the change, or the conflicts with it.
  ///
  /// The values are merged first, key by key. If a merge by lines has the same values, its bytes are used. Otherwise the
  /// files are merged by meaning, with the version before the change as the other side.
  ///
  /// - Parameter path: The path of the file, for errors and conflicts.
  /// - Throws: ``MixtapeError/Code/invalidFile`` if the present file has errors.
  func result(at path: String) throws(MixtapeError) -> Result<[UInt8], RevertConflicts> {
    guard let current = now.playlist else {
      throw Store.invalid(FileReport(path: path, source: now.source, diagnostics: now.diagnostics))
    }
    let text = Result<[UInt8], RevertConflicts>.failure(
      RevertConflicts(conflicts: [RevertConflict(path: path, reason: .textChangedSince)]))
    guard let old = before.playlist, let new = after.playlist else { return text }
    let merged = current.reverting(from: old, to: new)
    let target = merged.playlist
    guard merged.conflicts.isEmpty else {
      return .failure(RevertConflicts(conflicts: merged.conflicts.map { RevertConflict(path: path, reason: .key($0)) }))
    }
    if let bytes = try mergedByLines(target) { return .success(bytes) }
    // Only a merge by lines can revert the table `extra` and text that is not a value.
    let isExtraOpen = before.extra != after.extra && now.extra != before.extra
    if isExtraOpen || (old == new && before.extra == after.extra) { return text }
    do throws(MergedFile.Refusal) {
      let merged = try MergedFile.playlist(
        base: after.source, ours: now.source, theirs: before.source, id: now.id, folder: now.folder, precedence: .theirs
      )
      return merged.conflicts.isEmpty ? .success(merged.bytes()) : text
    } catch {
      return text
    }
  }

  /// Returns the bytes of a merge by lines, if they have the wanted values.
  private func mergedByLines(_ target: Playlist) throws(MixtapeError) -> [UInt8]? {
    let merged = try StoreRepository.merged(now.source, before.source, from: after.source)
    guard let merged else { return nil }
    let file = PlaylistFile(parsing: merged, id: target.id, folder: target.folder)
    let extra = now.extra == after.extra ? before.extra : now.extra
    let isExtraClear = before.extra == after.extra || now.extra == after.extra || now.extra == before.extra
    return file.playlist == target && (!isExtraClear || file.extra == extra) ? merged : nil
  }
}

extension PlaylistFile {
  /// The table `extra`, which belongs to the user.
  fileprivate var extra: TOMLLiteral? { document.root["extra"].map(TOMLLiteral.init) }
}
