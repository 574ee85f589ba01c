internal import FileSystem
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
    let place = directory.appending(section.path(of: folder))
    try replacing(place) { () throws(Errno) in try DurableFile.makeDirectories(place, below: directory) }
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

  /// Takes along what is left of them after the change.
  func apply() throws(MixtapeError) {
    for left in folders where destination != folder {
      let place = store.directory.appending(section.path(of: left))
      var isEmpty = false
      try replacing(place) { () throws(Errno) in isEmpty = try DurableFile.removeIfEmpty(place) }
      guard isEmpty, let destination else { continue }
      try store.makeDirectory(of: left.moved(from: folder, to: destination), in: section)
    }
  }

  /// Takes along what is left of them after a change that is made and committed.
  func applyAfterCommit() {
    do throws(MixtapeError) {
      try apply()
    } catch {
      // What stays is a directory with nothing in it; that is no reason to doubt the change.
    }
  }
}
