internal import GitHistory

extension TreeDifference {
  /// The playlist or podcast; `nil` for another file, and for one that is a link or a submodule in a version.
  var item: StoreItem? {
    let versions = [old, new].compactMap(\.self)
    return hasValidPath && versions.allSatisfy(\.mode.isRegularFile) ? StoreItem(path: path) : nil
  }
}
