internal import FileSystem

/// Objects that were made and are not in the object database yet.
///
/// To write an object durably is to wait for the disk, and one wait serves all that are written at the same time. So a
/// commit is made in memory first, with its trees and contents, and then written at once.
public struct ObjectBatch: Sendable {
  let database: ObjectDatabase
  private var objects: [(type: ObjectType, bytes: [UInt8])] = []
  private var positions: [ObjectID: Int] = [:]

  init(for database: ObjectDatabase) { self.database = database }

  /// Writes the objects, durably and in no order: nothing refers to them before a reference does.
  ///
  /// May be called on any thread, while the repository is used on another.
  public func write() throws(GitError) {
    let (database, objects) = (database, objects)
    try simultaneously(objects.count) { (index) throws(GitError) in
      try database.write(objects[index].bytes, objects[index].type)
    }
  }

  mutating func add(_ bytes: [UInt8], _ type: ObjectType) throws(GitError) -> ObjectID {
    let id = try ObjectDatabase.id(of: bytes, type)
    if positions[id] == nil {
      positions[id] = objects.count
      objects.append((type, bytes))
    }
    return id
  }

  /// The bytes of an object of the batch.
  subscript(id: ObjectID) -> [UInt8]? { positions[id].map { objects[$0].bytes } }
}
