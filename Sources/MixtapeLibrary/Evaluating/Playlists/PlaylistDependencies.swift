public import MixtapeModel

/// What the episodes of a playlist depend on, besides its own file.
public struct PlaylistDependencies: Hashable, Sendable {
  /// Fields of episodes that its rules, its search, its order and its limit look at.
  public let fields: Set<TrackField>
  /// Playlists that its rules ask for.
  public let playlists: Set<Playlist.ID>
  /// Whether its rules look at the clock.
  public let usesClock: Bool

  /// What a playlist depends on. Linear in the size of its rules.
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

/// What has happened to a store, as far as the episodes of playlists may depend on it.
public struct LibraryChange: Hashable, Sendable {
  /// Episodes came or went.
  public var hasOtherEpisodes: Bool
  /// Fields of episodes of which some have other values.
  public var fields: Set<TrackField>
  /// Playlists that were changed, came or went.
  public var playlists: Set<Playlist.ID>
  /// Time has passed.
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

  /// The playlists among some that may have other episodes now: those that are concerned, and those whose rules ask for them.
  ///
  /// - Complexity: O(the number of playlists and of what their rules ask for).
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
    // Picked episodes may be missing now, or be there again; and a rule may find what is new.
    hasOtherEpisodes || isLater && dependencies.usesClock || !fields.isDisjoint(with: dependencies.fields)
  }
}
