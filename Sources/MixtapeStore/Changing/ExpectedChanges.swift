internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A change that an editor was asked to write: the message of its commit, and the results.
struct ExpectedChange: Codable, Equatable {
  /// A file with the result.
  struct File: Codable, Equatable {
    let path: String
    /// The path before the change, if it renames or moves the file.
    let formerPath: String?
    /// The id of the content; `nil` for a deleted file.
    let content: String?
  }

  let subject: String
  let body: [String]
  let operation: String
  let files: [File]

  init(_ change: EditorChange) throws(MixtapeError) {
    subject = change.message.subject
    body = change.message.body
    operation = change.message.operation
    files = try change.files.map { (file) throws(MixtapeError) in
      File(
        path: file.path, formerPath: file.formerPath, content: try StoreRepository.blobID(of: file.new)?.description)
    }
  }
}

/// The changes that editors were asked to write, oldest first. They are recorded, so that nobody has to guess later which edits
/// belong together.
struct ExpectedChanges {
  private(set) var changes: [ExpectedChange] = []

  /// The number of changes that are kept. An editor can refuse a change, or never save it.
  static let limit = 16
  private static let maximumSize = 1 << 22

  /// Reads the changes; none if the file is missing or cannot be read.
  init(in state: PrivateState) {
    do {
      let bytes = try FileAccess.read(state.expectedChanges, atMost: Self.maximumSize)
      changes = try JSONDecoder().decode([ExpectedChange].self, from: Data(bytes))
    } catch {
      // A missing or damaged file has the same effect.
    }
  }

  /// Adds a change that an editor is about to write. See ``Store/expect(_:)``.
  static func expect(_ change: EditorChange, in store: Store) throws(MixtapeError) {
    guard !change.files.isEmpty else { return }
    let state = try store.privateState()
    let lock = try state.acquireLock(store.context)
    let new = try ExpectedChange(change)
    var all = ExpectedChanges(in: state)
    all.changes = Array((all.changes.filter { $0 != new } + [new]).suffix(limit))
    try all.save(in: state)
    _ = consume lock
  }

  /// Removes changes that were committed. The caller has the lock of the store.
  static func remove(_ committed: [ExpectedChange], in state: PrivateState) {
    guard !committed.isEmpty else { return }
    var all = ExpectedChanges(in: state)
    all.changes.removeAll { committed.contains($0) }
    do throws(MixtapeError) {
      try all.save(in: state)
    } catch {
      // The commits are complete. A record that stays counts only if the same files are written again.
    }
  }

  private func save(in state: PrivateState) throws(MixtapeError) {
    let path = state.expectedChanges
    let bytes: Data
    do {
      bytes = try JSONEncoder().encode(changes)
    } catch {
      throw MixtapeError(.saveFailed, .file(path.string), cause: error)
    }
    try Disk.makeDirectories(state.directory)
    // The file is not synced: without it, the files of a change are committed one by one.
    try Disk.checked(path, try DurableFile.replace(path, with: Array(bytes)))
  }
}
