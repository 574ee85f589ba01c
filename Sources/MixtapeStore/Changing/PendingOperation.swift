internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// An operation between its first write and its end, with all that the next command needs to finish it.
struct PendingOperation: Equatable {
  /// A file of the operation. The ids are those of blobs; `nil` stands for a missing file.
  struct Change: Equatable {
    let path: String
    let old: ObjectID?
    let new: ObjectID?
  }

  let message: String
  let changes: [Change]
  /// The commit of HEAD when the operation began; `nil` for a store without a commit.
  let base: CommitID?
  let kind: Kind

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

  var subject: String { String(message.prefix { !$0.isNewline }) }

  init(message: String, changes: [Change], base: CommitID?, kind: Kind = .change) {
    (self.message, self.changes, self.base, self.kind) = (message, changes, base, kind)
  }

  /// Makes the record of a capture. After a crash, the missing commits are made again from the files, but git's index
  /// may already have the new contents.
  init(capturing edits: [HandEdit]) {
    message = edits.count == 1 ? edits[0].subject : "Capture \(edits.count) hand edits"
    changes = edits.flatMap(\.paths).map { Change(path: $0, old: nil, new: nil) }
    (base, kind) = (nil, .capture)
  }
}

// MARK: - The record

extension PendingOperation {
  /// The fields in order, each ended by NUL, which paths and messages cannot contain: the kind, the commit, the
  /// message, and for each change the path and both ids. `nil` is an empty field.
  var record: [UInt8] {
    var bytes: [UInt8] = []
    func add(_ field: String) {
      bytes += field.utf8
      bytes.append(0)
    }
    for field in [kind.description, base?.description ?? "", message] { add(field) }
    for change in changes {
      for field in [change.path, change.old?.description ?? "", change.new?.description ?? ""] { add(field) }
    }
    return bytes
  }

  /// Reads an operation from a record; `nil` if the record is invalid.
  init?(record: [UInt8]) {
    guard record.last == 0 else { return nil }
    let fields = record.dropLast().split(separator: 0, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard fields.count >= 3, fields.count.isMultiple(of: 3), let kind = Kind(fields[0]) else { return nil }
    (self.kind, base, message) = (kind, CommitID(fields[1]), fields[2])
    changes = stride(from: 3, to: fields.count, by: 3).map { place in
      Change(path: fields[place], old: ObjectID(fields[place + 1]), new: ObjectID(fields[place + 2]))
    }
  }
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

/// The record of the unfinished operation.
///
/// It is written with the new objects and the temporary files, before any file is replaced, and cleared when the
/// commit and git's index are complete. It is one file, overwritten in place: creating and removing a file for each
/// change costs about a millisecond more. The first line is a checksum and a length. A partly written record is
/// ignored, because no file has changed then.
struct OperationJournal {
  private let path: FilePath

  init(in state: PrivateState) { path = state.directory.appending("pending") }

  /// Returns the unfinished or interrupted operation; `nil` if the last operation ended.
  func read() throws(MixtapeError) -> PendingOperation? {
    let record: [UInt8]
    do throws(FileAccess.Failure) {
      // After the blank checksum, the file may still contain the rest of a large operation that is complete.
      guard try FileAccess.readStart(of: path, count: Self.blank.count) != Self.blank else { return nil }
      record = try FileAccess.read(path)
    } catch {
      switch error {
      case .absent, .notAFile, .tooLarge: return nil
      case .system(let cause): throw .fileAccess(path, cause)
      }
    }
    return try decode(record)
  }

  func write(_ operation: PendingOperation, isDurable: Bool = true) throws(MixtapeError) {
    try Disk.overwrite(path, with: try Self.encode(operation), isDurable: isDurable)
  }

  /// Marks the operation as complete. If a crash undoes this, the next command finds that nothing is left to finish.
  func clear() throws(MixtapeError) {
    try Disk.overwrite(path, with: Self.blank, isDurable: false)
  }

  /// The text that replaces the checksum of a complete operation.
  private static let blank = [UInt8](repeating: UInt8(ascii: "0"), count: 2 * ObjectID.byteCount)

  /// Returns `checksum length
  /// ` and the encoded operation.
  private static func encode(_ operation: PendingOperation) throws(MixtapeError) -> [UInt8] {
    let body = operation.record
    return Array("\(try checksum(of: body)) \(body.count)\n".utf8) + body
  }

  private static func checksum(of body: [UInt8]) throws(MixtapeError) -> String {
    try StoreRepository.checked(try Repository.blobID(of: body)).description
  }

  private func decode(_ record: [UInt8]) throws(MixtapeError) -> PendingOperation? {
    guard let end = record.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let header = String(decoding: record[..<end], as: UTF8.self).split(separator: " ")
    guard header.count == 2, let count = Int(header[1]), count >= 0, count <= record.count - end - 1 else { return nil }
    let body = Array(record[(end + 1)...].prefix(count))
    guard try Self.checksum(of: body) == header[0] else { return nil }
    guard let operation = PendingOperation(record: body) else {
      throw MixtapeError(.fileAccess, .file(path.string), cause: UnknownRecord())
    }
    return operation
  }
}

/// A complete record that another version of the program wrote.
private struct UnknownRecord: Error, CustomStringConvertible {
  var description: String { "another version of Mixtape wrote the record of this change, and must finish it" }
}
