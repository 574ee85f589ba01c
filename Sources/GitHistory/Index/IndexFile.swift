internal import FileSystem
internal import SystemPackage

/// The index of a work tree and when it was written.
struct IndexFile {
  private(set) var format: IndexFormat

  /// What the file was when it was read, or nil where there was none. Looked up before that, so never too late.
  private let status: FileStatus?

  /// When the file was written, or nil where there is none.
  var written: FileStatus.Time? { status?.modified }

  var entries: PathTable<IndexEntry> { format.entries }

  /// An index without entries, for one that is made anew.
  static let empty = IndexFile(format: .empty, status: nil)

  private init(format: IndexFormat, status: FileStatus?) {
    self.format = format
    self.status = status
  }

  /// Reads the index at `path`; a missing file is an empty index.
  ///
  /// - Parameter known: What was read before, which is not read again where the file is the same.
  init(at path: FilePath, unless known: IndexFile? = nil) throws(GitError) {
    do throws(Errno) {
      status = try FileStatus(of: path)
    } catch {
      throw GitError(error, .readIndex, path: path)
    }
    // An index is replaced as a whole: another one is another file.
    format = if let known, status != nil, status == known.status { known.format } else { try Self.read(path) }
  }

  /// Sets and removes files; nil removes. What is staged in conflict with a file that is set goes: the sides of a merge,
  /// a file in the place of one of its directories, a directory in its own.
  mutating func apply(_ changes: [(path: String, entry: IndexEntry?)]) {
    var edits: [Edit] = []
    for (path, entry) in changes {
      let path = Array(path.utf8)
      edits.append(Edit(key: path, entry: entry, coversDirectory: false))
      guard entry != nil else { continue }
      edits.append(Edit(key: path + [UInt8(ascii: "/")], entry: nil, coversDirectory: true))
      for place in path.indices where path[place] == UInt8(ascii: "/") {
        edits.append(Edit(key: Array(path[..<place]), entry: nil, coversDirectory: false))
      }
    }
    edits.sort { $0.key.lexicographicallyPrecedes($1.key) }
    format.entries = Self.merge(edits, into: format.entries)
  }

  /// Forgets the status of files that were changed so shortly before the index was written that git cannot tell from
  /// their status whether they changed again, unless `directory` shows that they did not.
  ///
  /// Git knows such files by the time of the index, which writing it again makes later. Most builds of git look at whole
  /// seconds; within those, the nanoseconds tell.
  mutating func forgetRacyStatus(besides directory: borrowing Directory) {
    guard let written else { return }
    for index in entries.values.indices where entries.values[index].status.modified.seconds >= written.seconds {
      var entry = entries.values[index]
      if !entry.isRacy(written: written), directory.fileStatus(of: entries.text(at: index)) == entry.status {
        continue
      }
      entry.status.size = 0
      format.entries.replaceValue(at: index, with: entry)
    }
  }
}

extension IndexFile {
  /// What becomes of the entries at one path, or of all below one directory.
  private struct Edit {
    let key: [UInt8]
    let entry: IndexEntry?
    let coversDirectory: Bool

    func covers(_ path: ArraySlice<UInt8>) -> Bool {
      coversDirectory ? path.starts(with: key) : path.elementsEqual(key)
    }
  }

  /// Walks through entries and edits at once, as both are sorted.
  private static func merge(_ edits: [Edit], into entries: PathTable<IndexEntry>) -> PathTable<IndexEntry> {
    var result = PathTable<IndexEntry>()
    result.reserve(entries.count + edits.count, bytes: 0)
    var cursor = 0
    for edit in edits {
      let next = entries.firstIndex(from: cursor, notBefore: edit.key)
      result.append(entries, cursor..<next)
      cursor = next
      if let entry = edit.entry { result.append([], edit.key, entry) }
      while cursor < entries.count, edit.covers(entries.path(at: cursor)) { cursor += 1 }
    }
    result.append(entries, cursor..<entries.count)
    return result
  }

  private static func read(_ path: FilePath) throws(GitError) -> IndexFormat {
    let bytes: [UInt8]
    do throws(FileAccess.Failure) {
      bytes = try FileAccess.read(path)
    } catch {
      switch error {
      case .absent: return .empty
      case .system(let cause): throw GitError(cause, .readIndex, path: path)
      case .notAFile, .tooLarge:
        throw GitError(.corrupt, .readIndex, message: "the index is not a plain file", path: path)
      }
    }
    do throws(IndexFormat.Failure) {
      return try IndexFormat(parsing: bytes)
    } catch {
      switch error {
      case .damaged: throw GitError(.corrupt, .readIndex, message: "the index is damaged", path: path)
      case .unsupported(let feature):
        throw GitError(.unsupported, .readIndex, message: "the index uses '\(feature)'", path: path, feature: feature)
      }
    }
  }
}
