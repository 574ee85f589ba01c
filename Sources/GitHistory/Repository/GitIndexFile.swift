internal import FileSystem
internal import SystemPackage

/// The index of a work tree, as it was read from its file.
struct GitIndexFile {
  var contents: GitIndex

  /// The status that the file had just before it was read, or nil where there was none.
  private let status: FileStatus?

  /// The time when the file was written, or nil where there is none.
  var written: FileStatus.Time? { status?.modified }

  var entries: PathTable<GitIndexEntry> { contents.entries }

  /// An index without entries, to start a new one.
  static let empty = GitIndexFile(contents: .empty, status: nil)

  private init(contents: GitIndex, status: FileStatus?) {
    self.contents = contents
    self.status = status
  }

  /// Reads the index at `path`; a missing file is an empty index.
  ///
  /// - Parameter known: The index as it was read before. It is not read again where the file is the same.
  init(at path: FilePath, unless known: GitIndexFile? = nil) throws(GitError) {
    do throws(Errno) {
      status = try FileStatus(of: path)
    } catch {
      throw GitError(error, .readIndex, path: path)
    }
    // An index is replaced as a whole, so that a new one has another status.
    contents = if let known, status != nil, status == known.status { known.contents } else { try Self.read(path) }
  }

  /// Forgets the status of files that were changed so shortly before the index was written that git cannot tell from
  /// their status whether they changed again, unless `directory` shows that they did not.
  ///
  /// Git knows such files by the time of the index, which writing it again makes later. Most builds of git look at whole
  /// seconds; within those, the nanoseconds tell.
  mutating func forgetRacyStatus(besides directory: borrowing Directory) {
    guard let written else { return }
    for index in entries.values.indices where entries.values[index].status.modified.seconds >= written.seconds {
      let entry = entries.values[index]
      if !entry.isRacy(written: written), directory.fileStatus(of: entries.text(at: index)) == entry.status {
        continue
      }
      var status = entry.status
      status.size = 0
      contents.setStatus(status, at: index)
    }
  }
}

extension GitIndexFile {
  private static func read(_ path: FilePath) throws(GitError) -> GitIndex {
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
    do throws(GitIndex.Failure) {
      return try GitIndex(parsing: bytes)
    } catch {
      switch error {
      case .damaged: throw GitError(.corrupt, .readIndex, message: "the index is damaged", path: path)
      case .unsupported(let feature):
        throw GitError(.unsupported, .readIndex, message: "the index uses '\(feature)'", path: path, feature: feature)
      }
    }
  }
}
