internal import MixtapeModel

extension Transaction {
  /// Gets ready to move or delete a folder as a whole: makes sure that every file in it can be read, so that none is left
  /// behind in silence, and that nothing is in the way of its destination; looks at the folders in it that hold nothing.
  ///
  /// - Parameter change: The folder, and where it goes; `nil` of a change that is not about a folder.
  /// - Throws: ``MixtapeError/Code/invalidFile`` with what is wrong.
  func emptyFolders(
    of change: (folder: Folder, destination: Folder?)?, in tree: FolderTree
  ) throws(MixtapeError) -> EmptyFolders? {
    guard case let (folder, destination)? = change else { return nil }
    let directory = tree.section.path(of: folder)
    let reports = Array(invalidFiles.values) + (try SectionScan(tree.section, of: store.directory).reports)
    let obstacles = Dictionary(
      reports.filter { $0.path == directory || $0.path.hasPrefix("\(directory)/") }.map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first }
    ).values.sorted { $0.path < $1.path }
    if let first = obstacles.first {
      throw MixtapeError(.invalidFile, .file(first.path), cause: InvalidFiles(reports: obstacles))
    }
    if let obstacle = destination.flatMap({ reports.obstacle(to: tree.section.path(of: $0)) }) {
      throw Store.invalid(obstacle)
    }
    return try EmptyFolders(within: folder, movingTo: destination, in: tree, of: store)
  }
}
