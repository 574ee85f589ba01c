internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

extension Store {
  /// Throws an error if another file has the id of a playlist or a podcast that writes delete. It is ignored until then, and the next
  /// change would commit it in the place of the deleted one.
  ///
  /// - Parameter invalid: The files that were edited by hand and have errors.
  /// - Throws: ``MixtapeError/Code/invalidFile``.
  func requireNoOtherFile(
    ofItemsDeletedBy writes: [FileWrite], among invalid: some Sequence<FileReport>
  ) throws(MixtapeError) {
    let items = { (writes: [FileWrite]) in Set(writes.compactMap { StoreItem(path: $0.path) }) }
    let deleted = items(writes.filter { $0.new == nil }).subtracting(items(writes.filter { $0.new != nil }))
    let others = invalid.filter(\.hasIDOfOtherFile).sorted { $0.path < $1.path }
    for other in others {
      guard let item = StoreItem(path: other.path), deleted.contains(item) else { continue }
      let message = "this file has the id \(item.id), too, and would replace the deleted one; remove or rename it first"
      throw Store.invalid(FileReport(path: other.path, diagnostics: [.error(.idClash, message)]))
    }
  }
}
