internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

extension Store {
  /// Throws an error if another file has the id of a playlist or a podcast that writes delete. It is ignored until then, and the next
  /// change would commit it in the place of the deleted one.
  ///
  /// A sync does not check this: others deleted the playlist, and the file is a new one of this clone.
  ///
  /// - Parameter reports: The files that were edited by hand and have errors.
  /// - Throws: ``MixtapeError/Code/invalidFile``.
  static func requireNoOtherFile(
    ofItemsDeletedBy writes: [FileWrite], among reports: some Sequence<FileReport>
  ) throws(MixtapeError) {
    let items = { (writes: [FileWrite]) in Set(writes.compactMap { StoreItem(path: $0.path) }) }
    let removed = writes.filter { $0.old != nil && $0.new == nil }
    let deleted = items(removed).subtracting(items(writes.filter { $0.new != nil }))
    let others = reports.filter(\.hasIDOfOtherFile).sorted { $0.path < $1.path }
    for other in others {
      guard let item = StoreItem(path: other.path), deleted.contains(item) else { continue }
      let message = "this file has the id \(item.id), too, and would replace the deleted one; remove or rename it first"
      throw invalid(FileReport(path: other.path, diagnostics: [.error(.idClash, message)]))
    }
  }
}
