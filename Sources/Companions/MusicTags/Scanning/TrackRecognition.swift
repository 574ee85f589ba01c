internal import MixtapeModel
internal import SystemPackage

/// A search for the episodes of files that were read.
///
/// The search tries these episodes in order: the episode of the path, if the content or the MusicBrainz id is unchanged; an episode
/// with the same MusicBrainz id or the same content, if its own file is gone or changed; the only such episode with the same
/// artist, title and playing time; for a new path, the only episode without a file that has the same place in its album and the
/// same playing time; the episode of the path. Files that are renamed in a circle, or moved with new tags, therefore keep their
/// episodes. Each episode is found once.
struct TrackRecognition {
  /// The episodes of the tracks, by index; `nil` for new tracks.
  private(set) var episodes: [Episode.ID?]
  /// The episodes with a file.
  private(set) var claimed: Set<Episode.ID>

  private let tracks: [MusicTrack]
  private let library: LibraryTracks
  private let records: ScanRecords

  /// Recognizes tracks.
  ///
  /// - Parameters:
  ///   - claimed: The episodes whose files have not changed.
  ///   - isPresent: Returns whether a file exists that this scan has not found.
  init(
    _ tracks: [MusicTrack], in library: LibraryTracks, _ records: ScanRecords, claimed: Set<Episode.ID>,
    isPresent: (FilePath) -> Bool
  ) {
    self.tracks = tracks
    self.library = library
    self.records = records
    self.claimed = claimed
    episodes = Array(repeating: nil, count: tracks.count)
    let read = Set(tracks.map(\.file.path))
    // A file elsewhere that is still there keeps its episode.
    func isFree(_ id: Episode.ID) -> Bool { library.paths[id].map { read.contains($0) || !isPresent($0) } ?? true }
    match { index in
      let track = tracks[index]
      guard let id = library.byPath[track.file.path] else { return [] }
      let isSame =
        records.files[track.file.path]?.digest == track.content.digest
        || track.tags.musicBrainzAddress.map { library.byGUID[$0]?.contains(id) ?? false } ?? false
      return isSame ? [id] : []
    }
    match { index in
      (tracks[index].tags.musicBrainzAddress.flatMap { library.byGUID[$0] } ?? []).filter(isFree)
    }
    var byDigest: [String: [Episode.ID]] = [:]
    for (path, record) in records.files {
      if !record.digest.isEmpty, let id = library.byPath[path] { byDigest[record.digest, default: []].append(id) }
    }
    match { index in (byDigest[tracks[index].content.digest] ?? []).sorted().filter(isFree) }
    matchSongs(where: isFree)
    matchPlaces { id in library.paths[id].map { !read.contains($0) && !isPresent($0) } ?? false }
    match { index in library.byPath[tracks[index].file.path].map { [$0] } ?? [] }
  }

  /// Assigns episodes with the same artist, title and playing time, if they occur once in the library and once among the tracks.
  private mutating func matchSongs(where isFree: (Episode.ID) -> Bool) {
    let open = tracks.indices.filter { episodes[$0] == nil }
    let wanted = Dictionary(grouping: open) {
      Song(tracks[$0].tags.artist, tracks[$0].tags.title, tracks[$0].tags.duration)
    }
    guard wanted.contains(where: { $0.key != nil }) else { return }
    var found: [Song: [Episode.ID]] = [:]
    for (id, episode) in library.episodes where !claimed.contains(id) {
      guard let song = Song(episode), wanted[song] != nil else { continue }
      found[song, default: []].append(id)
    }
    for (song, ids) in found {
      guard ids.count == 1, isFree(ids[0]), let indices = wanted[song], indices.count == 1 else { continue }
      episodes[indices[0]] = ids[0]
      claimed.insert(ids[0])
    }
  }

  /// Assigns episodes without a file to new files with the same place in an album and about the same playing time, if there is one of
  /// each. Taggers correct titles, add MusicBrainz ids and rename files in one step.
  private mutating func matchPlaces(where isLost: (Episode.ID) -> Bool) {
    let open = tracks.indices.filter { episodes[$0] == nil && library.byPath[tracks[$0].file.path] == nil }
    let wanted = Dictionary(grouping: open) { AlbumPlace(tracks[$0]) }
    guard wanted.contains(where: { $0.key != nil }) else { return }
    var lost: [AlbumPlace: [Episode]] = [:]
    for (id, episode) in library.episodes where !claimed.contains(id) {
      guard let path = library.paths[id], let place = AlbumPlace(episode, records.traits(of: episode, at: path)),
        wanted[place] != nil, isLost(id)
      else { continue }
      lost[place, default: []].append(episode)
    }
    for (place, candidates) in lost {
      let indices = wanted[place] ?? []
      for episode in candidates {
        let fitting = indices.filter { tracks[$0].isAboutAsLong(as: episode) }
        guard fitting.count == 1, candidates.filter(tracks[fitting[0]].isAboutAsLong).count == 1 else { continue }
        episodes[fitting[0]] = episode.id
        claimed.insert(episode.id)
      }
    }
  }

