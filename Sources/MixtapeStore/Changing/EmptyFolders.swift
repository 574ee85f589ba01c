internal import FileSystem
internal import GitHistory
public import MixtapeModel
internal import SystemPackage

extension Store {
  /// Creates an empty folder, and the missing folders around it.
  ///
  /// The folder is only a directory. Git does not track empty directories, so this makes no commit, and other clones
  /// do not have the folder.
  ///
  /// - Throws: ``MixtapeError/Code/alreadyExists`` if the folder exists; ``MixtapeError/Code/invalidFile`` if
  ///   something else is at its path, such as a symbolic link.
  public func createFolder(_ folder: Folder, in tree: FolderTree) throws(MixtapeError) {
    let scan = try SectionScan(tree.section, of: self)
    if let report = scan.reports.report(obstructing: tree.section.path(of: folder)) { throw Self.invalid(report) }
    if folder == .top || scan.folders.contains(folder) { throw MixtapeError(.alreadyExists, .folder(folder)) }
    try makeDirectory(of: folder, in: tree.section)
  }

  /// Creates the directory of a folder. Does not follow symbolic links.
  fileprivate func makeDirectory(of folder: Folder, in section: Section) throws(MixtapeError) {
    try Disk.makeDirectories(directory.appending(section.path(of: folder)), below: directory)
  }
}

/// The empty folders in a folder that is moved or deleted. Git does not track them, so commits do not move or delete
/// them.
struct EmptyFolders {
  private let store: Store
  private let section: Section
  private let folder: Folder
  private let destination: Folder?
  /// The folder and the folders in it, innermost first.
  private let folders: [Folder]

  /// Finds the folders that exist before the change.
  init(within folder: Folder, movingTo destination: Folder?, in tree: FolderTree, of store: Store) throws(MixtapeError)
  {
    self.store = store
    self.folder = folder
    self.destination = destination
    section = tree.section
    folders = try store.folders(of: tree).filter { $0.isWithin(folder) }.reversed()
  }

  /// Moves or removes the folders that are left after the change.
  func apply() throws(MixtapeError) {
    for left in folders where destination != folder {
      let place = store.directory.appending(section.path(of: left))
      guard try Disk.removeIfEmpty(place), let destination else { continue }
      try store.makeDirectory(of: left.moved(from: folder, to: destination), in: section)
    }
  }

  /// Moves or removes the folders that are left after a committed change. Errors are ignored.
  func applyAfterCommit() {
    do throws(MixtapeError) {
      try apply()
    } catch {
      // Only an empty directory stays, and the change itself has succeeded.
    }
  }
}

extension Transaction {
  /// Prepares to move or delete a whole folder. Checks that every file in it can be read, so that none is left
  /// behind, and that the destination is free. Finds the empty folders in it.
  ///
  /// - Parameter change: The folder and its destination; `nil` for a change that is not about a folder.
  /// - Throws: ``MixtapeError/Code/invalidFile`` if a file cannot be read or the destination is not free;
  ///   ``MixtapeError/Code/notCheckedOut`` if a sparse checkout leaves out a file in the folder;
  ///   ``MixtapeError/Code/markedFile`` if a file in it has a mark.
  func emptyFolders(
    of change: (folder: Folder, destination: Folder?)?, in tree: FolderTree
  ) throws(MixtapeError) -> EmptyFolders? {
    try store.requireUsableFolder(change, in: tree, found: found, invalid: Array(invalidFiles.values))
    return try change.map { (change) throws(MixtapeError) in
      try EmptyFolders(within: change.folder, movingTo: change.destination, in: tree, of: store)
    }
  }
}

extension Store {
  /// Checks that every file in a folder that is moved or deleted can be read, and that the destination is free.
  ///
  /// - Parameters:
  ///   - change: The folder and its destination; `nil` for a change that is not about a folder.
  ///   - found: All files that were found.
  ///   - invalid: The files that were edited by hand and have errors.
  /// - Throws: The errors of ``Transaction/emptyFolders(of:in:)``.
  func requireUsableFolder(
    _ change: (folder: Folder, destination: Folder?)?, in tree: FolderTree, found: WorkTreeState?, invalid: [FileReport]
  ) throws(MixtapeError) {
    guard case let (folder, destination)? = change else { return }
    let directory = tree.section.path(of: folder)
    if let found {
      let kept = found.leftOut.union(found.marked.keys).filter { $0.hasPrefix("\(directory)/") }
      if let obstacle = kept.min().flatMap(found.obstacle) { throw obstacle }
    }
    let reports = invalid + (try SectionScan(tree.section, of: self).reports)
    let unreadable = reports.filter { $0.path == directory || $0.path.hasPrefix("\(directory)/") }
      .byPath.values.sorted { $0.path < $1.path }
    if let first = unreadable.first {
      throw MixtapeError(.invalidFile, .file(first.path), cause: InvalidFiles(reports: unreadable))
    }
    if let report = destination.flatMap({ reports.report(obstructing: tree.section.path(of: $0)) }) {
      throw Store.invalid(report)
    }
  }
}
