internal import GitHistory

/// An operation between its first write and its end: what the next command needs to finish it.
struct PendingOperation: Equatable {
  /// A file of the operation; ids are those of blobs, `nil` for no file.
  struct Change: Equatable {
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

  /// ``base``, as git knows it.
  var baseID: CommitID? { base.flatMap { CommitID($0) } }

  /// The first line of the message.
  var subject: String { String(message.prefix { !$0.isNewline }) }

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

// MARK: - The record

extension PendingOperation {
  /// The fields one after another, each ended by NUL, which neither a path nor a message can hold: the kind, the commit,
  /// the message, and three of each change. What is `nil` is empty.
  var record: [UInt8] {
    var bytes: [UInt8] = []
    func add(_ field: String) {
      bytes += field.utf8
      bytes.append(0)
    }
    for field in [isCapture ? Self.captureKind : Self.changeKind, base ?? "", message] { add(field) }
    for change in changes {
      for field in [change.path, change.old ?? "", change.new ?? ""] { add(field) }
    }
    return bytes
  }

  /// The operation that a record tells of; `nil` where it is none.
  init?(record: [UInt8]) {
    guard record.last == 0 else { return nil }
    let fields = record.dropLast().split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard fields.count >= 3, fields.count.isMultiple(of: 3), [Self.changeKind, Self.captureKind].contains(fields[0])
    else { return nil }
    func optional(_ field: String) -> String? { field.isEmpty ? nil : field }
    (isCapture, base, message) = (fields[0] == Self.captureKind, optional(fields[1]), fields[2])
    changes = stride(from: 3, to: fields.count, by: 3).map { place in
      Change(path: fields[place], old: optional(fields[place + 1]), new: optional(fields[place + 2]))
    }
  }

  private static let changeKind = "change"
  private static let captureKind = "capture"
}
