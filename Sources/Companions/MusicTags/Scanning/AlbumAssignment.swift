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
    /// The titles of the album in tags, if they differ by their discs.
    let discs: Set<String>
  }

  private var tracks: [MusicTrack]
  private let library: LibraryTracks
  private var groups: [Group] = []
  /// The titles of albums for tracks whose tags name none: the one that most tracks of their group name, also unread ones.
  private var titles: [Int: String] = [:]

  /// Assigns tracks.
  ///
  /// - Parameter unread: The files of the library that were not read.
  init(
    _ tracks: [MusicTrack], _ unread: [UnreadTrack], in library: LibraryTracks, _ recognition: inout TrackRecognition
  ) {
    self.tracks = tracks
    self.library = library
    let members = Self.members(tracks, unread)
    let found = recognition.episodes + unread.map(\.episode)
    let fallback = AlbumsByTitle(in: library, zip(members, found))
    var contributions: [Podcast.ID: Int] = [:]
    for (assigned, indices) in Self.assigned(AlbumGrouping(members).albums, members, found) {
      let present = indices.filter { !members[$0].isGone }
      var albums = Set(present.compactMap { found[$0]?.podcast })
      defer { for album in albums { contributions[album, default: 0] += 1 } }
      let read = indices.filter { $0 < tracks.count }
      guard !read.isEmpty else { continue }
      let discs = AlbumTitle.ofDiscs(Set(indices.compactMap { members[$0].traits.title }))
      if !discs.isEmpty { for index in read { self.tracks[index] = tracks[index].withoutDiscInAlbum() } }
      let ordered = read.sorted { MusicTrack.precedes(self.tracks[$0], self.tracks[$1]) }
      let target =
        switch assigned {
        case .album(let album): album
        case .copy: Podcast.ID?.none
        case .unknown:
          fallback.album(
            for: AlbumHead(of: ordered.map { self.tracks[$0] }), in: Set(read.map { members[$0].directory }))
        }
      if let target { albums.insert(target) }
      groups.append(Group(tracks: ordered, target: target, isWhole: present.count == read.count, discs: discs))
      if let title = AlbumHead.mostCommon(indices.map { members[$0].traits.title })?.value {
        for index in read { titles[index] = discs.isEmpty ? title : DiscName.withoutDisc(title) }
      }
    }
    for index in groups.indices {
      guard let target = groups[index].target, let podcast = library.podcasts[target] else { continue }
      recognition.matchTitles(of: groups[index].tracks, in: podcast)
      if contributions[target] ?? 0 > 1 { groups[index].isWhole = false }
    }
  }

  /// Returns the members of albums. A copy of a disc is not in the directory of its album.
  private static func members(_ tracks: [MusicTrack], _ unread: [UnreadTrack]) -> [AlbumMember] {
    let files =
      tracks.map { (path: $0.file.path, digest: $0.content.digest) }
      + unread.map { (path: $0.path, digest: $0.digest) }
    var members = tracks.map(AlbumMember.init) + unread.map(\.member)
    let copies = CopiedDiscs.directories(of: zip(files, members).filter { !$1.isGone }.map(\.0))
    for (index, file) in files.enumerated() {
      let directory = PathTraits.split(file.path).directory
      if copies.contains(directory) { members[index].directory = directory }
    }
    return members
  }

  /// The album of the library for the new tracks of a group.
  private enum Target {
    case album(Podcast.ID)
    /// A new album: the album of the library that has tracks of the group already has the new ones, from a copy.
    case copy
    /// No album has tracks of the group.
    case unknown
  }

  /// Returns the groups of tracks with the same album in the library.
  private static func assigned(
    _ albums: [GroupedAlbum], _ members: [AlbumMember], _ found: [Episode.ID?]
  ) -> [(Target, indices: [Int])] {
    struct Claim: Hashable {
      let album: Podcast.ID
      let family: Int
    }
    let groups = albums.flatMap { album in
      targets(of: album.parts, found).map { (family: album.family, target: $0, indices: $1) }
    }
    var slots: [Claim: [Int: Set<AlbumMember.Slot>]] = [:]
    for (number, group) in groups.enumerated() {
      for index in group.indices where !members[index].isGone {
        guard let album = found[index]?.podcast else { continue }
        slots[Claim(album: album, family: group.family), default: [:]][number, default: []].insert(members[index].slot)
      }
    }
    return groups.enumerated().map { number, group in
      guard let target = group.target else { return (.unknown, group.indices) }
      let claim = Claim(album: target, family: group.family)
      let others = (slots[claim] ?? [:]).reduce(into: Set()) { if $1.key != number { $0.formUnion($1.value) } }
      let new = Set(group.indices.filter { found[$0] == nil }.map { members[$0].slot })
      if new.contains(where: { $0.isTaken(in: others) }) { return (.copy, group.indices) }
      slots[claim, default: [:]][number, default: []].formUnion(new)
      return (.album(target), group.indices)
    }
  }

  /// Divides the parts of an album by the albums of the library that have most of their tracks. Parts without tracks of the library go
  /// to the album that has most tracks of the others.
  private static func targets(
    of parts: [[Int]], _ found: [Episode.ID?]
  ) -> [(Podcast.ID?, indices: [Int])] {
    let known = parts.map { $0.compactMap { found[$0]?.podcast } }
    let shared = mostCommon(known.flatMap(\.self))
    var targets: [(Podcast.ID?, indices: [Int])] = []
    for (part, known) in zip(parts, known) {
      let target = mostCommon(known) ?? shared
      if let place = targets.firstIndex(where: { $0.0 == target }) {
        targets[place].indices += part
      } else {
        targets.append((target, part))
      }
    }
    return targets
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
    var heads: [Podcast.ID: Podcast] = [:]
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
      if let target = group.target {
        if group.isWhole {
          heads[target] = library.podcasts[target]?.taking(head)
        } else if let podcast = library.podcasts[target], group.discs.contains(podcast.title) {
          // The album had one disc until now.
          heads[target] = podcast.with { $0.title = DiscName.withoutDisc(podcast.title) }
        }
      }
      guard !new.isEmpty else { continue }
      let album = Podcast(
        id: proposals.id(for: head), folder: folder, kind: .album, title: head.title ?? "Music", author: head.author,
        categories: head.genre.map(ListedText.values) ?? [], dateAdded: CalendarDay(of: now)?.start)
      merges.append(merge(new, episodes, into: nil, album, now: now, options))
    }
    for (id, indices) in parts.sorted(by: { $0.key < $1.key }) {
      guard let podcast = library.podcasts[id] else { continue }
      merges.append(
        merge(indices, episodes, into: id, heads[id] ?? podcast, now: now, options))
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
    guard old.value(of: .url) == new.value(of: .url), new.guid == nil || new.guid != old.guid,
      let before = old.duration,
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

extension Podcast {
  /// Returns a copy with what the tags say about the album, and no episodes.
  fileprivate func taking(_ head: AlbumHead) -> Podcast {
    with {
      $0.title = head.title ?? title
      $0.author = head.author ?? author
      $0.categories = head.genre.map(ListedText.values) ?? categories
      $0.episodes = []
    }
  }
}

/// The albums of a library by title, for tracks that no tracks of the library belong to by their tags.
struct AlbumsByTitle {
  /// The directories of the albums.
  private var directories: [Podcast.ID: Set<FilePath>] = [:]
  private let byTitle: [String: [Podcast]]

  /// Prepares a search.
  ///
  /// - Parameter members: The tracks that were read or can belong to their albums, and their episodes.
  init(in library: LibraryTracks, _ members: some Sequence<(AlbumMember, Episode.ID?)>) {
    byTitle = Dictionary(grouping: library.podcasts.values.filter { $0.kind == .album }) { $0.title.lowercased() }
    for case (let member, let episode?) in members {
      directories[episode.podcast, default: []].insert(member.directory)
    }
  }

  /// Returns the album with the same title and author, if a user wrote it by hand, without addresses, or gave this title to the album
  /// of one of the directories.
  func album(for head: AlbumHead, in directories: Set<FilePath>) -> Podcast.ID? {
    head.title.flatMap { byTitle[$0.lowercased()] }?.filter { album in
      guard album.author == nil || album.author?.lowercased() == head.author?.lowercased() else { return false }
      return album.episodes.allSatisfy { $0.url == nil }
        || !(self.directories[album.id] ?? []).isDisjoint(with: directories)
    }.map(\.id).min()
  }
}

/// A track of the library whose file was not read.
struct UnreadTrack {
  let episode: Episode.ID
  let path: FilePath
  /// The digest of its content at the last scan that read it; empty if it is unknown.
  let digest: String
  let member: AlbumMember

  /// Makes a track of a file.
  init(_ episode: Episode, at path: FilePath, _ traits: AlbumTraits, digest: String, isGone: Bool) {
    self.episode = episode.id
    self.path = path
    self.digest = digest
    member = AlbumMember(
      in: PathTraits(of: path).directory, traits, track: episode.integer(.trackNumber),
      disc: episode.integer(.discNumber), year: episode.integer(.year), isGone: isGone)
  }
}

extension AlbumMember {
  /// Makes a member of a file that was read.
  init(_ track: MusicTrack) {
    self.init(
      in: track.place.directory, AlbumTraits(track.tags), track: track.track, disc: track.disc, year: track.tags.year)
  }
}
