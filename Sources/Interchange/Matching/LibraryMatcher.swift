public import MixtapeModel

/// An index of a library that finds the episodes of playlist entries.
///
/// - Complexity: Making the index is linear in the number of episodes. A lookup takes constant time, unless many
///   episodes have the same file name or title.
public struct LibraryMatcher: Sendable {
  /// The compared properties of an episode.
  struct Track {
    let id: Episode.ID
    let path: String?
    let artist: String
    let title: String
    let album: String
    let duration: Double?
    let feed: String?
    let feedGuid: String?

    /// Returns whether the episode belongs to a feed, by address or guid.
    func isOf(_ feed: String?, _ guid: String?) -> Bool {
      (feed != nil && feed == self.feed) || (guid != nil && guid?.lowercased() == feedGuid)
    }
  }

  private(set) var tracks: [Track] = []
  private var ids: [Episode.ID: Int] = [:]
  private var guids: [String: [Int]] = [:]
  private var addresses: [String: [Int]] = [:]
  private var paths: [String: [Int]] = [:]
  private var fileNames: [String: [Int]] = [:]
  private var titles: [String: [Int]] = [:]

  /// Makes an index of a library.
  public init(_ podcasts: [Podcast]) {
    let count = podcasts.reduce(0) { $0 + $1.episodes.count }
    tracks.reserveCapacity(count)
    ids.reserveCapacity(count)
    for podcast in podcasts {
      // Exported playlists contain no credentials.
      let address = podcast.feed.map(AddressKey.withoutCredentials)
      let feed = address.map(AddressKey.feed)
      let feedGuid = address.map(FeedGuid.ofFeed)
      for episode in podcast.episodes { add(episode, feed: feed, feedGuid: feedGuid) }
    }
  }

  private mutating func add(_ episode: Episode, feed: String?, feedGuid: String?) {
    let location = episode.url.map { Location($0) }
    let path = location?.path.map(Location.normalized)
    let index = tracks.count
    tracks.append(
      Track(
        id: episode.id, path: path, artist: TagText.normalized(episode.text(.artist)),
        title: TagText.normalized(episode.title), album: TagText.normalized(episode.text(.album)),
        duration: episode.duration, feed: feed, feedGuid: feedGuid))
    ids[episode.id] = index
    if let guid = episode.guid { guids[guid, default: []].append(index) }
    if let path {
      paths[path, default: []].append(index)
      fileNames[PathEnd.name(of: path), default: []].append(index)
    } else if let url = episode.url {
      let whole = AddressKey.whole(url)
      addresses[whole, default: []].append(index)
      if let short = AddressKey.withoutQuery(whole) { addresses[short, default: []].append(index) }
    }
    if !tracks[index].title.isEmpty { titles[tracks[index].title, default: []].append(index) }
  }

  /// Returns the compared properties of an episode; `nil` if the library does not have it.
  func track(of id: Episode.ID) -> Track? { ids[id].map { tracks[$0] } }

  /// Returns whether the library has an episode.
  public func contains(_ id: Episode.ID) -> Bool { ids[id] != nil }

  /// Returns the episode of an entry, or the candidates.
  public func match(_ entry: InterchangeEntry) -> EntryMatch {
    guard !tracks.isEmpty else { return .missing }
    if let id = entry.episode, let index = ids[id] { return matchOther(entry, than: index) ?? .episode(id, .id) }
    var candidates: [Int] = []
    if let match = matchGuid(entry, &candidates) { return match }
    for text in entry.locations + entry.identifiers {
      if let match = matchLocation(Location(text), entry, &candidates) { return match }
    }
    if let match = matchTags(entry, &candidates) { return match }
    var seen: Set<Int> = []
    let unique = candidates.filter { seen.insert($0).inserted }
    return unique.isEmpty ? .missing : .unsure(unique.prefix(EntryMatch.maximumCandidates).map { tracks[$0].id })
  }

  /// Returns another episode than that of the id, if another program gave the entry its address and another title.
  private func matchOther(_ entry: InterchangeEntry, than index: Int) -> EntryMatch? {
    guard let title = entry.title, TagText.normalized(title) != tracks[index].title else { return nil }
    var other: EntryMatch?
    for text in entry.locations {
      let location = Location(text)
      let path = location.path.map(Location.normalized)
      let found = path.map { paths[$0] ?? [] } ?? addresses[AddressKey.whole(text)] ?? []
      if found.contains(index) { return nil }
      if found.count == 1 { other = other ?? .episode(tracks[found[0]].id, path == nil ? .address : .path) }
    }
    return other
  }

  /// Returns the episode if there is only one. Otherwise, adds candidates.
  private func decide(
    _ found: [Int], _ evidence: EntryMatch.Evidence, _ candidates: inout [Int]
  ) -> EntryMatch? {
    if found.count == 1 { return .episode(tracks[found[0]].id, evidence) }
    candidates += found.prefix(EntryMatch.maximumCandidates)
    return nil
  }

  private func matchGuid(_ entry: InterchangeEntry, _ candidates: inout [Int]) -> EntryMatch? {
    for guid in [entry.guid].compactMap(\.self) + entry.identifiers {
      guard let found = guids[guid] else { continue }
      let feed = entry.feed.map { AddressKey.feed(AddressKey.withoutCredentials($0)) }
      if feed != nil || entry.feedGuid != nil {
        let inFeed = found.filter { tracks[$0].isOf(feed, entry.feedGuid) }
        if inFeed.count == 1 { return .episode(tracks[inFeed[0]].id, .guid) }
        // A guid is unique only in its feed: many feeds use `1`. If the feed has moved, the episode is a candidate.
        candidates += found.prefix(EntryMatch.maximumCandidates)
        continue
      }
      if let match = decide(found, .guid, &candidates) { return match }
    }
    return nil
  }

