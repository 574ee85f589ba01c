/// The objects of a repository: those of its database, and those that are not written yet.
final class ObjectStore {
  private let database: ObjectDatabase
  private var batch = ObjectBatch()
  private var trees = TreeCache()

  init(_ database: ObjectDatabase) { self.database = database }

  func contains(_ id: ObjectID) -> Bool { batch[id] != nil || database.contains(id) }

  /// Reads the bytes of an object.
  ///
  /// - Throws: ``GitError/Code/notFound``, or ``GitError/Code/corrupt`` if it is damaged or of another type.
  func read(_ id: ObjectID, _ type: ObjectType) throws(GitError) -> [UInt8] {
    if let bytes = batch[id] { return bytes }
    return try database.read(id, type)
  }

  var madeCount: Int { batch.count }

  func tree(_ id: ObjectID) throws(GitError) -> TreeObject {
    if let tree = trees[id] { return tree }
    guard let tree = TreeObject(parsing: try read(id, .tree)) else {
      throw GitError(.corrupt, .readObject, message: "the tree \(id) is damaged")
    }
    trees.insert(tree, for: id)
    return tree
  }

  func commit(_ id: CommitID) throws(GitError) -> CommitObject {
    guard let commit = CommitObject(parsing: try read(id.rawValue, .commit)) else {
      throw GitError(.corrupt, .readObject, message: "the commit \(id) is damaged")
    }
    return commit
  }

  /// Makes an object in memory. ``write(isDurable:)`` writes it.
  func make(_ bytes: [UInt8], _ type: ObjectType) throws(GitError) -> ObjectID { try batch.add(bytes, type) }

  /// Makes a tree in memory, and caches it, because updating the index reads it soon.
  func makeTree(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    let id = try make(bytes, .tree)
    if trees[id] == nil, let tree = TreeObject(parsing: bytes) { trees.insert(tree, for: id) }
    return id
  }

  /// Writes the objects in memory.
  ///
  /// - Parameter isDurable: Whether to sync the objects. Otherwise the caller syncs them.
  func write(isDurable: Bool) throws(GitError) {
    defer { batch = ObjectBatch() }
    try database.write(batch.objects, isDurable: isDurable)
  }

  func write(_ bytes: [UInt8], _ type: ObjectType) throws(GitError) -> ObjectID {
    let id = try ObjectID(of: bytes, type)
    try database.write([(id, type, bytes)], isDurable: true)
    return id
  }
}

/// Objects that are not in the object database yet.
///
/// A commit is made in memory first, with its trees and contents, so that errors occur before anything is written.
struct ObjectBatch {
  private(set) var objects: [ObjectDatabase.Object] = []
  private var positions: [ObjectID: Int] = [:]

  mutating func add(_ bytes: [UInt8], _ type: ObjectType) throws(GitError) -> ObjectID {
    let id = try ObjectID(of: bytes, type)
    if positions[id] == nil {
      positions[id] = objects.count
      objects.append((id, type, bytes))
    }
    return id
  }

  var count: Int { objects.count }

  subscript(id: ObjectID) -> [UInt8]? { positions[id].map { objects[$0].bytes } }
}

/// A cache of recently read trees.
///
/// A command reads the same few trees several times: to find hand edits, to edit, to compare. A walk through history
/// compares each tree twice, with that of the parent and with that of the child. Parsing a large tree takes
/// milliseconds.
struct TreeCache {
  private static let capacity = 16
  private var trees: [(id: ObjectID, tree: TreeObject)] = []

  subscript(id: ObjectID) -> TreeObject? { trees.first { $0.id == id }?.tree }

  mutating func insert(_ tree: TreeObject, for id: ObjectID) {
    if trees.count == Self.capacity { trees.removeFirst() }
    trees.append((id, tree))
  }
}
