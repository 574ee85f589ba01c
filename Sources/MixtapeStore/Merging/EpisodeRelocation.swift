internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// The files of a merge, with moved episodes at their new places in all versions.
///
/// Files are merged one by one. An episode that a side moved to another podcast would count as removed from one file and added to
/// another, and the changes of the other side would be lost. So it is moved in the other versions, too, with its references in
/// playlists. The references also follow episodes that got another name; the merge of their file recognizes these by their guids.
struct EpisodeRelocation {
  /// The files.
  private(set) var units: [MergeUnit]
  /// The decisions about episodes that both sides moved.
  private(set) var notices: [MergeNotice] = []
  /// The moves.
  let moves: EpisodeMoves
  /// Whether no episode could be moved: a file has errors, or another episode with the name.
  private(set) var isRefused = false

  private let repository: StoreRepository
  /// The changed library files.
  private var files: [Version: PodcastFile] = [:]

  /// A version of a file; without a side, that of the base.
  private struct Version: Hashable {
    let unit: Int
    let side: MergeSide?
  }

  init(of units: [MergeUnit], in repository: StoreRepository) throws(MixtapeError) {
    (self.units, self.repository) = (units, repository)
    moves = try EpisodeMoves(in: units, repository)
    guard !moves.moves.isEmpty else { return }
    do throws(MixtapeError) {
      for (route, names) in Self.routes(of: moves).sorted(by: { $0.key < $1.key }) { try relocate(names, on: route) }
      try write()
      try follow(moves)
      notices = moves.notices
    } catch {
      // A file with errors, or one that has another episode with the name: its episodes are removed and added.
      guard error.code == .saveFailed else { throw error }
      self.units = units
      isRefused = true
    }
  }

  // MARK: Library files

  /// Two files between which episodes move in one version.
  private struct Route: Hashable, Comparable {
    let from: Int
    let to: Int
    /// The side; `nil` for the base.
    let side: MergeSide?
    /// The side that moved the episodes.
    let mover: MergeSide

    private var sortKey: [String] { [side?.rawValue ?? "", mover.rawValue] }

    static func < (left: Self, right: Self) -> Bool {
      guard (left.to, left.from) == (right.to, right.from) else { return (left.to, left.from) < (right.to, right.from) }
      return left.sortKey.lexicographicallyPrecedes(right.sortKey)
    }
  }

  /// Returns the new names of episodes by their old ones, for all files between which they move.
  private static func routes(of moves: EpisodeMoves) -> [Route: [String: String]] {
    var routes: [Route: [String: String]] = [:]
    for move in moves.moves {
      let (new, mover) = (move.new, move.side)
      let base = Route(from: move.old.unit, to: new.unit, side: nil, mover: mover)
      if !move.isRename { routes[base, default: [:]][move.old.name] = new.name }
      // The merge of one file decides about the names of an episode that did not leave it.
      guard let other = move.other, other.unit != new.unit || !move.isRename else { continue }
      let route = Route(from: other.unit, to: new.unit, side: mover.other, mover: mover)
      routes[route, default: [:]][other.name] = new.name
    }
    return routes
  }

  /// Moves episodes in one version, if it has them. In one file, they get other names.
  private mutating func relocate(_ names: [String: String], on route: Route) throws(MixtapeError) {
    let (from, to) = (Version(unit: route.from, side: route.side), Version(unit: route.to, side: route.side))
    guard let old = try file(from), let new = try target(to, of: route) else { return }
    guard let source = old.podcast, new.podcast != nil else { throw MixtapeError(.saveFailed, .podcast(new.id)) }
    do throws(PlaylistFileError) {
      var ids: [Episode.ID: Episode.ID] = [:]
      for id in source.episodes.map(\.id) {
        ids[id] = names[id.name].flatMap { Episode.ID(podcast: new.id, name: $0) }
      }
      guard !ids.isEmpty else {
        // A new file without the episodes that this side removed.
        if entry(to) == nil { files[to] = new }
        return
      }
      var texts: [Episode.ID: TOMLElement] = [:]
      for (id, text) in old.elements(of: Set(ids.keys)) { if let id = ids[id] { texts[id] = text } }
      let rest = try old.changed(to: source.withEpisodes(source.episodes.filter { ids[$0.id] == nil }))
      files[from] = rest
      let target = from == to ? rest : new
      files[to] = try target.podcast.map { (podcast) throws(PlaylistFileError) in
        try target.receiving(texts).changed(to: podcast.adding(ids, of: source))
      }
    } catch {
      throw MixtapeError(.saveFailed, .podcast(new.id), cause: error)
    }
  }

