internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// The references of playlists to podcasts and playlists that got another id in a merge.
///
/// A playlist refers to the file that its side has. References that the base has too stay as they are.
struct MergedReferences {
  private var podcasts = MergeSides<[Podcast.ID: Podcast.ID]>(ours: [:], theirs: [:])
  private var playlists = MergeSides<[Playlist.ID: Playlist.ID]>(ours: [:], theirs: [:])
  private let repository: StoreRepository

  init(of units: [MergeUnit], placedBy placement: MergePlacement, in repository: StoreRepository) {
    self.repository = repository
    for number in placement.renumbered {
      guard let path = placement.paths[number] else { continue }
      for side in MergeSide.allCases {
        guard let old = units[number][side], old.key != units[number].base?.key else { continue }
        Self.add(old.path, path, to: &podcasts[side], StoredFile.podcastID)
        Self.add(old.path, path, to: &playlists[side], StoredFile.playlistID)
      }
    }
  }

  private static func add<ID: Hashable>(
    _ old: String, _ new: String, to replacements: inout [ID: ID], _ id: (String) -> ID?
  ) {
    if let old = id(old), let new = id(new) { replacements[old] = new }
  }

  /// Returns a unit whose new references follow the files of their side.
  func followed(by unit: MergeUnit) throws(MixtapeError) -> MergeUnit {
    var unit = unit
    for side in MergeSide.allCases where !podcasts[side].isEmpty || !playlists[side].isEmpty {
      guard let entry = unit[side], entry.id != unit.base?.id, StoredFile.playlistID(at: entry.path) != nil else {
        continue
      }
      let old = try unit.base.flatMap { (base) throws(MixtapeError) in try file(base) }
      unit[side] = try followed(by: try followed(by: entry, since: old, on: side), namedSince: old, on: side)
    }
    return unit
  }

  private func file(_ entry: TreeEntry) throws(MixtapeError) -> PlaylistFile? {
    try StoredFile.playlistID(at: entry.path).map { (id) throws(MixtapeError) in
      PlaylistFile(parsing: try repository.blob(entry.id), id: id)
    }
  }

  /// Returns a playlist whose episodes follow their podcasts.
  private func followed(
    by entry: TreeEntry, since old: PlaylistFile?, on side: MergeSide
  ) throws(MixtapeError) -> TreeEntry {
    guard !podcasts[side].isEmpty, let file = try file(entry), let playlist = file.playlist else { return entry }
    let known = Set(old?.playlist?.episodes ?? [])
    var ids: [Episode.ID: Episode.ID] = [:]
    for episode in playlist.episodes where !known.contains(episode) {
      ids[episode] = podcasts[side][episode.podcast].flatMap { Episode.ID(podcast: $0, name: episode.name) }
    }
    return try entry.following(ids, in: playlist, of: file, in: repository)
  }

  /// Returns a playlist whose rules follow the playlists that they name.
  private func followed(
    by entry: TreeEntry, namedSince old: PlaylistFile?, on side: MergeSide
  ) throws(MixtapeError) -> TreeEntry {
    guard !playlists[side].isEmpty, let file = try file(entry), file.playlist != nil else { return entry }
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
