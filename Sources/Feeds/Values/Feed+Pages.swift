internal import MixtapeModel

extension Feed {
  /// Appends the next page of the feed: its episodes, unless the feed has them already, and its address of the next page.
  ///
  /// An episode is the same if it has the same guid or, without one, the same address and title. Pages overlap, so that is no fault.
  /// The head is that of the first page.
  ///
  /// - Complexity: O(*n*) in the episodes of both.
  public mutating func append(_ page: Feed) {
    var known = Set(podcast.episodes.map(PageItem.init))
    var names = UniqueNames(taken: Set(podcast.episodes.map(\.id.name)))
    let new = page.podcast.episodes.filter { known.insert(PageItem($0)).inserted }.compactMap { episode in
      Episode.ID(podcast: podcast.id, name: names.add(episode.id.name)).map(episode.withID)
    }
    podcast = podcast.withEpisodes(podcast.episodes + new)
    nextPage = page.nextPage
    itemsWithoutSound += page.itemsWithoutSound
    diagnostics += page.diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.page = page.podcast.feed
      return diagnostic
    }
    privateAddresses += page.privateAddresses.filter { !privateAddresses.contains($0) }
  }
}

/// The values by which two items of different pages are the same episode.
private enum PageItem: Hashable {
  case guid(String)
  case address(String?, title: String)

  init(_ episode: Episode) {
    self = episode.guid.map(PageItem.guid) ?? .address(episode.url, title: episode.title)
  }
}
