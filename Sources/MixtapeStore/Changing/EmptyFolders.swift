internal import FileSystem
public import MixtapeModel
internal import SystemPackage

/// The two trees of folders that a store has.
public enum FolderTree: String, Hashable, Sendable, CaseIterable {
  case playlists, library

  var section: Section { self == .playlists ? .playlists : .library }
}

extension Store {
  /// The folders of a tree, in order; also those that hold nothing. Reads directories and no files.
  public func folders(of tree: FolderTree) throws(MixtapeError) -> [Folder] {
    try SectionScan(tree.section, of: directory).folders.filter { $0 != .top }.sorted()
  }

  /// Makes a folder with nothing in it, and those around it.
  ///
  /// It is a directory and no more: git keeps none that is empty, so that this is no commit, and no other clone has it.
  ///
  /// - Throws: ``MixtapeError/Code/alreadyExists`` if it is there.
  public func createFolder(_ folder: Folder, in tree: FolderTree) throws(MixtapeError) {
    let known = try folders(of: tree)
    if folder == .top || known.contains(folder) { throw MixtapeError(.alreadyExists, .folder(folder)) }
    let place = directory.appending(folder, of: tree.section)
    try replacing(place) { () throws(Errno) in try DurableFile.makeDirectories(place) }
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
  func follow() throws(MixtapeError) {
    for left in folders where destination != folder {
      let place = store.directory.appending(left, of: section)
      var isEmpty = false
      try replacing(place) { () throws(Errno) in isEmpty = try DurableFile.removeIfEmpty(place) }
      guard isEmpty, let destination else { continue }
      let new = store.directory.appending(left.moved(from: folder, to: destination), of: section)
      try replacing(new) { () throws(Errno) in try DurableFile.makeDirectories(new) }
    }
  }

  /// Takes along what is left of them after a change that is made and committed.
  func followCommit() {
    do throws(MixtapeError) {
      try follow()
    } catch {
      // What stays is a directory with nothing in it; that is no reason to doubt the change.
    }
  }
}

extension FilePath {
  fileprivate func appending(_ folder: Folder, of section: Section) -> FilePath {
    folder.components.reduce(appending(section.rawValue)) { $0.appending($1) }
  }
}
