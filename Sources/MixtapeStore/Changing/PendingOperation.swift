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
  /// Whether this is the capture of hand edits, whose files are on disk already and are nobody's to write.
  let isCapture: Bool

  /// The first line of the message.
  var subject: String { String(message.prefix { $0 != "\n" }) }

  init(message: String, changes: [Change], base: String?) {
    (self.message, self.changes, self.base, isCapture) = (message, changes, base, false)
  }

  /// The record of a capture: after a crash, the commits that are missing are made anew from the files, but the index
  /// may be behind those that were made.
  init(capturing edits: [HandEdit]) {
    message = edits.count == 1 ? edits[0].subject : "Capture \(edits.count) hand edits"
    changes = edits.flatMap(\.paths).map { Change(path: $0, old: nil, new: nil) }
    (base, isCapture) = (nil, true)
  }
}
