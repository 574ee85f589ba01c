internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// The references of playlists to podcasts, episodes and playlists that got another id in a merge.
///
/// A playlist refers to the file that its side has. References that the base has too stay as they are.
struct MergedReferences {
  private var podcasts = MergeSides<[Podcast.ID: Podcast.ID]>(ours: [:], theirs: [:])
  /// The episodes that both sides added with different ids.
  private var episodes = MergeSides<[Episode.ID: Episode.ID]>(ours: [:], theirs: [:])
  private var playlists = MergeSides<[Playlist.ID: Playlist.ID]>(ours: [:], theirs: [:])
  private let repository: StoreRepository

  /// Finds the ids that a merge replaces.
  ///
  /// - Parameter relocated: The files after the relocation of episodes, whose contents are merged.
  init(
    of units: [MergeUnit], placedBy placement: MergePlacement, relocated: [MergeUnit], in repository: StoreRepository
  ) throws(MixtapeError) {
    self.repository = repository
    for number in placement.renumbered {
      guard let path = placement.paths[number] else { continue }
      for side in MergeSide.allCases {
        guard let old = units[number][side], old.key != units[number].base?.key else { continue }
        Self.add(old.path, path, to: &podcasts[side], SectionFile.podcastID)
        Self.add(old.path, path, to: &playlists[side], SectionFile.playlistID)
      }
    }
    guard relocated.contains(where: \.isChangedPlaylist) else { return }
    for unit in relocated { try joinEpisodes(of: unit) }
  }

  private static func add<ID: Hashable>(
    _ old: String, _ new: String, to replacements: inout [ID: ID], _ id: (String) -> ID?
  ) {
    if let old = id(old), let new = id(new) { replacements[old] = new }
  }

  /// Notes the episodes that both sides added to a podcast with different ids. The merge of the file gives them one id.
  private mutating func joinEpisodes(of unit: MergeUnit) throws(MixtapeError) {
    guard let ours = unit.ours, let theirs = unit.theirs, let id = SectionFile.podcastID(at: ours.path),
      Set([unit.base?.id, ours.id, theirs.id]).count == 3
    else { return }
    let podcast = { [repository] (entry: TreeEntry?) throws(MixtapeError) -> Podcast? in
      PodcastFile(parsing: try repository.content(entry?.id) ?? [], id: id).podcast
    }
    guard [unit.base, ours, theirs].allSatisfy({ $0?.mode.isRegularFile ?? true }),
      let base = try podcast(unit.base), let our = try podcast(ours), let their = try podcast(theirs)
    else { return }
    let matching = EpisodeMatching(base: base, ours: our, theirs: their)
    let known = Set(matching.base)
    for (side, episodes, matched) in [
      (MergeSide.ours, our.episodes, matching.ours), (.theirs, their.episodes, matching.theirs),
    ] {
      for (episode, joined) in zip(episodes, matched) where episode.id != joined && !known.contains(joined) {
        guard let podcast = unit[side].flatMap({ SectionFile.podcastID(at: $0.path) }),
          let old = Episode.ID(podcast: podcast, name: episode.id.name)
        else { continue }
        self.episodes[side][old] = Episode.ID(podcast: podcast, name: joined.name)
      }
    }
  }

  /// Returns the id in the merged files of an episode of a side.
  private func merged(_ episode: Episode.ID, of side: MergeSide) -> Episode.ID? {
    let joined = episodes[side][episode] ?? episode
    return Episode.ID(podcast: podcasts[side][joined.podcast] ?? joined.podcast, name: joined.name)
  }

  /// Returns a unit whose new references follow the files of their side.
  func followed(by unit: MergeUnit) throws(MixtapeError) -> MergeUnit {
    var unit = unit
    for side in MergeSide.allCases
    where !podcasts[side].isEmpty || !episodes[side].isEmpty || !playlists[side].isEmpty {
      guard let entry = unit[side], entry.id != unit.base?.id, SectionFile.playlistID(at: entry.path) != nil else {
        continue
      }
      let old = try unit.base.flatMap { (base) throws(MixtapeError) in try base.playlistFile(in: repository) }
      unit[side] = try followed(by: try followed(by: entry, since: old, on: side), namedSince: old, on: side)
    }
    return unit
  }

  /// Returns a playlist whose entries follow their episodes and podcasts.
  private func followed(
    by entry: TreeEntry, since old: PlaylistFile?, on side: MergeSide
  ) throws(MixtapeError) -> TreeEntry {
    guard !podcasts[side].isEmpty || !episodes[side].isEmpty else { return entry }
    let known = Set(old?.playlist?.episodes ?? [])
    return try entry.withEntries(in: repository) { known.contains($0) ? nil : merged($0, of: side) }
  }

  /// Returns a playlist whose rules follow the playlists that they name.
  private func followed(
    by entry: TreeEntry, namedSince old: PlaylistFile?, on side: MergeSide
  ) throws(MixtapeError) -> TreeEntry {
    guard !playlists[side].isEmpty, let file = try entry.playlistFile(in: repository), file.playlist != nil else {
      return entry
    }
    let known = Set(old?.namedPlaylists.map(\.value) ?? [])
    var source = file.source
    // Later names first, so that the ranges of the others stay.
    for mention in file.namedPlaylists.reversed() where !known.contains(mention.value) {
      let name = Array(mention.value.rawValue.utf8)
      guard let new = playlists[side][mention.value],
        let place = source[mention.range.lowerBound..<mention.range.upperBound].firstRange(of: name)
      else { continue }
      source.replaceSubrange(place, with: Array(new.rawValue.utf8))
    }
    return source == file.source ? entry : try entry.replacingContent(source, in: repository)
  }
}

extension MergeUnit {
  /// Whether the unit is a playlist that a side added or changed.
  fileprivate var isChangedPlaylist: Bool {
    MergeSide.allCases.contains { side in
      guard let entry = self[side], entry.id != base?.id else { return false }
      return SectionFile.playlistID(at: entry.path) != nil
    }
  }
}

extension TreeEntry {
  /// Returns the file of a playlist; `nil` for any other file.
  func playlistFile(in repository: StoreRepository) throws(MixtapeError) -> PlaylistFile? {
    try SectionFile.playlistID(at: path).map { (id) throws(MixtapeError) in
      PlaylistFile(parsing: try repository.blob(self.id), id: id)
    }
  }

  /// Returns a playlist whose entries have new ids; a file with errors stays as it is.
  ///
  /// - Parameter newID: Returns the new id of an entry; `nil` for the same one.
  func withEntries(
    in repository: StoreRepository, following newID: (Episode.ID) -> Episode.ID?
  ) throws(MixtapeError) -> TreeEntry {
    guard let file = try playlistFile(in: repository), let playlist = file.playlist else { return self }
    var ids: [Episode.ID: Episode.ID] = [:]
    for episode in playlist.episodes { ids[episode] = newID(episode) }
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

  /// Returns the file with another content, which is an object in memory of the repository.
  func replacingContent(_ bytes: [UInt8], in repository: StoreRepository) throws(MixtapeError) -> TreeEntry {
    guard let id = try repository.makeBlob(bytes) else { return self }
    return TreeEntry(path: path, id: id, mode: mode)
  }
}
