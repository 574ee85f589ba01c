internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// The references of playlists to episodes of podcasts that got another id in a merge.
///
/// A playlist refers to the podcast that its side has. References that the base has too stay as they are.
struct EpisodeReferences {
  private var replacements = MergeSides<[Podcast.ID: Podcast.ID]>(ours: [:], theirs: [:])
  private let repository: StoreRepository

  init(of units: [MergeUnit], placedBy placement: MergePlacement, in repository: StoreRepository) {
    self.repository = repository
    for number in placement.renumbered {
      guard let path = placement.paths[number], let new = StoredFile.podcastID(at: path) else { continue }
      for side in MergeSide.allCases {
        guard let old = units[number][side].flatMap({ StoredFile.podcastID(at: $0.path) }), old != units[number].baseID
        else { continue }
        replacements[side][old] = new
      }
    }
  }

  /// Returns a unit whose new references follow the podcasts of their side.
  func followed(by unit: MergeUnit) throws(MixtapeError) -> MergeUnit {
    var unit = unit
    for side in MergeSide.allCases where !replacements[side].isEmpty {
      guard let entry = unit[side], entry.id != unit.base?.id, let id = StoredFile.playlistID(at: entry.path) else {
        continue
      }
      let file = PlaylistFile(parsing: try repository.blob(entry.id), id: id)
      guard let playlist = file.playlist else { continue }
      let old = try unit.base.map { (base) throws(MixtapeError) in
        PlaylistFile(parsing: try repository.blob(base.id), id: id).playlist?.episodes ?? []
      }
      let episodes = Self.replaced(playlist.episodes, besides: Set(old ?? []), by: replacements[side])
      guard episodes != playlist.episodes else { continue }
      unit[side] = try entry.replacingContent(
        Self.source(of: file, with: playlist.withEpisodes(episodes)), in: repository)
    }
    return unit
  }

  private static func replaced(
    _ episodes: [Episode.ID], besides known: Set<Episode.ID>, by replacements: [Podcast.ID: Podcast.ID]
  ) -> [Episode.ID] {
    episodes.map { episode in
      guard !known.contains(episode), let podcast = replacements[episode.podcast] else { return episode }
      return Episode.ID(podcast: podcast, name: episode.name) ?? episode
    }
  }

  private static func source(of file: PlaylistFile, with playlist: Playlist) throws(MixtapeError) -> [UInt8] {
    do throws(PlaylistFileError) {
      return try file.changed(to: playlist).source
    } catch {
      throw MixtapeError(.saveFailed, .playlist(playlist.id), cause: error)
    }
  }
}

extension MergeUnit {
  /// The id of the podcast in the base.
  fileprivate var baseID: Podcast.ID? { base.flatMap { StoredFile.podcastID(at: $0.path) } }
}

extension TreeEntry {
  /// Returns the entry with other bytes.
  fileprivate func replacingContent(
    _ bytes: [UInt8], in repository: StoreRepository
  ) throws(MixtapeError) -> TreeEntry {
    guard let id = try repository.makeBlob(bytes) else { return self }
    return TreeEntry(path: path, id: id, mode: mode)
  }
}
