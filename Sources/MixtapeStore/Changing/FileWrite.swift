internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

/// One file that an operation changes.
struct FileWrite {
  /// The path below the store's directory.
  let path: String
  /// The bytes that the operation was planned on; `nil` if there was no file.
  let old: [UInt8]?
  /// The bytes to be written; `nil` to remove the file.
  let new: [UInt8]?

  /// Whether the file is only taken into history, as it is.
  var changesNothing: Bool { old == new }
}

/// The size of a file that Mixtape would not read again, as the cause of a ``MixtapeError/Code/fileTooLarge``.
public struct ExcessiveSize: Error, Sendable, CustomStringConvertible {
  /// The number of bytes that the file would have.
  public let bytes: Int
  /// The most bytes that a file may have.
  public let limit: Int

  /// Both numbers in a few words.
  public var description: String { "\(bytes) bytes, where \(limit) are allowed" }
}

extension FileWrite {
  /// Makes sure that the file can be read again once it is written.
  func requireReadableSize() throws(MixtapeError) {
    guard let new, !changesNothing, new.count > FileLimits.maximumSize else { return }
    throw MixtapeError(
      .fileTooLarge, .file(path), cause: ExcessiveSize(bytes: new.count, limit: FileLimits.maximumSize))
  }
}

extension WorkTreeState {
  /// Makes sure that a write neither changes a file that a sparse checkout leaves out, nor adds another with its id.
  ///
  /// - Throws: ``MixtapeError/Code/notCheckedOut`` with the path of the file that is left out.
  func requireCheckedOut(_ write: FileWrite) throws(MixtapeError) {
    guard !leftOut.isEmpty else { return }
    if leftOut.contains(write.path) { throw MixtapeError(.notCheckedOut, .file(write.path)) }
    guard write.old == nil, write.new != nil, let name = StoredFile(path: write.path)?.name else { return }
    let section = Section(containing: write.path)
    let other = leftOut.first { StoredFile(path: $0)?.name == name && Section(containing: $0) == section }
    if let other { throw MixtapeError(.notCheckedOut, .file(other)) }
  }
}

extension FileWrite {
  /// Puts the new bytes beside the file.
  func prepare(in directory: FilePath, isDurable: Bool) throws(MixtapeError) {
    guard let new, !changesNothing else { return }
    try Disk.prepare(new, for: directory.appending(path), below: directory, isDurable: isDurable)
  }

  /// Lets the bytes that were prepared take the place of the old ones.
  func install(in directory: FilePath) throws(MixtapeError) {
    guard !changesNothing else { return }
    let place = directory.appending(path)
    if new == nil { try Disk.remove(place, upTo: directory) } else { try Disk.installPrepared(at: place) }
  }

  /// Takes the preparation back.
  func discard(in directory: FilePath) throws(MixtapeError) {
    guard new != nil, !changesNothing else { return }
    try Disk.discardPrepared(for: directory.appending(path), upTo: directory)
  }
}

extension [FileWrite] {
  /// The playlists whose files are removed, and not put into another place.
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
