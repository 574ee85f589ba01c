public import MixtapeModel

/// Which changes of a history are wanted: those for which all that is given holds.
public struct HistoryFilter: Sendable {
  /// Changes that put this episode into a playlist, took it out or moved it, as ``PlaylistDifference`` tells.
  public var episode: Episode.ID?
  /// Changes of these kinds (see ``HistoryEntry/operation``); `nil` among them stands for commits that Mixtape did not
  /// make. Empty for all kinds.
  public var operations: Set<String?>
  /// Changes since the beginning of this time.
  public var since: NamedTime?
  /// Changes until the end of this time.
  public var until: NamedTime?

  /// Makes a filter; without arguments it lets every change through.
  public init(
    episode: Episode.ID? = nil, operations: Set<String?> = [], since: NamedTime? = nil, until: NamedTime? = nil
  ) {
    self.episode = episode
    self.operations = operations
    self.since = since
    self.until = until
  }
}
