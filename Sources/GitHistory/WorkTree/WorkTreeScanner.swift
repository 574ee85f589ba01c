internal import FileSystem
internal import SystemPackage

/// Finds the files below some directories of the work tree, with their status.
struct WorkTreeScanner {
  /// How the names of files end that count. Others are passed over, and so is every name that begins with `.`.
  let suffix: [UInt8]

  /// The regular files that were found, in no order.
  private(set) var files = PathTable<FileStatus>()

  /// Paths of what is in the place of a file or a directory and cannot be recorded as one, or not be read.
  private(set) var unsupported: [[UInt8]] = []

  init(suffix: [UInt8]) { self.suffix = suffix }

  /// Scans the directory at `path` from `top`, where there is one.
  mutating func scanDirectory(_ path: [UInt8], in top: borrowing Directory) throws(GitError) {
    try scanDirectory(path.cName, path: path, in: top, depth: 0)
  }

  /// Looks at the one file at `path` from `top`, whatever its name.
  mutating func scanFile(_ path: [UInt8], in top: borrowing Directory) throws(GitError) {
    guard let item = try Self.reporting(path, { () throws(Errno) in try top.status(of: path.cName) }) else { return }
    if item.kind == .regular {
      files.append([], path, item.status)
    } else {
      unsupported.append(path)
    }
  }

  private mutating func scanDirectory(
    _ name: [CChar], path: [UInt8], in parent: borrowing Directory, depth: Int
  ) throws(GitError) {
    guard let directory = open(name, path: path, in: parent) else { return }
    guard let names = names(in: directory), depth < RepositoryLimits.treeDepth else { return unsupported.append(path) }
    let wanted = names.filter(isWanted).map(\.name)
    for (name, result) in zip(wanted, directory.statuses(of: wanted)) {
      switch result {
      case .success(let item?): try add(item, name, path: path, in: directory, depth: depth)
      // What is gone by now was not there.
      case .success(nil): break
      case .failure: unsupported.append(path.appending(name.dropLast().map { UInt8(bitPattern: $0) }))
      }
    }
  }

  /// The names in a directory, or nil where it cannot be read or is a repository of its own.
  private func names(in directory: borrowing Directory) -> [(name: [CChar], kind: FileKind?)]? {
    do throws(Errno) {
      let names = try directory.names()
      return names.contains { $0.name == Self.gitDirectoryName } ? nil : names
    } catch {
      return nil
    }
  }

  /// Whether a name can be that of a file that counts or of a directory.
  private func isWanted(_ name: [CChar], _ kind: FileKind?) -> Bool {
    name.first != CChar(UInt8(ascii: ".")) && (kind != .regular || endsInSuffix(name))
  }

  private func endsInSuffix(_ name: [CChar]) -> Bool {
    name.count > suffix.count + 1
      && name.dropLast().suffix(suffix.count).elementsEqual(suffix.lazy.map(CChar.init(bitPattern:)))
  }

  /// Opens a directory, or returns nil where it is gone, cannot be read, or something else is in its place.
  private mutating func open(_ name: [CChar], path: [UInt8], in parent: borrowing Directory) -> Directory? {
    do throws(Errno) {
      return try Directory(name, in: parent)
    } catch {
      if error != .noSuchFileOrDirectory { unsupported.append(path) }
      return nil
    }
  }

  /// Takes in what was found at a name: a file, a directory to scan, or something that cannot be recorded.
  private mutating func add(
    _ item: Directory.Item, _ cName: [CChar], path: [UInt8], in directory: borrowing Directory, depth: Int
  ) throws(GitError) {
    let name = cName.dropLast().map { UInt8(bitPattern: $0) }
    switch item.kind {
    case .regular where name.isUTF8:
      if endsInSuffix(cName) { files.append(directory: path, name: name, item.status) }
    case .directory where name.isUTF8:
      try scanDirectory(cName, path: path.appending(name), in: directory, depth: depth + 1)
    default:
      if try cannotBeRecorded(item, cName, in: directory) { unsupported.append(path.appending(name)) }
    }
  }

  /// Whether something that is no file stands where a file or a directory is expected, by its name or by what it leads to.
  private func cannotBeRecorded(
    _ item: Directory.Item, _ name: [CChar], in directory: borrowing Directory
  ) throws(GitError) -> Bool {
    if endsInSuffix(name) || item.kind == .directory { return true }
    guard item.kind == .symbolicLink else { return false }
    let bytes = name.dropLast().map { UInt8(bitPattern: $0) }
    let target = try Self.reporting(bytes) { () throws(Errno) in try directory.status(of: name, following: true) }
    return target?.kind == .directory
  }

  private static let gitDirectoryName = ".git".cName

  private static func reporting<Result>(
    _ path: [UInt8], _ body: () throws(Errno) -> Result
  ) throws(GitError) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw GitError(error, .readWorkTree, path: FilePath(String(decoding: path, as: UTF8.self)))
    }
  }
}

extension [UInt8] {
  /// Whether the bytes are valid UTF-8. Names nearly always are ASCII, which is told at a glance.
  var isUTF8: Bool { allSatisfy { $0 < 0x80 } || String(validating: self, as: UTF8.self) != nil }

  /// The path one step further down; the empty path is the top.
  func appending(_ name: some Sequence<UInt8>) -> [UInt8] { isEmpty ? Array(name) : self + [UInt8(ascii: "/")] + name }
}
