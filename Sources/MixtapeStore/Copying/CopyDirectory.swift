internal import FileSystem
internal import MixtapeModel
internal import SystemPackage

/// The directory of a place, with operations that never leave it: no link in it is followed.
struct CopyDirectory {
  let path: FilePath
  /// The path in the settings, for lists.
  let named: FilePath

  /// The item at a path.
  enum Found: Equatable {
    case nothing
    case file(bytes: Int)
    /// A directory or a link, or a file or a link in the place of a directory above.
    case other
  }

  /// Finds an existing directory, which must not be one of git's.
  init(at path: FilePath) throws(CopyError) {
    named = path.lexicallyNormalized()
    do throws(PublishingFailure) {
      self.path = try PublishedFile.directory(at: path)
    } catch {
      switch error.reason {
      case .insideRepository: throw .insideRepository(named)
      case .system(.noSuchFileOrDirectory): throw .absent(named)
      case .system(let error): throw .system(named, error)
      default: throw .occupied(named)
      }
    }
    guard DurableFile.isDirectory(self.path) else { throw .occupied(named) }
  }

  func place(_ file: PortablePath) -> FilePath { path.pushing(FilePath(file.text)) }

  func item(at file: PortablePath) throws(CopyError) -> Found {
    let place = place(file)
    return try CopyError.reporting(place) { () throws(Errno) in
      var directory = path
      for name in file.names.dropLast() {
        directory.append(name)
        guard let kind = try FileKind(at: directory) else { return .nothing }
        guard kind == .directory else { return .other }
      }
      if let bytes = try SystemCalls.fileSize(of: place) { return .file(bytes: bytes) }
      return try FileKind(at: place) == nil ? .nothing : .other
    }
  }

  /// Removes a file, and the directories that become empty. Anything else in its place stays.
  ///
  /// - Parameter keepsDirectory: Whether its directory stays, because another file takes its place.
  func remove(_ file: PortablePath, keepsDirectory: Bool = false) throws(CopyError) {
    guard case .file = try item(at: file) else { return }
    let place = place(file)
    try CopyError.reporting(place) { () throws(Errno) in
      try DurableFile.remove(place, upTo: keepsDirectory ? place.removingLastComponent() : path)
    }
  }

  // MARK: - The record

  private var recordPath: FilePath { path.appending(CopyRecord.name) }

  /// Returns the record of copies, which is empty for a new place.
  func record() throws(CopyError) -> CopyRecord {
    guard let bytes = try recordBytes() else { return CopyRecord() }
    guard let record = CopyRecord(parsing: bytes) else { throw .occupied(recordPath) }
    return record
  }

  private func recordBytes() throws(CopyError) -> [UInt8]? {
    do throws(FileAccess.Failure) {
      return try FileAccess.read(recordPath, atMost: CopyRecord.maximumSize)
    } catch {
      switch error {
      case .absent: return nil
      case .system(let error): throw .system(recordPath, error)
      case .notAFile, .tooLarge: throw .occupied(recordPath)
      }
    }
  }

  /// Replaces the record, if its content changes. A line that broke off is a change.
  func write(_ record: CopyRecord) throws(CopyError) {
    if try recordBytes() == record.bytes { return }
    try CopyError.reporting(recordPath) { () throws(Errno) in
      try DurableFile.write(record.bytes, to: recordPath, below: path)
    }
  }

  func append(_ copy: CopyRecord.Copy, of file: PortablePath) throws(CopyError) {
    try CopyError.reporting(recordPath) { () throws(Errno) in
      try FileAccess.append(Array(CopyRecord.line(about: file, copy).utf8), to: recordPath, isSole: true)
    }
  }

  // MARK: - Copies

  /// The file that is written. It is at the top, because a name with a suffix may be too long.
  private var partialPath: FilePath { path.appending("\(CopyRecord.name).part") }

  /// Begins to write a file under a temporary name, in place of one that broke off.
  func begin() throws(CopyError) -> GrowingFile {
    try CopyError.reporting(partialPath) { () throws(Errno) in try GrowingFile(partialPath, keeping: 0) }
  }

