internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

/// A change of one file by an operation.
struct FileWrite {
  /// The path below the store's directory.
  let path: String
  /// The bytes that the operation was planned on; `nil` if the file did not exist.
  let old: [UInt8]?
  /// The bytes to write; `nil` to remove the file.
  let new: [UInt8]?
  /// Whether the file may have had uncommitted changes before, which are committed with this one.
  var takesOver = false

  /// Whether the file is committed without a change.
  var changesNothing: Bool { old == new }
}

/// The size of a file above the limit that Mixtape reads, as the cause of a ``MixtapeError/Code/fileTooLarge``.
public struct FileSizeLimitExceeded: Error, Sendable, CustomStringConvertible {
  /// The number of bytes that the file would have.
  public let bytes: Int
  /// The maximum number of bytes of a file.
  public let limit: Int

  /// Both numbers in a few words.
  public var description: String { "\(bytes) bytes; the maximum is \(limit)" }
}

extension FileWrite {
  /// Throws an error if the written file would be too large to be read again.
  func requireReadableSize() throws(MixtapeError) {
    guard let new, !changesNothing, new.count > FileLimits.maximumSize else { return }
    throw MixtapeError(
      .fileTooLarge, .file(path), cause: FileSizeLimitExceeded(bytes: new.count, limit: FileLimits.maximumSize))
  }
}

extension WorkTreeState {
  /// Returns the reason why a file must not be changed: a sparse checkout leaves it out, or it has an `IndexMark`.
  func obstacle(to path: String) -> MixtapeError? {
    if let mark = marked[path] { return MixtapeError(.markedFile, .file(path), cause: mark) }
    return leftOut.contains(path) ? MixtapeError(.notCheckedOut, .file(path)) : nil
  }

  /// Throws an error if a write changes a file that must not be changed, or adds another file with the id of one that a sparse
  /// checkout leaves out.
  ///
  /// - Throws: ``MixtapeError/Code/notCheckedOut`` with the path of the file that is left out; ``MixtapeError/Code/markedFile``.
  func requireChangeable(_ write: FileWrite) throws(MixtapeError) {
    if let obstacle = obstacle(to: write.path) { throw obstacle }
    guard !leftOut.isEmpty else { return }
    guard write.old == nil, write.new != nil, let name = StoredFile(path: write.path)?.name else { return }
    let section = Section(containing: write.path)
    let other = leftOut.first { StoredFile(path: $0)?.name == name && Section(containing: $0) == section }
    if let other { throw MixtapeError(.notCheckedOut, .file(other)) }
  }
}

extension FileWrite {
  /// Writes the new bytes to a temporary file beside the file.
  func prepare(in directory: FilePath, isDurable: Bool) throws(MixtapeError) {
    guard let new, !changesNothing else { return }
    try Disk.prepare(new, for: directory.appending(path), below: directory, isDurable: isDurable)
  }

  /// Replaces the file by its temporary file, or removes it.
  func install(in directory: FilePath) throws(MixtapeError) {
    guard !changesNothing else { return }
    let place = directory.appending(path)
    if new == nil { try Disk.remove(place, upTo: directory) } else { try Disk.installPrepared(at: place) }
  }

  /// Removes the temporary file.
  func discard(in directory: FilePath) throws(MixtapeError) {
    guard new != nil, !changesNothing else { return }
    try Disk.discardPrepared(for: directory.appending(path), upTo: directory)
  }
}

extension [FileWrite] {
  /// The playlists whose files are removed and not moved.
  var removedPlaylists: Set<Playlist.ID> {
    func playlists(_ isRemoval: Bool) -> Set<Playlist.ID> {
      Set(lazy.filter { ($0.new == nil) == isRemoval }.compactMap { StoredFile.playlistID(at: $0.path) })
    }
    return playlists(true).subtracting(playlists(false))
  }
}

/// The difference of a file between two states of a store.
public struct FileDifference: Sendable {
  /// The path below the store's directory.
  public let path: String
  /// The bytes before; `nil` if there was no file.
  public let old: [UInt8]?
  /// The bytes after; `nil` if there is no file.
  public let new: [UInt8]?

  /// The difference in git's unified form, header included.
  public var patch: String {
    get throws(MixtapeError) {
      String(decoding: try StoreRepository.unifiedDiff(old: old, new: new, path: path), as: UTF8.self)
    }
  }
}
