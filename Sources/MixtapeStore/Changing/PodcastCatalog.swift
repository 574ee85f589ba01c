internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// The podcasts that plans use, read from the store's files.
struct PodcastCatalog: Catalog {
  private let store: Store
  private let reader: StoreReader
  private let history: PodcastEditHistory

  init(_ store: Store, found: WorkTreeState?) {
    self.store = store
    self.reader = StoreReader(store, found: found)
    history = PodcastEditHistory(of: store)
  }

  func item(_ id: Podcast.ID) throws(MixtapeError) -> Podcast? { try reader.podcastFile(id)?.podcast }
  func isTaken(_ id: Podcast.ID) throws(MixtapeError) -> Bool { try reader.locate(id) != nil }
  func items() throws(MixtapeError) -> [Podcast] { try store.podcasts() }

  func ids() throws(MixtapeError) -> [Podcast.ID] { try store.library.ids() }
  func folders() throws(MixtapeError) -> [Folder] { try store.library.folders() }

  func edits(of id: Podcast.ID) throws(MixtapeError) -> [PodcastChange] {
    guard let place = try reader.locate(id), let file = try reader.podcastFile(id) else { return [] }
    return try history.edits(of: file, at: place.path)
  }

  /// Returns the writes of a plan. Episodes that move to another podcast take their text along.
  func writes(for plan: PodcastPlan) throws(MixtapeError) -> [FileWrite] {
    var incoming: [Episode.ID: TOMLElement] = [:]
    let moved = plan.renamed.filter { $0.key.podcast != $0.value.podcast }
    for (podcast, ids) in Dictionary(grouping: moved.keys, by: \.podcast) {
      let elements = try file(podcast)?.elements(of: Set(ids)) ?? [:]
      for (id, element) in elements { if let new = moved[id] { incoming[new] = element } }
    }
    return try PodcastFile.writes(for: plan.changes) { (id) throws(MixtapeError) in
      try file(id)?.receiving(incoming.filter { $0.key.podcast == id })
    }
  }

  /// Returns the file that a plan changes.
  func file(_ id: Podcast.ID) throws(MixtapeError) -> PodcastFile? { try reader.podcastFile(id) }
}
