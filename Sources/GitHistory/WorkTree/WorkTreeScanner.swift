internal import SystemPackage

/// Finds the files below some directories of the work tree, with their status.
struct WorkTreeScanner {
  /// How the names of files end that count. Others are passed over, and so is every name that begins with `.`.
  let suffix: [UInt8]

  /// The regular files that were found, in no order.
  private(set) var files = PathTable<FileStatus>()

  /// Paths of what is in the place of a file or a directory and cannot be recorded as one.
  private(set) var unsupported: [[UInt8]] = []

  init(suffix: [UInt8]) { self.suffix = suffix }

  /// Scans the directory at `path` from `top`, where there is one.
  mutating func scanDirectory(_ path: [UInt8], in top: borrowing Directory) throws(GitError) {
    try scanDirectory(path.cName, path: path, in: top, depth: 0)
  }

  /// Looks at the one file at `path` from `top`, whatever its name.
  mutating func scanFile(_ path: [UInt8], in top: borrowing Directory) throws(GitError) {
    guard let status = try Self.reporting(path, { () throws(Errno) in try top.status(of: path.cName) }) else { return }
    if FileKind(status) == .regular {
      files.append(directory: [], name: path, FileStatus(status))
    } else {
      unsupported.append(path)
    }
  }

  private mutating func scanDirectory(
    _ name: [CChar], path: [UInt8], in parent: borrowing Directory, depth: Int
  ) throws(GitError) {
    guard let directory = try open(name, path: path, in: parent) else { return }
    let names = try Self.reporting(path) { () throws(Errno) in try directory.names() }
    let isRepository = names.contains { $0.name == Self.gitDirectoryName }
    guard !isRepository, depth < RepositoryLimits.treeDepth else { return unsupported.append(path) }
    for (name, kind) in names { try scanEntry(name, kind, of: path, in: directory, depth: depth) }
  }

  /// Opens a directory, or returns nil where it is gone or something else is in its place.
  private mutating func open(
    _ name: [CChar], path: [UInt8], in parent: borrowing Directory
  ) throws(GitError) -> Directory? {
    do throws(Errno) {
      return try Directory(name, in: parent)
    } catch {
      switch error {
      case .noSuchFileOrDirectory: break
      case .notDirectory, .tooManySymbolicLinkLevels: unsupported.append(path)
      default: throw GitError(error, .readWorkTree, path: FilePath(String(decoding: path, as: UTF8.self)))
      }
      return nil
    }
  }

  private mutating func scanEntry(
    _ cName: [CChar], _ kind: FileKind?, of path: [UInt8], in directory: borrowing Directory, depth: Int
  ) throws(GitError) {
    let name = cName.dropLast().map { UInt8(bitPattern: $0) }
    let counts = name.hasSuffix(suffix)
    guard name.first != UInt8(ascii: "."), counts || kind != .regular else { return }
    let fullPath = path.appending(name)
    guard let status = try Self.reporting(fullPath, { () throws(Errno) in try directory.status(of: cName) }) else {
      return
    }
    switch FileKind(status) {
    case .regular where counts && name.isUTF8: files.append(directory: path, name: name, FileStatus(status))
    case .directory where name.isUTF8: try scanDirectory(cName, path: fullPath, in: directory, depth: depth + 1)
    case .symbolicLink where !counts:
      let target = try Self.reporting(fullPath) { () throws(Errno) in try directory.status(of: cName, following: true) }
      if let target, FileKind(target) == .directory { unsupported.append(fullPath) }
    case .directory: unsupported.append(fullPath)
    default: if counts { unsupported.append(fullPath) }
    }
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

  func hasSuffix(_ suffix: [UInt8]) -> Bool { count > suffix.count && self.suffix(suffix.count).elementsEqual(suffix) }

  /// The path one step further down; the empty path is the top.
  func appending(_ name: some Sequence<UInt8>) -> [UInt8] { isEmpty ? Array(name) : self + [UInt8(ascii: "/")] + name }
}