  /// Returns a version of a file; `nil` if it does not exist.
  private func file(_ version: Version) throws(MixtapeError) -> PodcastFile? {
    if let known = files[version] { return known }
    guard let entry = entry(version), let id = SectionFile.podcastID(at: entry.path) else { return nil }
    let folder = SectionFile(path: entry.path)?.folder ?? .top
    return PodcastFile(parsing: try repository.blob(entry.id), id: id, folder: folder)
  }

  /// Returns the file that gets episodes. Those who do not have it get the new file of the other side without its episodes.
  private func target(_ version: Version, of route: Route) throws(MixtapeError) -> PodcastFile? {
    if let known = try file(version) { return known }
    guard let file = try file(Version(unit: route.to, side: route.mover)), let podcast = file.podcast else {
      return nil
    }
    do throws(PlaylistFileError) {
      return try file.changed(to: podcast.withEpisodes([]))
    } catch {
      throw MixtapeError(.saveFailed, .podcast(file.id), cause: error)
    }
  }

  private func entry(_ version: Version) -> TreeEntry? {
    version.side.map { units[version.unit][$0] } ?? units[version.unit].base
  }

  private mutating func write() throws(MixtapeError) {
    for (version, file) in files {
      let unit = units[version.unit]
      guard let entry = entry(version) ?? unit.ours ?? unit.theirs else { continue }
      let new = try entry.replacingContent(file.source, in: repository)
      if let side = version.side { units[version.unit][side] = new } else { units[version.unit].base = new }
    }
  }

  // MARK: Playlists

  /// Replaces the ids of moved episodes in the other versions of playlists, unless the side that moved them left them there.
  private mutating func follow(_ moves: EpisodeMoves) throws(MixtapeError) {
    for number in units.indices {
      let unit = units[number]
      guard let path = (unit.base ?? unit.ours ?? unit.theirs)?.path, SectionFile.playlistID(at: path) != nil else {
        continue
      }
      var ids = (base: [Episode.ID: Episode.ID](), sides: MergeSides<[Episode.ID: Episode.ID]>(ours: [:], theirs: [:]))
      let known = MergeSides(ours: try episodes(unit.ours), theirs: try episodes(unit.theirs))
      for move in moves.moves {
        guard let new = moves.id(of: move.new, on: move.side) else { continue }
        if let old = moves.baseID(of: move), !known[move.side].contains(old) {
          ids.base[old] = new
          if move.other == move.old { ids.sides[move.side.other][old] = new }
        }
        // The other side can have another name of the episode, or another id of its podcast.
        if let old = moves.idOnOtherSide(of: move), old != moves.baseID(of: move) {
          ids.sides[move.side.other][old] = new
        }
      }
      units[number].base = try unit.base.map { (entry) throws(MixtapeError) in try renamed(entry, ids.base) }
      for side in MergeSide.allCases {
        units[number][side] = try unit[side].map { (entry) throws(MixtapeError) in
          try renamed(entry, ids.sides[side])
        }
      }
    }
  }

  private func episodes(_ entry: TreeEntry?) throws(MixtapeError) -> Set<Episode.ID> {
    guard let entry else { return [] }
    return Set(try entry.playlistFile(in: repository)?.playlist?.episodes ?? [])
  }

  private func renamed(_ entry: TreeEntry, _ ids: [Episode.ID: Episode.ID]) throws(MixtapeError) -> TreeEntry {
    guard !ids.isEmpty, let file = try entry.playlistFile(in: repository), let playlist = file.playlist else {
      return entry
    }
    return try entry.following(ids, in: playlist, of: file, in: repository)
  }
}

extension TreeEntry {
  /// Returns the file of a playlist; `nil` for any other file.
  func playlistFile(in repository: StoreRepository) throws(MixtapeError) -> PlaylistFile? {
    try SectionFile.playlistID(at: path).map { (id) throws(MixtapeError) in
      PlaylistFile(parsing: try repository.blob(self.id), id: id)
    }
  }

  /// Returns a playlist with other ids of episodes.
  func following(
    _ ids: [Episode.ID: Episode.ID], in playlist: Playlist, of file: PlaylistFile, in repository: StoreRepository
  ) throws(MixtapeError) -> TreeEntry {
    let episodes = playlist.episodes.map { ids[$0] ?? $0 }
    guard episodes != playlist.episodes else { return self }
    let source: [UInt8]
    do throws(PlaylistFileError) {
      source = try file.changed(to: playlist.withEpisodes(episodes), renamed: ids).source
    } catch {
      throw MixtapeError(.saveFailed, .playlist(playlist.id), cause: error)
    }
    return try replacingContent(source, in: repository)
  }

  /// Returns the entry with other bytes.
  func replacingContent(_ bytes: [UInt8], in repository: StoreRepository) throws(MixtapeError) -> TreeEntry {
    guard let id = try repository.makeBlob(bytes) else { return self }
    return TreeEntry(path: path, id: id, mode: mode)
  }
}
