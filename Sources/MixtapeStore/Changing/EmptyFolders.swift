internal import FileSystem
internal import GitHistory
public import MixtapeModel
internal import SystemPackage

extension Store {
  /// Makes a folder with nothing in it, and those around it.
  ///
  /// It is a directory and no more: git keeps none that is empty, so that this is no commit, and no other clone has it.
  ///
  /// - Throws: ``MixtapeError/Code/alreadyExists`` if it is there; ``MixtapeError/Code/invalidFile`` if something that is
  ///   no folder is in the way, such as a symbolic link.
  public func createFolder(_ folder: Folder, in tree: FolderTree) throws(MixtapeError) {
    let scan = try SectionScan(tree.section, of: directory)
    if let obstacle = scan.reports.obstacle(to: tree.section.path(of: folder)) { throw Self.invalid(obstacle) }
    if folder == .top || scan.folders.contains(folder) { throw MixtapeError(.alreadyExists, .folder(folder)) }
    try makeDirectory(of: folder, in: tree.section)
  }

  /// Makes the directory of a folder. Nothing is made through a symbolic link.
  fileprivate func makeDirectory(of folder: Folder, in section: Section) throws(MixtapeError) {
    try Disk.makeDirectories(directory.appending(section.path(of: folder)), below: directory)
  }
}

/// Folders that hold nothing, within one that is moved or deleted. Git does not know them, so no commit takes them along.
struct EmptyFolders {
  private let store: Store
  private let section: Section
  private let folder: Folder
  private let destination: Folder?
  /// The folder and those within it, the innermost first.
  private let folders: [Folder]

  /// Looks at the folders that there are before the change.
  init(within folder: Folder, movingTo destination: Folder?, in tree: FolderTree, of store: Store) throws(MixtapeError)
  {
    self.store = store
    self.folder = folder
    self.destination = destination
    section = tree.section
    folders = try store.folders(of: tree).filter { $0.isWithin(folder) }.reversed()
  }

  /// Moves or removes those that are left after the change.
  func apply() throws(MixtapeError) {
    for left in folders where destination != folder {
      let place = store.directory.appending(section.path(of: left))
      guard try Disk.removeIfEmpty(place), let destination else { continue }
      try store.makeDirectory(of: left.moved(from: folder, to: destination), in: section)
    }
  }

  /// Moves or removes those that are left after a change that is committed already.
  func applyAfterCommit() {
    do throws(MixtapeError) {
      try apply()
    } catch {
      // What stays is a directory with nothing in it; that is no reason to doubt the change.
    }
  }
}

extension Transaction {
  /// Gets ready to move or delete a folder as a whole: makes sure that every file in it can be read, so that none is left
  /// behind in silence, and that nothing is in the way of its destination; looks at the folders in it that hold nothing.
  ///
  /// - Parameter change: The folder, and where it goes; `nil` of a change that is not about a folder.
  /// - Throws: ``MixtapeError/Code/invalidFile`` with what is wrong; ``MixtapeError/Code/notCheckedOut`` if a sparse checkout
  ///   leaves out a file in it.
  func emptyFolders(
    of change: (folder: Folder, destination: Folder?)?, in tree: FolderTree
  ) throws(MixtapeError) -> EmptyFolders? {
    guard case let (folder, destination)? = change else { return nil }
    let directory = tree.section.path(of: folder)
    if let leftOut = found?.leftOut.sorted().first(where: { $0.hasPrefix("\(directory)/") }) {
      throw MixtapeError(.notCheckedOut, .file(leftOut))
    }
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
