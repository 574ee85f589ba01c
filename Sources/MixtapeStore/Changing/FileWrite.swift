internal import FileSystem
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
public struct ExcessiveSize: Error, Sendable {
  /// How many bytes the file would have.
  public let bytes: Int
  /// The most bytes that a file may have.
  public let limit: Int
}

extension FileWrite {
  /// Makes sure that the file can be read again once it is written.
  func requireReadableSize() throws(MixtapeError) {
    guard let new, !changesNothing, new.count > FileLimits.maximumSize else { return }
    throw MixtapeError(
      .fileTooLarge, .file(path), cause: ExcessiveSize(bytes: new.count, limit: FileLimits.maximumSize))
  }
}

extension FileWrite {
  /// Puts the new bytes beside the file.
  func prepare(in directory: FilePath, isDurable: Bool) throws(MixtapeError) {
    guard let new, !changesNothing else { return }
    let place = directory.appending(path)
    try replacing(place) { () throws(Errno) in
      try DurableFile.prepare(new, for: place, below: directory, isDurable: isDurable)
    }
  }

  /// Lets the bytes that were prepared take the place of the old ones.
  func install(in directory: FilePath) throws(MixtapeError) {
    guard !changesNothing else { return }
    let place = directory.appending(path)
    try replacing(place) { () throws(Errno) in
      if new == nil { try DurableFile.remove(place, upTo: directory) } else { try DurableFile.install(place) }
    }
  }

  /// Takes the preparation back.
  func discard(in directory: FilePath) throws(MixtapeError) {
    guard new != nil, !changesNothing else { return }
    let place = directory.appending(path)
    try system(place) { () throws(Errno) in try DurableFile.discard(place, upTo: directory) }
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
