internal import MixtapeModel
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
      Set(lazy.filter { ($0.new == nil) == isRemoval }.compactMap { SectionFile.playlistID(at: $0.path) })
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
