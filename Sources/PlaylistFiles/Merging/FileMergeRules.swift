internal import LosslessTOML
internal import MixtapeModel

/// The rules for playlist files. The merged playlist resolves values that both sides changed.
struct PlaylistMergeRules: MergeRules {
  let merged: MergedPlaylist
  let ours: Playlist
  let theirs: Playlist
  /// The keys that only one side states. Their values can be the default ones.
  let keysOfOneSide: Set<String>

  func isList(_ path: [String]) -> Bool {
    isKey(.episodes, path) || isKey(.conditions, path)
  }

  private func isKey(_ key: PlaylistKey, _ path: [String]) -> Bool { path.count == 1 && path[0] == key.rawValue }

  func isRemoved(_ path: [String]) -> Bool {
    isKey(.conditions, path) && merged.playlist.criteria.conditions == nil
  }

  func identity(
    of element: TOMLBlock, at offset: Int, in version: MergeVersion, of outline: TOMLOutline, path: [String]
  ) -> String? {
    guard isList(path), let text = outline.value(of: element)?.string else { return nil }
    guard isKey(.conditions, path) else { return text }
    do throws(RuleError) {
      return try WrittenRule(parsing: text).canonicalText
    } catch {
      return text
    }
  }

  func resolution(of path: [String]) -> MergeResolution? {
    guard let first = path.first, let key = PlaylistKey(rawValue: first) else { return nil }
    // Equal elements of a list have the same meaning.
    guard path.count == 1 else { return .ours }
    if let known = dependentResolution(of: path) { return known }
    if merged.conflicts.contains(where: { $0.key == .key(key) }) { return .conflict }
    if key.differs(merged.playlist, ours) { return .theirs }
    return key.differs(merged.playlist, theirs) ? .ours : .either
  }

  /// Returns a conflict for a key of rules in conflict, and the side without rules for a key of removed ones; `nil` for all other
  /// keys.
  func dependentResolution(of path: [String]) -> MergeResolution? {
    guard path.count == 1, let key = PlaylistKey(rawValue: path[0]) else { return nil }
    if merged.keysOfRemovedRules.contains(key) { return ours.criteria.hasEffect(key) ? .theirs : .ours }
    if key == merged.keyOfRulesInConflict { return .conflict }
    guard merged.keysOfRulesInConflict.contains(key) else { return nil }
    return key.differs(ours, theirs) || keysOfOneSide.contains(key.rawValue) ? .conflict : nil
  }

  func conflictPath(of path: [String]) -> [String] {
    guard let key = merged.keyOfRulesInConflict, dependentResolution(of: path) != nil else { return path }
    return [key.rawValue]
  }

  func followers(of path: [String]) -> [[String]] {
    guard let key = merged.keyOfRulesInConflict, isKey(key, path) else { return [] }
    return PlaylistKey.allCases.filter(merged.keysOfRulesInConflict.contains).map { [$0.rawValue] }
  }
}

/// The rules for library files. The merged podcast resolves values that both sides changed.
struct PodcastMergeRules: MergeRules {
  private let merged: MergedPodcast
  private let matching: EpisodeMatching
  private let inheritance: Episode.Inheritance
  private let ours: PodcastVersion
  private let theirs: PodcastVersion
  private let result: PodcastVersion
  private let headConflicts: Set<String>
  private let episodeConflicts: Set<[String]>

  /// A podcast, and its episodes by the names of matched episodes.
  private struct PodcastVersion {
    let podcast: Podcast
    let episodes: [String: Episode]

    init(_ podcast: Podcast, _ ids: [Episode.ID]) {
      self.podcast = podcast
      episodes = Dictionary(zip(ids.map(\.name), podcast.episodes)) { first, _ in first }
    }
  }

