public import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The downloads that Mixtape made by itself, and may remove. Their marks say so.
public struct AutomaticDownloads {
  /// The reason to remove a download.
  public enum Reason: Hashable, Sendable {
    /// The episode was played.
    case played
    /// The podcast has other downloads, as many as are kept.
    case older(kept: Int)
    /// The library does not have the episode any more.
    case unknown
  }

  /// A download to remove.
  public struct Removal: Hashable, Sendable {
    /// The download.
    public let item: Downloads.Item
    /// The reason.
    public let reason: Reason
  }

  private let downloads: LockedDownloads
  private let items: [Downloads.Item]

  /// Finds the downloads of some podcasts that Mixtape made by itself.
  ///
  /// - Throws: ``DownloadError/system(_:_:)``.
  public init(of podcasts: Set<Podcast.ID>, in downloads: LockedDownloads) throws(DownloadError) {
    self.downloads = downloads
    items = try downloads.directory.contents().all.filter { item in
      podcasts.contains(item.name.episode.podcast) && downloads.mark(of: item.name)?.isAutomatic == true
    }
  }

  /// The episodes of the downloads.
  public var episodes: [Episode.ID] { items.map(\.name.episode) }

  /// Removes the downloads of played episodes and of those that the library does not have, and the excess of each podcast.
  ///
  /// Downloads of episodes that were started stay, and those of chosen episodes. Of the others, the newest fill the number to keep.
  ///
  /// - Parameters:
  ///   - library: The episodes that the library has.
  ///   - count: The number of unplayed episodes of each podcast to keep; `nil` for all.
  ///   - chosen: The episodes that an update downloads, at most `count` of each podcast. If their downloads were ranked again here, the
  ///     next update could download a removed one again.
  /// - Returns: The removed downloads.
  /// - Throws: ``DownloadError/system(_:_:)``.
  public func removeFinished(
    _ library: [Episode.ID: Episode], keeping count: Int?, including chosen: Set<Episode.ID> = []
  ) throws(DownloadError) -> [Removal] {
    let removals = removals(library, keeping: count, including: chosen)
    for removal in removals { try downloads.remove(removal.item.name) }
    return removals
  }

  private func removals(
    _ library: [Episode.ID: Episode], keeping count: Int?, including chosen: Set<Episode.ID>
  ) -> [Removal] {
    var (removals, unplayed): ([Removal], [(item: Downloads.Item, published: Date)]) = ([], [])
    for item in items {
      guard let episode = library[item.name.episode] else {
        removals.append(Removal(item: item, reason: .unknown))
        continue
      }
      if episode.position ?? 0 > 0 { continue }
      if episode.playCount ?? 0 > 0 {
        removals.append(Removal(item: item, reason: .played))
      } else {
        unplayed.append((item, episode.published ?? .distantPast))
      }
    }
    guard let count else { return removals }
    for (_, group) in Dictionary(grouping: unplayed, by: \.item.name.episode.podcast).sorted(by: { $0.key < $1.key }) {
      let others = group.filter { !chosen.contains($0.item.name.episode) }
      let newestFirst = others.sorted { ($0.published, $1.item.name.episode) > ($1.published, $0.item.name.episode) }
      let room = max(0, count - (group.count - others.count))
      removals += newestFirst.dropFirst(room).map { Removal(item: $0.item, reason: .older(kept: count)) }
    }
    return removals
  }
}
