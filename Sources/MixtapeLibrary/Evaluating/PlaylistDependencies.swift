public import MixtapeModel

/// The data besides its own file on which the episodes of a playlist depend.
public struct PlaylistDependencies: Hashable, Sendable {
  /// The fields of episodes and podcasts that its rules, search, order and limit use.
  public let fields: Set<RuleField>
  /// The playlists that its rules name.
  public let playlists: Set<Playlist.ID>
  /// The interval in seconds after which rules must run again because time has passed; `nil` if they never must.
  public let clockInterval: Int?

  /// Whether its rules depend on the present time.
  public var usesClock: Bool { clockInterval != nil }

  /// Finds the dependencies of a playlist. Linear in the size of its rules.
  public init(_ playlist: Playlist) {
    let criteria = playlist.criteria
    var fields: Set<RuleField> = []
    var playlists: Set<Playlist.ID> = []
    var clockInterval: Int?
    for leaf in criteria.rule?.leaves ?? [] {
      switch leaf {
      case .comparison(let condition):
        fields.insert(condition.field)
        if case .field(let other) = condition.value { fields.insert(other) }
        if let interval = condition.clockInterval { clockInterval = min(clockInterval ?? interval, interval) }
      case .inPlaylist(let id): playlists.insert(id)
      case .not, .and, .or: break
      }
    }
    if criteria.isActive {
      for case .field(let field, _) in criteria.sort { fields.insert(field) }
      // The order of the library begins with the titles of podcasts and albums.
      for case .library in criteria.sort { fields.insert(.album) }
      if let field = criteria.limit?.total?.field { fields.insert(field) }
      if let field = criteria.groupLimit?.group.field { fields.insert(field) }
      // Days begin at a full hour, as for rules.
      if criteria.seed == .day, criteria.sort.contains(.random) { clockInterval = min(clockInterval ?? 3_600, 3_600) }
      if criteria.search != nil { fields.formUnion(RuleField.allCases.filter { $0 == .title || $0.isInterned }) }
    }
    // A change of the year changes the original year of episodes without one.
    if fields.contains(.originalYear) { fields.insert(.year) }
    self.fields = fields
    self.playlists = playlists
    self.clockInterval = clockInterval
  }
}

extension SmartPlaylistCondition {
  /// The interval in seconds after which the comparison must run again; `nil` if it does not depend on the present
  /// time.
  ///
  /// Days begin at a full hour. A span of hours or more is precise to an hour, and a span of minutes to a minute.
  fileprivate var clockInterval: Int? {
    switch value {
    case .span(let span): span.unit == .minute ? 60 : 3_600
    case .date(.period), .dates(.period, _), .dates(_, .period): 3_600
    default: nil
    }
  }
}

/// A change of a store that can affect the episodes of playlists.
public struct LibraryChange: Hashable, Sendable {
  /// Whether episodes were added or removed.
  public var hasOtherEpisodes: Bool
  /// The fields whose values have changed in any episode or podcast.
  public var fields: Set<RuleField>
  /// The playlists that were changed, created or deleted.
  public var playlists: Set<Playlist.ID>
  /// Whether time has passed.
  public var isLater: Bool

  /// Makes a change.
  public init(
    hasOtherEpisodes: Bool = false, fields: Set<RuleField> = [], playlists: Set<Playlist.ID> = [],
    isLater: Bool = false
  ) {
    self.hasOtherEpisodes = hasOtherEpisodes
    self.fields = fields
    self.playlists = playlists
    self.isLater = isLater
  }

  /// Returns the playlists whose episodes may have changed: those that depend on the change, and those whose rules name
  /// them, directly or indirectly.
  ///
  /// - Complexity: Linear in the number of playlists and of their dependencies.
  public func affected(among playlists: [Playlist.ID: PlaylistDependencies]) -> Set<Playlist.ID> {
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
    // Hand-picked episodes can appear or disappear, and rules can find new episodes.
    hasOtherEpisodes || isLater && dependencies.usesClock || !fields.isDisjoint(with: dependencies.fields)
  }
}
