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

  /// The bytes of an object of the batch.
  subscript(id: ObjectID) -> [UInt8]? { positions[id].map { objects[$0].bytes } }
}