  // MARK: Locations

  private func matchLocation(
    _ location: Location, _ entry: InterchangeEntry, _ candidates: inout [Int]
  ) -> EntryMatch? {
    guard let path = location.path else { return matchAddress(location.text, entry, &candidates) }
    if let match = matchPath(path, entry, &candidates) { return match }
    guard path.utf8.contains(UInt8(ascii: "%")) else { return nil }
    return matchPath(PercentEncoding.decoded(path), entry, &candidates)
  }

  private func matchAddress(
    _ address: String, _ entry: InterchangeEntry, _ candidates: inout [Int]
  ) -> EntryMatch? {
    let whole = AddressKey.whole(address)
    if let found = addresses[whole], let match = decide(found, .address, &candidates) { return match }
    guard let short = AddressKey.withoutQuery(whole), let found = addresses[short] else { return nil }
    // In `get.php?id=2`, the query names the episode; in `2.mp3?token=x`, the path does.
    if AddressKey.endsInFile(short) { return decide(found, .address, &candidates) }
    if let agreeing = agreeing(found, entry) { return .episode(tracks[agreeing].id, .address) }
    candidates += found.prefix(EntryMatch.maximumCandidates)
    return nil
  }

  private func matchPath(
    _ path: String, _ entry: InterchangeEntry, _ candidates: inout [Int]
  ) -> EntryMatch? {
    let path = Location.normalized(path)
    if let found = paths[path], let match = decide(found, .path, &candidates) { return match }
    guard let named = fileNames[PathEnd.name(of: path)] else { return nil }
    let lengths = named.map { PathEnd.common(tracks[$0].path ?? "", path) }
    guard let best = lengths.max(), best > 0 else { return nil }
    let nearest = zip(named, lengths).filter { $0.1 == best }.map(\.0)
    // A file name is enough only if the entry has no directory.
    let isEnough = best >= 2 || best == PathEnd.count(path)
    if isEnough, nearest.count == 1, !contradicts(entry, tracks[nearest[0]]) {
      return .episode(tracks[nearest[0]].id, .pathEnd)
    }
    if let agreeing = agreeing(nearest, entry) { return .episode(tracks[agreeing].id, .pathEnd) }
    candidates += nearest.prefix(EntryMatch.maximumCandidates)
    return nil
  }

  /// Returns the only episode that agrees with the title or the playing time of an entry.
  private func agreeing(_ found: [Int], _ entry: InterchangeEntry) -> Int? {
    let agreeing = found.filter { index in
      let track = tracks[index]
      return !contradicts(entry, track)
        && (entry.title.map(TagText.normalized) == track.title || durationsAgree(entry, track) == true)
    }
    return agreeing.count == 1 ? agreeing[0] : nil
  }

  /// Returns whether playing times, or both title and artist, differ.
  private func contradicts(_ entry: InterchangeEntry, _ track: Track) -> Bool {
    if durationsAgree(entry, track) == false { return true }
    guard let title = entry.title, let artist = entry.artist, !track.artist.isEmpty else { return false }
    return TagText.normalized(title) != track.title && TagText.normalized(artist) != track.artist
      && TagText.normalized(entry.display) != track.title
  }

  // MARK: Artist and title

  private func matchTags(_ entry: InterchangeEntry, _ candidates: inout [Int]) -> EntryMatch? {
    guard let title = entry.title else { return nil }
    let key = TagText.normalized(title)
    let artist = TagText.normalized(entry.artist ?? "")
    if let match = matchTags(title: key, artist: artist, entry, &candidates) { return match }
    // The ` - ` may be part of the title rather than follow an artist.
    guard !artist.isEmpty else { return nil }
    return matchTags(title: TagText.normalized(entry.display), artist: "", entry, &candidates)
  }

  private func matchTags(
    title: String, artist: String, _ entry: InterchangeEntry, _ candidates: inout [Int]
  ) -> EntryMatch? {
    guard !title.isEmpty, let titled = titles[title] else { return nil }
    let album = TagText.normalized(entry.album ?? "")
    let performed = titled.filter { Self.isSame(artist, tracks[$0].artist) || Self.isSame(artist, tracks[$0].album) }
    let found = artist.isEmpty ? titled : performed
    let timed = found.filter { durationsAgree(entry, tracks[$0]) != false }
    let inAlbum = timed.filter { !album.isEmpty && tracks[$0].album == album }
    // Without an artist, a title is certain only with the album or the playing time.
    let certain =
      !inAlbum.isEmpty
      ? inAlbum : artist.isEmpty ? timed.filter { durationsAgree(entry, tracks[$0]) == true } : timed
    if certain.count == 1 { return .episode(tracks[certain[0]].id, .tags) }
    candidates += (certain.isEmpty ? found : certain).prefix(EntryMatch.maximumCandidates)
    return nil
  }

  private static func isSame(_ text: String, _ other: String) -> Bool { !text.isEmpty && text == other }

  /// Returns whether playing times agree within 2 seconds; `nil` if one is unknown.
  private func durationsAgree(_ entry: InterchangeEntry, _ track: Track) -> Bool? {
    guard let first = entry.duration, let second = track.duration, first > 0, second > 0 else { return nil }
    return abs(first - second) <= 2
  }
}

extension Episode {
  /// Returns the text of a field; empty without a value.
  fileprivate func text(_ field: TrackField) -> String {
    if case .text(let text)? = fields[field] { text } else { "" }
  }
}