  init(
    merged: MergedPodcast, ours: Podcast, theirs: Podcast, _ matching: EpisodeMatching, _ precedence: MergePrecedence
  ) {
    self.merged = merged
    self.matching = matching
    inheritance = merged.podcast.inheritance
    self.ours = PodcastVersion(ours, matching.ours)
    self.theirs = PodcastVersion(theirs, matching.theirs)
    let ids = ListMerge.merged(
      base: matching.base, ours: matching.ours, theirs: matching.theirs, precedence: precedence)
    result = PodcastVersion(merged.podcast, ids)
    var (head, episodes): (Set<String>, Set<[String]>) = ([], [])
    for conflict in merged.conflicts {
      switch conflict.field {
      case .head(let field): head.insert(field.rawValue)
      case .episode(let id, let field): episodes.insert([id.name, field.name])
      }
    }
    (headConflicts, episodeConflicts) = (head, episodes)
  }

  func isList(_ path: [String]) -> Bool {
    path.count == 1
      && [PodcastKey.episodes, .categories, .tags].contains { $0.rawValue == path[0] }
  }

  func identity(
    of element: TOMLBlock, at offset: Int, in version: MergeVersion, of outline: TOMLOutline, path: [String]
  ) -> String? {
    guard isList(path) else { return nil }
    guard path == [PodcastKey.episodes.rawValue] else { return outline.value(of: element)?.string }
    let ids =
      switch version {
      case .base: matching.base
      case .ours: matching.ours
      case .theirs: matching.theirs
      }
    return ids.indices.contains(offset) ? ids[offset].name : nil
  }

  func resolution(of path: [String]) -> MergeResolution? {
    guard let first = path.first, let key = PodcastKey(rawValue: first), key != .extra else { return nil }
    switch (key, path.count) {
    case (.episodes, 3):
      guard let key = EpisodeKey.named(path[2]) else { return nil }
      return resolution(of: key, of: path[1])
    case (.episodes, 4...): return nil
    case (_, 1): return headConflicts.contains(first) ? .conflict : headResolution(of: key)
    default: return .ours
    }
  }

  /// Returns the resolution of the position of an episode, which the latest play decides; `nil` for all other values. The other
  /// side can have changed the position.
  func dependentResolution(of path: [String]) -> MergeResolution? {
    guard path.count == 3, path[0] == PodcastKey.episodes.rawValue, EpisodeKey.named(path[2]) == .field(.position),
      ours.episodes[path[1]]?.fields[.position] != theirs.episodes[path[1]]?.fields[.position]
    else { return nil }
    return resolution(of: path)
  }

  private func headResolution(of key: PodcastKey) -> MergeResolution {
    if differs(ours.podcast, in: key) { return .theirs }
    return differs(theirs.podcast, in: key) ? .ours : .either
  }

  private func differs(_ side: Podcast, in key: PodcastKey) -> Bool {
    let difference = PodcastDifference(
      from: merged.podcast.withEpisodes([]), to: side.withFolder(merged.podcast.folder).withEpisodes([]))
    return difference.fields.contains { $0.rawValue == key.rawValue }
  }

  private func resolution(of key: EpisodeKey, of name: String) -> MergeResolution? {
    guard let episode = result.episodes[name], let our = ours.episodes[name], let their = theirs.episodes[name] else {
      return nil
    }
    if episodeConflicts.contains([name, key.name]) { return .conflict }
    let value = episode.value(of: key)
    if value == our.value(of: key) { return .ours }
    if value == their.value(of: key) { return .theirs }
    do throws(TOMLEditError) {
      return try value.map { (value) throws(TOMLEditError) in .value(try TOMLLiteral(value)) }
    } catch {
      return nil
    }
  }
}

/// The rules for other TOML files, in which every array is one value.
struct DocumentMergeRules: MergeRules {
  func isList(_ path: [String]) -> Bool { false }

  func identity(
    of element: TOMLBlock, at offset: Int, in version: MergeVersion, of outline: TOMLOutline, path: [String]
  ) -> String? {
    nil
  }

  func resolution(of path: [String]) -> MergeResolution? { nil }
}
