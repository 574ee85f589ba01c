import EpisodeDownloads
import FileSystem
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import SystemPackage

extension DownloadDirectory {
  /// Returns the directory of the downloads of a store: the one that `mixtape.toml` names, otherwise a directory for this store
  /// in the user's data. `nil` if the environment does not name the user's data.
  ///
  /// The default is not in the directory of a store, where git would see it. Its name contains a digest of the path of the store,
  /// because two stores can have different episodes with the same id.
  init?(of store: Store, in context: CommandContext) {
    if let directory = store.downloadDirectory {
      self.init(at: directory.lexicallyNormalized())
      return
    }
    guard let data = StoreLocation.userData(in: context) else { return nil }
    self.init(at: data.appending("mixtape-downloads").appending(Self.name(of: store.directory)))
  }

  private static func name(of store: FilePath) -> String {
    let path: FilePath
    do throws(Errno) {
      path = try SystemCalls.resolved(store)
    } catch {
      // The store was opened at this path, so it was removed or moved meanwhile.
      path = store
    }
    let name = path.lastComponent.flatMap { Playlist.ID(suggestedBy: $0.string)?.rawValue } ?? "store"
    return "\(name)-\(ContentDigest.text(of: Array(path.string.utf8)).prefix(8))"
  }
}

extension CommandContext {
  /// Returns a function for players that finds the downloads of a store, and refuses addresses that must not be used.
  func localFiles(of store: Store) -> @Sendable (Episode) throws(MusicServiceError) -> String? {
    let directory = DownloadDirectory(of: store, in: self)
    return { (episode) throws(MusicServiceError) in
      if let file = directory?.file(of: episode.id) { return file.string }
      guard let url = episode.url, store.refusesAddress(url, of: episode.id.podcast) else { return nil }
      throw .notPlayable("the player does not open its address: \(PrivateNetwork.refusal)")
    }
  }
}
