internal import GitHistory

/// An operation between its first write and its end, with all that the next command needs to finish it.
struct PendingOperation: Equatable {
  /// A file of the operation. The ids are those of blobs; `nil` stands for a missing file.
  struct Change: Equatable {
    let path: String
    let old: String?
    let new: String?

    var oldID: ObjectID? { old.flatMap { ObjectID($0) } }
    var newID: ObjectID? { new.flatMap { ObjectID($0) } }
  }

  let message: String
  let changes: [Change]
  /// The commit of HEAD when the operation began; `nil` for a store without a commit.
  let base: String?
  /// Whether the operation commits hand edits, whose files already have the new bytes.
  let isCapture: Bool
  /// The paths of earlier changes whose sync failed.
  let unconfirmed: [String]

  /// ``base`` as a commit id.
  var baseID: CommitID? { base.flatMap { CommitID($0) } }

  /// The first line of the message.
  var subject: String { String(message.prefix { !$0.isNewline }) }

  init(message: String, changes: [Change], base: String?, unconfirmed: [String] = []) {
    (self.message, self.changes, self.base, self.unconfirmed) = (message, changes, base, unconfirmed)
    isCapture = false
  }

  /// Makes the record of a capture. After a crash, the missing commits are made again from the files, but git's index
  /// may already have the new contents.
  init(capturing edits: [HandEdit], unconfirmed: [String] = []) {
    message = edits.count == 1 ? edits[0].subject : "Capture \(edits.count) hand edits"
    changes = edits.flatMap(\.paths).map { Change(path: $0, old: nil, new: nil) }
    (base, isCapture, self.unconfirmed) = (nil, true, unconfirmed)
  }

  /// Makes the record of complete changes whose sync failed.
  init(confirming paths: [String]) {
    (message, changes, base, isCapture, unconfirmed) = ("Confirm earlier changes", [], nil, true, paths)
  }
}

// MARK: - The record

extension PendingOperation {
  /// The fields in order, each ended by NUL, which paths and messages cannot contain: the kind, the commit, the
  /// message, and for each change the path and both ids. `nil` is an empty field. An unconfirmed path has a mark in
  /// place of the ids.
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
    for path in unconfirmed { for field in [path, Self.unconfirmedMark, Self.unconfirmedMark] { add(field) } }
    return bytes
  }

  /// Reads an operation from a record; `nil` if the record is invalid.
  init?(record: [UInt8]) {
    guard record.last == 0 else { return nil }
    let fields = record.dropLast().split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard fields.count >= 3, fields.count.isMultiple(of: 3), [Self.changeKind, Self.captureKind].contains(fields[0])
    else { return nil }
    func optional(_ field: String) -> String? { field.isEmpty ? nil : field }
    (isCapture, base, message) = (fields[0] == Self.captureKind, optional(fields[1]), fields[2])
    var (changes, unconfirmed) = ([Change](), [String]())
    for place in stride(from: 3, to: fields.count, by: 3) {
      let (path, old, new) = (fields[place], fields[place + 1], fields[place + 2])
      if new == Self.unconfirmedMark {
        unconfirmed.append(path)
      } else {
        changes.append(Change(path: path, old: optional(old), new: optional(new)))
      }
    }
    (self.changes, self.unconfirmed) = (changes, unconfirmed)
  }

  private static let unconfirmedMark = "unconfirmed"

  private static let changeKind = "change"
  private static let captureKind = "capture"
}
