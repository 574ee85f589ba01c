public import MixtapeModel
public import SystemPackage

/// The episodes to download, among those that a user names.
public struct DownloadPlan: Hashable, Sendable {
  /// An episode to download.
  public struct Item: Hashable, Sendable {
    /// The names of the files.
    public let name: DownloadName
    /// The address of the sound, with the scheme `http` or `https`.
    public let address: String
    /// The number of bytes on disk from a download that broke off.
    public let partialBytes: Int
    /// The size in the library, which may be wrong; `nil` if it is unknown.
    public let statedSize: Int?

    /// Returns the path of the complete file.
    public func path(in directory: DownloadDirectory) -> FilePath { directory.place(name.file, of: name) }
  }

  /// The episodes to download, in the order of the user.
  public private(set) var items: [Item] = []
  /// The episodes that are downloaded already.
  public private(set) var complete: [Episode.ID] = []
  /// The episodes without an address of `http` or `https`.
  public private(set) var withoutAddress: [Episode.ID] = []
  /// The episodes whose addresses must not be used.
  public private(set) var refused: [Episode.ID] = []
  /// The number of bytes of all downloads on disk.
  public let usedBytes: Int

  /// Whether Mixtape makes the downloads by itself, so that it may also remove them.
  public let isAutomatic: Bool

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - isAutomatic: Whether Mixtape makes the downloads by itself.
  ///   - refuses: Returns whether the address of an episode of a podcast must not be used.
  public init(
    of episodes: [Episode], _ downloads: Downloads, isAutomatic: Bool = false, refuses: (String, Podcast.ID) -> Bool
  ) {
    self.isAutomatic = isAutomatic
    usedBytes = downloads.bytes
    for episode in episodes {
      let present = downloads.items[episode.id]
      if let present, present.isComplete {
        complete.append(episode.id)
      } else if let address = episode.webAddress {
        guard !refuses(address, episode.id.podcast) else {
          refused.append(episode.id)
          continue
        }
        let size: Int? = if case .integer(let size)? = episode.fields[.fileSize] { Int(size) } else { nil }
        items.append(
          Item(
            name: present?.name ?? DownloadName(of: episode), address: address, partialBytes: present?.bytes ?? 0,
            statedSize: size))
      } else {
        withoutAddress.append(episode.id)
      }
    }
  }

  /// The bytes that remain to be received, as far as the library has the sizes, and the number of episodes without one.
  public var remaining: (bytes: Int, unknownCount: Int) {
    let known = items.compactMap { item in item.statedSize.map { max(0, $0 - item.partialBytes) } }
    return (known.reduce(0, +), items.count - known.count)
  }
}

extension Episode {
  /// The address of the sound with the scheme `http` or `https`; `nil` for others.
  var webAddress: String? {
    guard let url else { return nil }
    do throws(SoundAddress.Refusal) {
      let address = try SoundAddress(url)
      return address.isFile ? nil : address.location
    } catch {
      return nil
    }
  }
}