  /// Assigns to each track without an episode the first candidate that no other track has.
  private mutating func match(_ candidates: (Int) -> [Episode.ID]) {
    for index in tracks.indices where episodes[index] == nil {
      guard let id = candidates(index).first(where: { !claimed.contains($0) }) else { continue }
      episodes[index] = id
      claimed.insert(id)
    }
  }

  /// Assigns episodes without an address by title, as in an album that a user wrote by hand.
  mutating func matchTitles(of indices: [Int], in podcast: Podcast) {
    var byTitle: [String: [Episode.ID]] = [:]
    for episode in podcast.episodes where episode.url == nil {
      byTitle[episode.title.lowercased(), default: []].append(episode.id)
    }
    for index in indices where episodes[index] == nil {
      guard let id = byTitle[tracks[index].title.lowercased()]?.first(where: { !claimed.contains($0) }) else {
        continue
      }
      episodes[index] = id
      claimed.insert(id)
    }
  }
}

/// The values by which a song is recognized whose file was moved and changed at once.
private struct Song: Hashable {
  private let artist: String
  private let title: String
  private let duration: Double

  init?(_ artist: String?, _ title: String?, _ duration: Double?) {
    guard let artist, let title, let duration else { return nil }
    (self.artist, self.title, self.duration) = (artist.lowercased(), title.lowercased(), duration.rounded())
  }

  init?(_ episode: Episode) {
    guard case .text(let artist)? = episode.fields[.artist], case .text(let title)? = episode.fields[.title] else {
      return nil
    }
    self.init(artist, title, episode.duration)
  }
}

/// The place of a track: its album by title and artist, its disc and its number.
private struct AlbumPlace: Hashable {
  private let album: String
  private let artist: String
  private let disc: Int64
  private let track: Int64

  init?(_ track: MusicTrack) {
    self.init(AlbumTraits(track.tags), artist: track.artist, disc: track.disc, track: track.track)
  }

  init?(_ episode: Episode, _ traits: AlbumTraits) {
    self.init(
      traits, artist: episode.text(.artist), disc: episode.integer(.discNumber), track: episode.integer(.trackNumber))
  }

  /// The artist of the track stands for that of the album, which taggers add.
  private init?(_ traits: AlbumTraits, artist: String?, disc: Int64?, track: Int64?) {
    guard let album = traits.name, let artist = traits.artist ?? artist.map(ArtistNames.withoutGuests), let track
    else { return nil }
    (self.album, self.artist, self.disc, self.track) = (album, artist.lowercased(), disc ?? 1, track)
  }
}

extension MusicTrack {
  /// The difference in seconds between the playing times of a file before and after its tags changed.
  private static let greatestDifference = 1.0

  /// Returns whether the playing time is about that of an episode.
  fileprivate func isAboutAsLong(as episode: Episode) -> Bool {
    guard let duration = tags.duration, let other = episode.duration else { return false }
    return abs(duration - other) <= Self.greatestDifference
  }
}

/// The tracks of a library by their files.
struct LibraryTracks {
  /// The podcasts and albums by id.
  let podcasts: [Podcast.ID: Podcast]
  /// The episodes with files of this machine, by id.
  private(set) var episodes: [Episode.ID: Episode] = [:]
  /// The episodes with files of this machine, by path. Of several with one path, the first in order of ids counts.
  private(set) var byPath: [FilePath: Episode.ID] = [:]
  /// The paths of episodes.
  private(set) var paths: [Episode.ID: FilePath] = [:]
  /// The episodes by guid, in order of ids.
  private(set) var byGUID: [String: [Episode.ID]] = [:]

  init(_ library: [Podcast]) {
    podcasts = Dictionary(library.map { ($0.id, $0) }) { first, _ in first }
    for podcast in library.sorted(by: { $0.id < $1.id }) {
      for episode in podcast.episodes {
        if let guid = episode.guid { byGUID[guid, default: []].append(episode.id) }
        guard let path = Self.path(of: episode) else { continue }
        paths[episode.id] = path
        episodes[episode.id] = episode
        if byPath[path] == nil { byPath[path] = episode.id }
      }
    }
  }

  /// Returns the path of an episode's file; `nil` if its address is no file.
  private static func path(of episode: Episode) -> FilePath? {
    guard let url = episode.url, url.utf8.starts(with: "file:".utf8) else { return nil }
    do throws(SoundAddress.Refusal) {
      return FilePath(try SoundAddress(url).location)
    } catch {
      return nil
    }
  }
}
