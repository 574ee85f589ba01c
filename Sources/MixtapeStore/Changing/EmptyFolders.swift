internal import MixtapeModel
internal import SystemPackage

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
      try Self.makeDirectory(of: left.moved(from: folder, to: destination), in: section, of: store)
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

  /// Creates an empty folder. See ``Store/createFolder(_:in:)``.
  static func create(_ folder: Folder, in tree: FolderTree, of store: Store) throws(MixtapeError) {
    let scan = try SectionScan(tree.section, of: store)
    if let report = scan.reports.report(obstructing: tree.section.path(of: folder)) { throw .invalidFile(report) }
    if folder == .top || scan.folders.contains(folder) { throw MixtapeError(.alreadyExists, .folder(folder)) }
    try makeDirectory(of: folder, in: tree.section, of: store)
  }

  /// Creates the directory of a folder. Does not follow symbolic links.
  private static func makeDirectory(
    of folder: Folder, in section: Section, of store: Store
  ) throws(MixtapeError) {
    try Disk.makeDirectories(store.directory.appending(section.path(of: folder)), below: store.directory)
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
    try admission(of: .command).requireUsableFolder(change, in: tree, of: store)
    return try change.map { (change) throws(MixtapeError) in
      try EmptyFolders(within: change.folder, movingTo: change.destination, in: tree, of: store)
    }
  }
}