  func discardPartialFile() throws(CopyError) {
    try CopyError.reporting(partialPath) { () throws(Errno) in try DurableFile.remove(partialPath, upTo: path) }
  }

  /// Gives a complete and synced file its name, and records it. Another file is never replaced.
  ///
  /// The record comes before the name, and an older copy must be gone before both: after an end of the process at any instant, no
  /// file counts as a copy that is not one, and every copy is recorded.
  func finish(_ file: GrowingFile, as copy: CopyRecord.Copy, at path: PortablePath) throws(CopyError) {
    let place = place(path)
    guard try item(at: path) == .nothing else { throw .occupied(place) }
    try append(copy, of: path)
    try CopyError.reporting(place) { () throws(Errno) in
      try DurableFile.makeDirectories(place.removingLastComponent(), below: self.path)
      try file.finish(as: place)
    }
  }
}

/// The record of the files in a place that Mixtape has made and may replace or remove. It is a file in the place, because a stick is
/// also used on other machines.
///
/// After the first line, each line is `store ID`, `list NAME` or `copy BYTES ORIGIN PATH`. Later lines about a path win, so that a
/// finished copy is one line more. The file may come from somebody else: lines with a path that Mixtape would not write are ignored, so no path
/// leaves the directory.
struct CopyRecord: Equatable {
  /// The facts about a copy.
  struct Copy: Equatable {
    let bytes: Int
    /// A digest of the wanted path of the copy, and of the size and the time of its source when it was copied.
    let origin: String

    init(bytes: Int, origin: String) { (self.bytes, self.origin) = (bytes, origin) }

    /// Returns whether a file of a size can be the copy. An empty one broke off.
    func isCopy(ofSize size: Int) -> Bool { size == bytes || size == 0 }

    init(of source: CopySources.File, wanted: String) {
      bytes = source.bytes
      origin = ContentDigest.text(
        of: Array("\(wanted)\0\(source.bytes)\0\(source.modified.seconds).\(source.modified.nanoseconds)".utf8))
    }
  }

  static let name = ".mixtape-copies"
  /// The maximum size of the file in bytes: that of 100,000 long paths.
  static let maximumSize = 1 << 25

  private static let firstLine = "mixtape copies 1"

  var copies: [PortablePath: Copy] = [:]
  var lists: Set<PortablePath> = []
  /// The id of the store whose files they are: two stores would remove each other's files.
  var store: String?

  init() {}

  /// Reads the content of a file; `nil` if it is not a record.
  init?(parsing bytes: [UInt8]) {
    // A line that broke off has no line end.
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n")
    guard lines.first == Self.firstLine[...] else { return nil }
    for line in lines.dropFirst() { read(line) }
  }

  private mutating func read(_ line: Substring) {
    let fields = line.split(separator: " ", maxSplits: 1)
    guard fields.count == 2 else { return }
    if fields[0] == "store" { store = String(fields[1]) }
    if fields[0] == "list", let name = PortablePath(validating: String(fields[1])), name.names.count == 1 {
      lists.insert(name)
    }
    let values = fields[1].split(separator: " ", maxSplits: 2)
    if fields[0] == "copy", values.count == 3, let bytes = Int(values[0]),
      let path = PortablePath(validating: String(values[2]))
    {
      copies[path] = Copy(bytes: bytes, origin: String(values[1]))
    }
  }

  var bytes: [UInt8] {
    let lists = lists.sorted { $0.text < $1.text }.map { "list \($0.text)\n" }
    let copies = copies.sorted { $0.key.text < $1.key.text }.map { Self.line(about: $0.key, $0.value) }
    let store = store.map { "store \($0)\n" } ?? ""
    return Array("\(Self.firstLine)\n\(store)\(lists.joined())\(copies.joined())".utf8)
  }

  /// Returns the line about a copy, with its end.
  static func line(about path: PortablePath, _ copy: Copy) -> String {
    "copy \(copy.bytes) \(copy.origin) \(path.text)\n"
  }
}
