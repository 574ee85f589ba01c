internal import FileSystem
internal import MixtapeModel
internal import SystemPackage

/// The watched directories of a store, by their paths below the store's directory, which itself is the empty path.
struct WatchedDirectories {
  /// The subject of an event.
  enum Place: Equatable {
    /// A file of the store.
    case file(String, isBeingWritten: Bool)
    /// A directory with everything in it. The empty path stands for the whole store.
    case directory(String)
    /// The store's directory was deleted or moved.
    case storeIsGone
  }

  private let store: FilePath
  private let watch: DirectoryWatch
  private var paths: [DirectoryWatch.ID: String] = [:]

  init(of store: FilePath, _ watch: DirectoryWatch) {
    self.store = store
    self.watch = watch
  }

  /// Watches these directories and no others.
  ///
  /// - Returns: Whether one of them was not watched before at its path, so that changes in it may have been missed.
  mutating func replace(with wanted: [String]) throws(MixtapeError) -> Bool {
    var current: [DirectoryWatch.ID: String] = [:]
    do throws(DirectoryWatch.Failure) {
      for path in wanted {
        // Adding a watched path again returns a new id if there is another directory now.
        if let id = try watch.add(path.isEmpty ? store : store.appending(path)) { current[id] = path }
      }
    } catch {
      throw .cannotWatch(store, error)
    }
    let isNew = current.contains { paths[$0.key] != $0.value }
    for id in paths.keys where current[id] == nil { watch.remove(id) }
    paths = current
    return isNew
  }

  /// Returns the subject of an event; `nil` if it does not concern the store.
  mutating func place(of event: DirectoryWatch.Event) -> Place? {
    switch event {
    case .overflow: return .directory("")
    case .writing(let id, let name): return file(name, in: id, isBeingWritten: true)
    case .settled(let id, let name): return file(name, in: id, isBeingWritten: false)
    case .directory(let id, let name):
      return path(of: name, in: id).flatMap { Section(containing: $0) == nil ? nil : .directory($0) }
    case .lost(let id):
      guard let path = paths.removeValue(forKey: id) else { return nil }
      watch.remove(id)
      return path.isEmpty ? .storeIsGone : .directory(path)
    }
  }

  private func file(_ name: String, in id: DirectoryWatch.ID, isBeingWritten: Bool) -> Place? {
    guard let path = path(of: name, in: id), StorePaths.contains(path) else { return nil }
    return .file(path, isBeingWritten: isBeingWritten)
  }

  /// Returns the path of a name; `nil` for a hidden one, and for one in a directory that is no longer watched.
  private func path(of name: String, in id: DirectoryWatch.ID) -> String? {
    guard let directory = paths[id], !name.hasPrefix(".") else { return nil }
    return directory.isEmpty ? name : "\(directory)/\(name)"
  }
}
