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
  /// The commits that the operation makes.
  let kind: Kind
  /// The paths of earlier changes whose sync failed.
  let unconfirmed: [String]

  /// The commits that an operation makes.
  enum Kind: Hashable {
    /// One commit.
    case change
    /// A commit of each hand edit. The files already have the new bytes.
    case capture
    /// A merge of another commit.
    case merge(CommitID)
    /// HEAD moves forward to an existing commit. If somebody commits in the meantime, it is merged.
    case forward(CommitID)

    /// The commit that is merged, or that HEAD moves to; `nil` for other operations.
    var other: CommitID? {
      switch self {
      case .change, .capture: nil
      case .merge(let commit), .forward(let commit): commit
      }
    }
  }

  /// Whether the operation commits hand edits, whose files already have the new bytes.
  var isCapture: Bool { kind == .capture }

  /// ``base`` as a commit id.
  var baseID: CommitID? { base.flatMap { CommitID($0) } }

  /// The first line of the message.
  var subject: String { String(message.prefix { !$0.isNewline }) }

  init(message: String, changes: [Change], base: String?, unconfirmed: [String] = [], kind: Kind = .change) {
    (self.message, self.changes, self.base, self.unconfirmed) = (message, changes, base, unconfirmed)
    self.kind = kind
  }

  /// Makes the record of a capture. After a crash, the missing commits are made again from the files, but git's index
  /// may already have the new contents.
  init(capturing edits: [HandEdit], unconfirmed: [String] = []) {
    message = edits.count == 1 ? edits[0].subject : "Capture \(edits.count) hand edits"
    changes = edits.flatMap(\.paths).map { Change(path: $0, old: nil, new: nil) }
    (base, kind, self.unconfirmed) = (nil, .capture, unconfirmed)
  }

  /// Makes the record of complete changes whose sync failed.
  init(confirming paths: [String]) {
    (message, changes, base, kind, unconfirmed) = ("Confirm earlier changes", [], nil, .capture, paths)
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
    for field in [kind.description, base ?? "", message] { add(field) }
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
    guard fields.count >= 3, fields.count.isMultiple(of: 3), let kind = Kind(fields[0]) else { return nil }
    func optional(_ field: String) -> String? { field.isEmpty ? nil : field }
    (self.kind, base, message) = (kind, optional(fields[1]), fields[2])
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
}

extension PendingOperation.Kind: LosslessStringConvertible {
  /// Parses the text of a kind: `change`, `capture`, or `merge` and `forward` with the id of a commit.
  init?(_ description: String) {
    let words = description.split(separator: " ")
    switch (words.first, words.dropFirst().first.flatMap { CommitID(String($0)) }) {
    case ("change", nil): self = .change
    case ("capture", nil): self = .capture
    case ("merge", let commit?): self = .merge(commit)
    case ("forward", let commit?): self = .forward(commit)
    default: return nil
    }
  }

  var description: String {
    switch self {
    case .change: "change"
    case .capture: "capture"
    case .merge(let commit): "merge \(commit)"
    case .forward(let commit): "forward \(commit)"
    }
  }
}
