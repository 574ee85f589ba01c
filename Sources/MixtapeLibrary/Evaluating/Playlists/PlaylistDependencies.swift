public import MixtapeModel

/// The dependencies of a playlist's episodes, besides its own file.
public struct PlaylistDependencies: Hashable, Sendable {
  /// The fields of episodes that its rules, search, order and limit use.
  public let fields: Set<TrackField>
  /// The playlists that its rules name.
  public let playlists: Set<Playlist.ID>
  /// Whether its rules depend on the present time.
  public let usesClock: Bool

  /// Finds the dependencies of a playlist. Linear in the size of its rules.
  public init(_ playlist: Playlist) {
    let criteria = playlist.criteria
    var fields: Set<TrackField> = []
    var playlists: Set<Playlist.ID> = []
    var usesClock = false
    for leaf in criteria.rule?.leaves ?? [] {
      switch leaf {
      case .comparison(let condition):
        fields.insert(condition.field)
        if condition.op == .inTheLast { usesClock = true }
      case .inPlaylist(let id): playlists.insert(id)
      case .not, .and, .or: break
      }
    }
    if criteria.isActive {
      for case .field(let field, _) in criteria.sort { fields.insert(field) }
      if let field = criteria.limit?.total?.field { fields.insert(field) }
      if criteria.search != nil { fields.formUnion(TrackField.allCases.filter { $0.valueType == .text }) }
    }
    self.fields = fields
    self.playlists = playlists
    self.usesClock = usesClock
  }
}

/// A change of a store that can affect the episodes of playlists.
public struct LibraryChange: Hashable, Sendable {
  /// Whether episodes were added or removed.
  public var hasOtherEpisodes: Bool
  /// The fields whose values have changed in any episode.
  public var fields: Set<TrackField>
  /// The playlists that were changed, created or deleted.
  public var playlists: Set<Playlist.ID>
  /// Whether time has passed.
  public var isLater: Bool

  /// Makes a change.
  public init(
    hasOtherEpisodes: Bool = false, fields: Set<TrackField> = [], playlists: Set<Playlist.ID> = [],
    isLater: Bool = false
  ) {
    self.hasOtherEpisodes = hasOtherEpisodes
    self.fields = fields
    self.playlists = playlists
    self.isLater = isLater
  }

  /// Returns the playlists that may have other episodes now: those that depend on the change, and those whose rules name
  /// them, directly or not.
  ///
  /// - Complexity: Linear in the number of playlists and of their dependencies.
  public func touched(among playlists: [Playlist.ID: PlaylistDependencies]) -> Set<Playlist.ID> {
    var askers: [Playlist.ID: [Playlist.ID]] = [:]
    for (id, dependencies) in playlists {
      for asked in dependencies.playlists { askers[asked, default: []].append(id) }
    }
    var waiting = Array(self.playlists) + playlists.filter { concerns($0.value) }.map(\.key)
    var touched: Set<Playlist.ID> = []
    while let id = waiting.popLast() {
      if touched.insert(id).inserted { waiting += askers[id] ?? [] }
    }
    return touched.intersection(playlists.keys)
  }

  private func concerns(_ dependencies: PlaylistDependencies) -> Bool {
    // Hand-picked episodes may be missing or back, and rules may find new episodes.
    hasOtherEpisodes || isLater && dependencies.usesClock || !fields.isDisjoint(with: dependencies.fields)
  }
}
