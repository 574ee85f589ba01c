internal import GitHistory

/// An operation between its first write and its end: what the next command needs to finish it.
struct PendingOperation: Codable {
  /// A file of the operation; ids are those of blobs, `nil` for no file.
  struct Change: Codable {
    let path: String
    let old: String?
    let new: String?

    var oldID: ObjectID? { old.flatMap { ObjectID($0) } }
    var newID: ObjectID? { new.flatMap { ObjectID($0) } }
  }

  let message: String
  let changes: [Change]
  /// The commit that HEAD was at when the operation began; `nil` of a store without one.
  let base: String?

  /// The first line of the message.
  var subject: String { String(message.prefix { $0 != "\n" }) }
}
