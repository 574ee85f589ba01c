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
  /// Whether this is the capture of hand edits, whose files are on disk already and are not written.
  let isCapture: Bool
  /// The paths of earlier changes that could not be synced.
  let unconfirmed: [String]

  /// ``base``, as git knows it.
  var baseID: CommitID? { base.flatMap { CommitID($0) } }

  /// The first line of the message.
  var subject: String { String(message.prefix { !$0.isNewline }) }

  init(message: String, changes: [Change], base: String?, unconfirmed: [String] = []) {
    (self.message, self.changes, self.base, self.unconfirmed) = (message, changes, base, unconfirmed)
    isCapture = false
  }

  /// The record of a capture: after a crash, the commits that are missing are made again from the files, but git's index
  /// may know of them already.
  init(capturing edits: [HandEdit], unconfirmed: [String] = []) {
    message = edits.count == 1 ? edits[0].subject : "Capture \(edits.count) hand edits"
    changes = edits.flatMap(\.paths).map { Change(path: $0, old: nil, new: nil) }
    (base, isCapture, self.unconfirmed) = (nil, true, unconfirmed)
  }

  /// The record of changes that are made, and that the disk has to confirm.
  init(confirming paths: [String]) {
    (message, changes, base, isCapture, unconfirmed) = ("Confirm earlier changes", [], nil, true, paths)
  }
}

// MARK: - The record

extension PendingOperation {
  /// The fields one after another, each ended by NUL, which neither a path nor a message can hold: the kind, the commit,
  /// the message, and three of each change: the path, and both ids. What is `nil` is empty. Of a path that is unconfirmed, a
  /// mark stands in the place of the ids.
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
