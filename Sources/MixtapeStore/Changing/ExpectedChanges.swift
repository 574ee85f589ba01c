internal import FileSystem
internal import GitHistory
internal import MixtapeModel

/// A change that an editor was asked to write: the message of its commit, and the results.
struct ExpectedChange: Equatable {
  /// A file with the result.
  struct File: Equatable {
    let path: String
    /// The path before the change, if it renames or moves the file.
    let formerPath: String?
    /// The content; `nil` for a deleted file.
    let content: ObjectID?
  }

  let subject: String
  let body: [String]
  let operation: String
  let files: [File]

  init(_ change: EditorChange) throws(MixtapeError) {
    subject = change.message.subject
    body = change.message.body
    operation = change.message.operation
    files = try change.files.map { (file) throws(MixtapeError) in
      File(path: file.path, formerPath: file.formerPath, content: try StoreRepository.blobID(of: file.new))
    }
  }

  // MARK: The record

  /// The fields in order: the subject, the operation, the lines of the body with their number, and for each file the path, the former
  /// path and the content. A missing value is an empty field. No field has a NUL or a line break.
  fileprivate var fields: [String] {
    [subject, operation, "\(body.count)"] + body
      + files.flatMap { [$0.path, $0.formerPath ?? "", $0.content?.description ?? ""] }
  }

  /// Reads a record; `nil` if it is invalid.
  fileprivate init?(fields: [String]) {
    guard fields.count > 3, !fields[0].isEmpty, Self.operations.contains(fields[1]), let lineCount = Int(fields[2]),
      (0...fields.count - 3).contains(lineCount)
    else { return nil }
    (subject, operation, body) = (fields[0], fields[1], Array(fields[3..<3 + lineCount]))
    let rest = fields.dropFirst(3 + lineCount)
    guard !rest.isEmpty, rest.count.isMultiple(of: 3) else { return nil }
    var files: [File] = []
    for place in stride(from: rest.startIndex, to: rest.endIndex, by: 3) {
      let (path, former, content) = (rest[place], rest[place + 1], ObjectID(rest[place + 2]))
      guard StorePaths.contains(path), former.isEmpty || StorePaths.contains(former),
        (content == nil) == rest[place + 2].isEmpty
      else { return nil }
      files.append(File(path: path, formerPath: former.isEmpty ? nil : former, content: content))
    }
    guard Set(files.map(\.path)).count == files.count else { return nil }
    self.files = files
  }

  /// The operations that a record can have. Those of a sync or an undo would be no steps of undo.
  private static let operations = Set(
    [CommitMessage.editOperation] + PlaylistOperation.Kind.allCases.map(\.rawValue)
      + PodcastOperation.Kind.allCases.map(\.rawValue))
}

/// The changes that editors were asked to write, oldest first. They are recorded, so that nobody has to guess later which edits
/// belong together.
///
/// A text file in the private state: a title, and one line for each change. A damaged line is ignored.
struct ExpectedChanges {
  private(set) var changes: [ExpectedChange] = []

  /// The number of changes that are kept. An editor can refuse a change, or never save it.
  static let limit = 16
  private static let title = "mixtape-expected 1"
  private static let maximumSize = 1 << 22

  /// Reads the changes; none if the file is missing or cannot be read.
  init(in state: PrivateState) {
    let bytes: [UInt8]
    do throws(FileAccess.Failure) {
      bytes = try FileAccess.read(state.expectedChanges, atMost: Self.maximumSize)
    } catch {
      // A missing or damaged file has the same effect.
      return
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard lines.first?.elementsEqual(Self.title.utf8) == true else { return }
    changes = lines.dropFirst().suffix(Self.limit).compactMap { line in
      ExpectedChange(
        fields: line.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) })
    }
  }

  /// Adds a change that an editor is about to write. See ``Store/expect(_:)``.
  static func expect(_ change: EditorChange, in store: Store) throws(MixtapeError) {
    guard !change.files.isEmpty else { return }
    let state = try store.privateState()
    let lock = try state.acquireLock(store.context)
    try add(try ExpectedChange(change), in: state)
    _ = consume lock
  }

  /// Adds a change. The caller has the lock of the store.
  private static func add(_ change: ExpectedChange, in state: PrivateState) throws(MixtapeError) {
    var all = ExpectedChanges(in: state)
    all.changes = Array((all.changes.filter { $0 != change } + [change]).suffix(limit))
    try all.save(in: state)
  }

  /// Removes changes that were committed. The caller has the lock of the store.
  static func remove(_ committed: [ExpectedChange], in state: PrivateState) {
    guard !committed.isEmpty else { return }
    var all = ExpectedChanges(in: state)
    all.changes.removeAll { committed.contains($0) }
    do throws(MixtapeError) {
      try all.save(in: state)
    } catch {
      // The commits are complete. A record that stays counts only if the same files are written again.
    }
  }

  private func save(in state: PrivateState) throws(MixtapeError) {
    let lines = [Self.title] + changes.map { $0.fields.joined(separator: "\0") }
    try Disk.makeDirectories(state.directory)
    // The file is not synced: without it, the files of a change are committed one by one.
    let path = state.expectedChanges
    try Disk.checked(path, try DurableFile.replace(path, with: Array(lines.map { "\($0)\n" }.joined().utf8)))
  }

  /// Returns a path, and the paths that the file had before by older changes, the last one first.
  func names(before path: String, until change: ExpectedChange) -> [String] {
    var names = [path]
    for older in changes.prefix(while: { $0 != change }).reversed() {
      let former = older.files.first { $0.path == names.last }?.formerPath
      if let former { names.append(former) }
    }
    return names
  }
}
