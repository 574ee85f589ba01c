internal import MixtapeModel
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The albums of the library to which the tracks of a scan belong.
///
/// A track of the library stays in its album even if its tags changed, because playlists refer to its id. A new track goes to the
/// album that has most other tracks of its group, or to a new album.
struct AlbumAssignment {
  /// Tracks that belong together.
  private struct Group {
    /// The indices of the tracks that were read, in the order of the album.
    var tracks: [Int]
    /// The album of the library; `nil` if it is new.
    var target: Podcast.ID?
    /// Whether the group has all tracks of its album, so that they tell its title.
    var isWhole: Bool
  }

  private let tracks: [MusicTrack]
  private let library: LibraryTracks
  private var groups: [Group] = []
  /// The titles of albums for tracks whose tags name none: the one that most tracks of their group name, also unread ones.
  private var titles: [Int: String] = [:]

  /// Assigns tracks.
  ///
  /// - Parameter unchanged: The files that were not read, with the tags of the last scan.
  init(
    _ tracks: [MusicTrack], _ unchanged: [(path: FilePath, traits: AlbumTraits)], in library: LibraryTracks,
    _ recognition: inout TrackRecognition
  ) {
    self.tracks = tracks
    self.library = library
    let traits =
      tracks.map { ($0.place.directory, AlbumTraits($0.tags)) }
      + unchanged.map { (PathTraits(of: $0.path.string).directory, $0.traits) }
    let handTyped = AlbumsWithoutFiles(in: library)
    var contributions: [Podcast.ID: Int] = [:]
    for indices in AlbumGrouping(traits).groups {
      let read = indices.filter { $0 < tracks.count }.sorted { MusicTrack.precedes(tracks[$0], tracks[$1]) }
      let others = indices.filter { $0 >= tracks.count }.compactMap {
        library.byPath[unchanged[$0 - tracks.count].path]
      }
      let known = (read.compactMap { recognition.episodes[$0] } + others).map(\.podcast)
      for podcast in Set(known) { contributions[podcast, default: 0] += 1 }
      guard !read.isEmpty else { continue }
      let target = Self.mostCommon(known) ?? handTyped.album(for: AlbumHead(of: read.map { tracks[$0] }))
      groups.append(Group(tracks: read, target: target, isWhole: others.isEmpty))
      if let title = AlbumHead.mostCommon(indices.map { traits[$0].1.title })?.value {
        for index in read { titles[index] = title }
      }
    }
    for index in groups.indices {
      guard let target = groups[index].target, let podcast = library.podcasts[target] else { continue }
      recognition.matchTitles(of: groups[index].tracks, in: podcast)
      if contributions[target] ?? 0 > 1 { groups[index].isWhole = false }
    }
  }

  private static func mostCommon(_ podcasts: [Podcast.ID]) -> Podcast.ID? {
    Dictionary(podcasts.map { ($0, 1) }, uniquingKeysWith: +).max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// Returns the changes of the library.
  ///
  /// - Parameters:
  ///   - episodes: The episodes of the tracks; `nil` for new tracks.
  ///   - folder: The folder of new albums.
  ///   - options: The choices for all albums.
  func merges(
    _ episodes: [Episode.ID?], into folder: Folder, now: Date, _ options: PodcastUpdateOptions
  ) -> [PodcastMerge] {
    var parts: [Podcast.ID: [Int]] = [:]
    var heads: [Podcast.ID: AlbumHead] = [:]
    var merges: [PodcastMerge] = []
    var proposals = AlbumNaming(taken: Set(library.podcasts.keys))
    for group in groups {
      var new: [Int] = []
      for index in group.tracks {
        if let podcast = episodes[index]?.podcast ?? group.target {
          parts[podcast, default: []].append(index)
        } else {
          new.append(index)
        }
      }
      let head = AlbumHead(of: group.tracks.map { tracks[$0] })
      if group.isWhole, let target = group.target { heads[target] = head }
      guard !new.isEmpty else { continue }
      let album = Podcast(
        id: proposals.id(for: head), folder: folder, kind: .album, title: head.title ?? "Music", author: head.author,
        categories: head.genre.map { [$0] } ?? [], dateAdded: CalendarDay(of: now)?.start)
      merges.append(merge(new, episodes, into: nil, album, now: now, options))
    }
    for (id, indices) in parts.sorted(by: { $0.key < $1.key }) {
      guard let podcast = library.podcasts[id] else { continue }
      merges.append(
        merge(indices, episodes, into: id, heads[id].map { podcast.taking($0) } ?? podcast, now: now, options))
    }
    return merges
  }

  private func merge(
    _ indices: [Int], _ episodes: [Episode.ID?], into target: Podcast.ID?, _ head: Podcast, now: Date,
    _ options: PodcastUpdateOptions
  ) -> PodcastMerge {
    var recognized: [Episode.ID?] = []
    let source = indices.compactMap { index -> Episode? in
      // The ids of a source mean nothing.
      guard let id = episodes[index] ?? Episode.ID(podcast: head.id, name: "track") else { return nil }
      recognized.append(episodes[index])
      let track = tracks[index]
      return Episode(
        id: id, guid: track.tags.musicBrainzAddress, url: SoundAddress.address(ofFile: track.file.path.string),
        fields: track.fields(inAlbum: titles[index]))
    }
    var options = options
    options.dateAdded = now
    options.recognized = recognized
    let known = target.flatMap { library.podcasts[$0] }?.episodes ?? []
    let old = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
    options.replaced = Set(
      zip(recognized, source).compactMap { id, new in
        id.flatMap { old[$0] }.flatMap { isReplaced($0, by: new) ? $0.id : nil }
      })
    return PodcastMerge(head.withEpisodes(source), into: target, options)
  }

  /// Returns whether a file is another song than the one that the library has at its path: title, artist and playing time
  /// differ. New tags or another encoding alone make no other song.
  private func isReplaced(_ old: Episode, by new: Episode) -> Bool {
    guard old.url == new.url, new.guid == nil || new.guid != old.guid, let before = old.duration,
      let after = new.duration
    else { return false }
    func differs(_ field: TrackField) -> Bool {
      guard case .text(let before)? = old.fields[field], case .text(let after)? = new.fields[field] else {
        return false
      }
      return before.lowercased() != after.lowercased()
    }
    return abs(before - after) > Self.durationTolerance && differs(.title) && differs(.artist)
  }

  /// The difference in seconds that two encodings of a song can have.
  private static let durationTolerance = 2.0
}

/// The albums of a library that a user wrote by hand: their episodes have no addresses yet.
private struct AlbumsWithoutFiles {
  private let byTitle: [String: [Podcast]]

  init(in library: LibraryTracks) {
    let albums = library.podcasts.values.filter { $0.kind == .album && $0.episodes.allSatisfy { $0.url == nil } }
    byTitle = Dictionary(grouping: albums) { $0.title.lowercased() }
  }

  /// Returns the album with the same title and author; `nil` if the library has none.
  func album(for head: AlbumHead) -> Podcast.ID? {
    head.title.flatMap { byTitle[$0.lowercased()] }?.filter { album in
      album.author == nil || album.author?.lowercased() == head.author?.lowercased()
    }.map(\.id).min()
  }
}

extension Podcast {
  /// Returns a copy with what the tags say about the album, and no episodes.
  fileprivate func taking(_ head: AlbumHead) -> Podcast {
    with {
      $0.title = head.title ?? title
      $0.author = head.author ?? author
      $0.categories = head.genre.map { [$0] } ?? categories
      $0.episodes = []
    }
  }
}
