internal import FileSystem
internal import SystemPackage

/// Finds the files below some directories of the work tree, with their status.
struct WorkTreeScanner: Sendable {
  private let counts: NameFilter

  /// The regular files that were found, sorted by path.
  private(set) var files = PathTable<FileStatus>()

  /// The paths of items that cannot be read, or cannot be recorded as a file or a directory.
  private(set) var unsupported: [[UInt8]] = []

  init(
    _ directories: [String], files: [String], _ counts: NameFilter, at top: FilePath
  ) throws(GitError) {
    self.counts = counts
    let top = try Directory(top: top)
    // Sorted input leaves little to sort in the result.
    for path in (directories + files).sorted() {
      if files.contains(path) {
        try scanFile(Array(path.utf8), in: top)
      } else {
        try scanDirectory(path.cName, path: Array(path.utf8), in: top, depth: 0)
      }
    }
    self.files = self.files.sorted()
  }

  private mutating func scanFile(_ path: [UInt8], in top: borrowing Directory) throws(GitError) {
    let item = try reporting(.readWorkTree, at: FilePath(String(decoding: path, as: UTF8.self))) { () throws(Errno) in
      try top.status(of: path.cName)
    }
    guard let item else { return }
    if item.kind == .regular {
      files.append(path, item.status)
    } else {
      unsupported.append(path)
    }
  }

  private mutating func scanDirectory(
    _ name: [CChar], path: [UInt8], in parent: borrowing Directory, depth: Int
  ) throws(GitError) {
    guard let directory = open(name, path: path, in: parent) else { return }
    guard let names = names(in: directory), depth < TreeObject.maximumDepth else { return unsupported.append(path) }
    for (index, result) in directory.statuses(of: names).enumerated() {
      switch result {
      case .success(let item?): try add(item, names[index], path: path, in: directory, depth: depth)
      // The file was removed meanwhile.
      case .success(nil): break
      case .failure: unsupported.append(path.appending(names[index]))
      }
    }
  }

  /// Returns the names of files that pass the filter and of directories, sorted; `nil` if the directory cannot be
  /// read or is a separate repository.
  private func names(in directory: borrowing Directory) -> NameTable? {
    var names = NameTable()
    var isRepository = false
    do throws(Errno) {
      try directory.forEachName { name, kind in
        if !NameFilter.isHidden(name) {
          if kind != .regular || counts.endsInSuffix(name) { names.append(name) }
        } else if name.elementsEqual(Self.gitDirectoryName) {
          isRepository = true
        }
      }
    } catch {
      return nil
    }
    names.sort()
    return isRepository ? nil : names
  }

  /// Opens a directory; returns `nil` if it is missing, unreadable, or something else.
  private mutating func open(_ name: [CChar], path: [UInt8], in parent: borrowing Directory) -> Directory? {
    do throws(Errno) {
      return try Directory(name, in: parent)
    } catch {
      if error != .noSuchFileOrDirectory { unsupported.append(path) }
      return nil
    }
  }

  private mutating func add(
    _ item: Directory.Item, _ name: ArraySlice<UInt8>, path: [UInt8], in directory: borrowing Directory, depth: Int
  ) throws(GitError) {
    switch item.kind {
    case .regular where name.isUTF8:
      if counts.endsInSuffix(name) { files.append(directory: path, name: name, item.status) }
    case .directory where name.isUTF8:
      try scanDirectory(name.cName, path: path.appending(name), in: directory, depth: depth + 1)
    default:
      if try cannotBeRecorded(item, name, in: directory) { unsupported.append(path.appending(name)) }
    }
  }

  /// Returns whether an item that is not a regular file has the name or the target of a file or directory to record.
  private func cannotBeRecorded(
    _ item: Directory.Item, _ name: ArraySlice<UInt8>, in directory: borrowing Directory
  ) throws(GitError) -> Bool {
    if counts.endsInSuffix(name) || item.kind == .directory { return true }
    guard item.kind == .symbolicLink else { return false }
    let target = try reporting(.readWorkTree, at: FilePath(String(decoding: name, as: UTF8.self))) { () throws(Errno) in
      try directory.status(of: name.cName, following: true)
    }
    return target?.kind == .directory
  }

  private static let gitDirectoryName = Array(".git".utf8)
}

extension ArraySlice<UInt8> {
  /// Whether the bytes are valid UTF-8. Almost all names are ASCII, which is tested first.
  fileprivate var isUTF8: Bool { allSatisfy { $0 < 0x80 } || String(validating: self, as: UTF8.self) != nil }
}

extension [UInt8] {
  /// Returns the path with a name appended. The empty path is the top.
  func appending(_ name: some Sequence<UInt8>) -> [UInt8] { isEmpty ? Array(name) : self + [UInt8(ascii: "/")] + name }
}

/// A filter of files by the suffix of their names. Names that begin with `.` are ignored.
struct NameFilter: Sendable {
  let suffix: [UInt8]

  func includes(_ name: some BidirectionalCollection<UInt8>) -> Bool { !Self.isHidden(name) && endsInSuffix(name) }

  func endsInSuffix(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    name.count > suffix.count && name.suffix(suffix.count).elementsEqual(suffix)
  }

  static func isHidden(_ name: some Collection<UInt8>) -> Bool { name.first == UInt8(ascii: ".") }
}

extension Directory {
  init(top: FilePath) throws(GitError) {
    do throws(Errno) {
      try self.init(at: top)
    } catch {
      throw GitError(error, .readWorkTree, path: top)
    }
  }

  /// Returns the status of a regular file at a relative path; `nil` if it does not exist, or if its status cannot be
  /// read.
  func fileStatus(of path: String) -> FileStatus? {
    do throws(Errno) {
      guard let item = try status(of: path.cName), item.kind == .regular else { return nil }
      return item.status
    } catch {
      return nil
    }
  }

  func isAbsent(_ path: String) -> Bool {
    do throws(Errno) {
      return try status(of: path.cName) == nil
    } catch {
      return false
    }
  }

  /// Reads the regular file at a relative path; `nil` if it does not exist.
  func file(_ path: String) throws(GitError) -> (bytes: [UInt8], status: FileStatus)? {
    try reporting(.readWorkTree, at: FilePath(path)) { () throws(Errno) in try read(path.cName) }
  }
}
