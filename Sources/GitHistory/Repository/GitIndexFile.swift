internal import FileSystem
internal import SystemPackage

/// The index of a work tree, as read from its file.
struct GitIndexFile {
  var contents: GitIndex

  /// The status of the file just before it was read; `nil` if it did not exist.
  private let status: FileStatus?

  /// The time at which the file was written; `nil` if it does not exist.
  var written: FileStatus.Time? { status?.modified }

  var entries: PathTable<GitIndexEntry> { contents.entries }

  /// An index without entries.
  static let empty = GitIndexFile(contents: .empty, status: nil)

  private init(contents: GitIndex, status: FileStatus?) {
    self.contents = contents
    self.status = status
  }

  /// Reads the index at `path`; a missing file is an empty index.
  ///
  /// - Parameter known: A previously read index, which is reused if the file has not changed.
  init(at path: FilePath, unless known: GitIndexFile? = nil) throws(GitError) {
    do throws(Errno) {
      status = try FileStatus(of: path)
    } catch {
      throw GitError(error, .readIndex, path: path)
    }
    // An index file is always replaced as a whole, so that a new one has another status.
    contents = if let known, status != nil, status == known.status { known.contents } else { try Self.read(path) }
  }

  /// Clears the status of files that were changed so shortly before the index was written that git cannot detect
  /// another change by their status, unless `directory` shows that they have not changed.
  ///
  /// Git recognizes such files by the time of the index, and writing the index again changes this time. Most builds
  /// of git compare whole seconds; within a second, this function compares nanoseconds.
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
