public import MixtapeModel

/// An index of a library that finds the episodes of playlist entries.
///
/// - Complexity: Making the index is linear in the number of episodes. A lookup takes constant time, unless many
///   episodes have the same title, or the same names of file and directory.
public struct LibraryMatcher: Sendable {
  private(set) var tracks: [Track] = []
  private var ids: [Episode.ID: Int] = [:]
  private var guids: [String: [Int]] = [:]
  private var addresses: [String: [Int]] = [:]
  private var paths: [String: [Int]] = [:]
  private var pathEnds = PathIndex()
  private var addressEnds = PathIndex()
  private var titles: [String: [Int]] = [:]
  /// The tracks whose titles name an edition, by the titles without it.
  private var stems: [String: [Int]] = [:]

  /// Makes an index of a library.
  public init(_ podcasts: [Podcast]) {
    let count = podcasts.reduce(0) { $0 + $1.episodes.count }
    tracks.reserveCapacity(count)
    ids.reserveCapacity(count)
    for podcast in podcasts {
      // Exported playlists contain no credentials.
      let feed = podcast.feed.map { AddressKey.feed(AddressReference($0).withoutCredentials) }
      let feedGuids = FeedGuid.all(of: podcast)
      for episode in podcast.episodes { add(episode, feed: feed, feedGuids: feedGuids) }
    }
  }

  private mutating func add(_ episode: Episode, feed: String?, feedGuids: [String]) {
    let location = episode.url.map { Location($0) }
    let path = location?.path.map(Location.normalized)
    let index = tracks.count
    tracks.append(Track(episode, feed: feed, feedGuids: feedGuids))
    ids[episode.id] = index
    if let guid = episode.guid { guids[guid, default: []].append(index) }
    if case .text(let text)? = episode.fields[.identifier] {
      for identifier in ListedText.values(in: text) { guids[identifier, default: []].append(index) }
    }
    if let path {
      paths[path, default: []].append(index)
      pathEnds.add(path, of: index)
    } else if let url = episode.url {
      let whole = AddressKey.whole(url)
      addresses[whole, default: []].append(index)
      let short = AddressKey.withoutQuery(whole)
      if let short { addresses[short, default: []].append(index) }
      if AddressKey.endsInFile(short ?? whole) { addressEnds.add(short ?? whole, of: index) }
    }
    if !tracks[index].title.isEmpty { titles[tracks[index].title, default: []].append(index) }
    if let stem = tracks[index].stem { stems[stem, default: []].append(index) }
  }

  /// Returns the compared properties of an episode; `nil` if the library does not have it.
  func track(of id: Episode.ID) -> Track? { ids[id].map { tracks[$0] } }

  /// Returns whether the library has an episode.
  public func contains(_ id: Episode.ID) -> Bool { ids[id] != nil }

  /// Returns the episode of an entry, or the candidates.
  public func match(_ entry: InterchangeEntry) -> EntryMatch {
    guard !tracks.isEmpty else { return .missing }
    if let id = entry.episode, let index = ids[id] { return matchOther(entry, than: index) ?? .episode(id, .id) }
    var candidates = Candidates()
    if let match = matchGuid(entry, &candidates) { return match }
    for text in entry.locations + entry.identifiers {
      if let match = matchLocation(Location(text), entry, &candidates) { return match }
    }
    if let match = matchTags(entry, &candidates) { return match }
    addSimilar(entry, &candidates)
    let best = candidates.best
    return best.isEmpty ? .missing : .unsure(best.map { tracks[$0].id })
  }

  /// Returns another episode than that of the id, if another program gave the entry its address and another title.
  private func matchOther(_ entry: InterchangeEntry, than index: Int) -> EntryMatch? {
    guard let title = entry.title, ComparedText.normalized(title) != tracks[index].title else { return nil }
    var other: EntryMatch?
    for text in entry.locations {
      let location = Location(text)
      let path = location.path.map(Location.normalized)
      let found = (path.map { paths[$0] } ?? addresses[AddressKey.whole(text)]) ?? []
      if found.contains(index) { return nil }
      if found.count == 1 { other = other ?? .episode(tracks[found[0]].id, path == nil ? .address : .path) }
    }
    return other
  }

  /// Returns the episode if there is only one. Otherwise, adds candidates.
  private func decide(
    _ found: [Int], _ evidence: EntryMatch.Evidence, _ candidates: inout Candidates
  ) -> EntryMatch? {
    if found.count == 1 { return .episode(tracks[found[0]].id, evidence) }
    candidates.add(found)
    return nil
  }

  private func matchGuid(_ entry: InterchangeEntry, _ candidates: inout Candidates) -> EntryMatch? {
    for guid in [entry.guid].compactMap(\.self) + entry.identifiers {
      guard let found = guids[guid] else { continue }
      let feed = entry.feed.map { AddressKey.feed(AddressReference($0).withoutCredentials) }
      if feed != nil || entry.feedGuid != nil {
        var inFeed = found.filter { tracks[$0].isOf(feed, entry.feedGuid) }
        // Copies of a feed at other addresses declare the same guid.
        if feed != nil, inFeed.count > 1 { inFeed.removeAll { !tracks[$0].isOf(feed, nil) } }
        if inFeed.count == 1 { return .episode(tracks[inFeed[0]].id, .guid) }
        // A guid is unique only in its feed: many feeds use `1`. If the feed has moved, the episode is a candidate.
        candidates.add(found)
        continue
      }
      if let match = decide(found, .guid, &candidates) { return match }
    }
    return nil
  }

  // MARK: Locations

  private func matchLocation(
    _ location: Location, _ entry: InterchangeEntry, _ candidates: inout Candidates
  ) -> EntryMatch? {
    guard let path = location.path else {
      if let match = matchAddress(location.text, entry, &candidates) { return match }
      if let path = location.pathOnShare, let match = matchPath(path, entry, &candidates) { return match }
      // Mopidy writes the path of a file as `local:track:Ann/Weather/01%20Rain.mp3`.
      if location.mayBeFileName, let path = location.text.split(separator: ":").last,
        let match = matchPath(PercentEncoding.decoded(path), entry, &candidates)
      {
        return match
      }
      let whole = AddressKey.whole(location.text)
      addCandidates(withEndOf: AddressKey.withoutQuery(whole) ?? whole, entry, &candidates)
      return nil
    }
    if let match = matchPath(path, entry, &candidates) { return match }
    let decoded = PercentEncoding.decoded(path)
    if decoded != path, let match = matchPath(decoded, entry, &candidates) { return match }
    addCandidates(withEndOf: Location.normalized(decoded), entry, &candidates)
    return nil
  }

  /// Adds the episodes whose addresses on the web end as a path or an address does. They are never certain: a file on another server
  /// can have the same name.
  private func addCandidates(withEndOf path: String, _ entry: InterchangeEntry, _ candidates: inout Candidates) {
    let (nearest, count) = addressEnds.nearest(to: path, limit: Self.maximumNamesakes)
    guard count > 0, PathEnd.specificNameCount(atEndOf: path, count: count) > 0 else { return }
    let values = TrackValues(entry)
    // A file name alone must not be that of another episode. Advertisements change playing times, so a directory is enough.
    let possible = nearest.filter { count > 1 || !tracks[$0].contradicts(values) }
    candidates.add(possible)
  }

  /// The maximum number of episodes whose addresses end in the same names. More episodes, such as those of a server that names all
  /// files alike, are not compared.
  private static let maximumNamesakes = 50

  private func matchAddress(
    _ address: String, _ entry: InterchangeEntry, _ candidates: inout Candidates
  ) -> EntryMatch? {
    let whole = AddressKey.whole(address)
    if let found = addresses[whole], let match = decide(found, .address, &candidates) { return match }
    guard let short = AddressKey.withoutQuery(whole), let found = addresses[short] else { return nil }
    // In `get.php?id=2`, the query names the episode; in `2.mp3?token=x`, the path does.
    let isFile = AddressKey.endsInFile(short)
    let values = TrackValues(entry)
    let agreeing = found.filter {
      isFile
        ? !tracks[$0].isOther(than: values)
        : tracks[$0].isConfirmed(by: values, timeIsEnough: false) && !tracks[$0].contradicts(values)
    }
    if agreeing.count == 1 { return .episode(tracks[agreeing[0]].id, .address) }
    candidates.add(found)
    return nil
  }

  private func matchPath(
    _ path: String, _ entry: InterchangeEntry, _ candidates: inout Candidates
  ) -> EntryMatch? {
    let path = Location.normalized(path)
    if let match = decide(paths[path] ?? [], .path, &candidates) { return match }
    let (nearest, count) = pathEnds.nearest(to: path)
    let values = TrackValues(entry)
    guard count > 0 else {
      addCandidates(ofOtherFormats: path, values, &candidates)
      return nil
    }
    let specificCount = PathEnd.specificNameCount(atEndOf: path, count: count)
    // A file name is enough only if the entry has no directory.
    let isEnough = nearest.count == 1 && (specificCount >= 2 || (specificCount == 1 && count == PathEnd.count(path)))
    // Many files are `01.flac`, and some of them have the same playing time by chance: only the title tells which one it is.
    let possible =
      specificCount > 0 || count > 1 ? nearest : (titles[values.title] ?? []).filter { pathEnds.hasName(of: path, $0) }
    let agreeing = possible.filter { index in
      !tracks[index].contradicts(values)
        && (isEnough || tracks[index].isConfirmed(by: values, timeIsEnough: specificCount > 0))
    }
    if agreeing.count == 1 { return .episode(tracks[agreeing[0]].id, .pathEnd) }
    // Generic names alone show nothing.
    guard specificCount > 0 else { return nil }
    candidates.add(nearest.filter { !tracks[$0].hasOtherName(than: values) })
    return nil
  }

  /// Adds the episodes whose paths differ from a path by the extension only. People convert their music, and keep its names.
  private func addCandidates(ofOtherFormats path: String, _ values: TrackValues, _ candidates: inout Candidates) {
    let (nearest, count) = pathEnds.nearest(to: path, limit: Self.maximumNamesakes, ofSameFormat: false)
    guard count > 0, PathEnd.specificNameCount(atEndOf: path, count: count) > 0 else { return }
    candidates.add(nearest.filter { !tracks[$0].contradicts(values) })
  }

  // MARK: Artist and title

  private func matchTags(_ entry: InterchangeEntry, _ candidates: inout Candidates) -> EntryMatch? {
    let values = TrackValues(entry)
    if let match = matchTags(title: values.title, artist: values.artist, values, &candidates) { return match }
    for (artist, title) in values.divisions {
      if let match = matchTags(title: title, artist: artist, values, &candidates) { return match }
    }
    // The ` - ` may be part of the title rather than follow an artist.
    guard !values.artist.isEmpty else { return nil }
    return matchTags(title: values.display, artist: "", values, &candidates)
  }

  /// Adds the episodes that share an artist with an entry, and have its title, or the title of another edition.
  private func addSimilar(_ entry: InterchangeEntry, _ candidates: inout Candidates) {
    let values = TrackValues(entry)
    guard !values.title.isEmpty, !values.artist.isEmpty else { return }
    let similar = Set([values.title, values.stem]).flatMap { (titles[$0] ?? []) + (stems[$0] ?? []) }
    let shared = similar.filter {
      tracks[$0].sharesArtist(with: values) && tracks[$0].durationAgrees(with: values) != false
    }
    candidates.add(shared.sorted())
  }

  private func matchTags(
    title: String, artist: String, _ values: TrackValues, _ candidates: inout Candidates
  ) -> EntryMatch? {
    guard !values.title.isEmpty, !title.isEmpty, let titled = titles[title] else { return nil }
    let performed = titled.filter { Self.isSame(artist, tracks[$0].artist) || Self.isSame(artist, tracks[$0].album) }
    let found = artist.isEmpty ? titled : performed
    let timed = found.filter { tracks[$0].durationAgrees(with: values) != false }
    let inAlbum = timed.filter { !values.album.isEmpty && tracks[$0].album == values.album }
    let certain = certain(
      timed, inAlbum: inAlbum, hasArtist: !artist.isEmpty, isGeneric: GenericNames.contain(title), values)
    if certain.count == 1 { return .episode(tracks[certain[0]].id, .tags) }
    candidates.add(certain.isEmpty ? found : certain)
    return nil
  }

  /// Returns the episodes that certainly are an entry, out of those with its title and artist.
  ///
  /// An artist or an album makes a title certain; `Track 1` needs both, or one and the playing time. Without them, the playing time
  /// makes a title certain, but not `Track 1`.
  private func certain(
    _ found: [Int], inAlbum: [Int], hasArtist: Bool, isGeneric: Bool, _ values: TrackValues
  ) -> [Int] {
    let hasAlbum = !inAlbum.isEmpty
    let named = hasAlbum ? inAlbum : found
    if hasArtist && hasAlbum || (hasArtist || hasAlbum) && !isGeneric { return named }
    guard hasArtist || hasAlbum || !isGeneric else { return [] }
    return named.filter { tracks[$0].durationAgrees(with: values) == true }
  }

  private static func isSame(_ text: String, _ other: String) -> Bool { !text.isEmpty && text == other }
}

/// The tracks that may be an entry, in the order in which they were found.
private struct Candidates {
  private var tracks: [Int] = []

  /// Adds tracks that were found in one way, at most as many as a result contains.
  mutating func add(_ found: some Sequence<Int>) { tracks += found.prefix(EntryMatch.maximumCandidates) }

  /// The first tracks, each once.
  var best: ArraySlice<Int> { tracks.withoutRepetitions.prefix(EntryMatch.maximumCandidates) }
}

/// The result of looking up an entry in a library.
public enum EntryMatch: Hashable, Sendable {
  /// The entry is an episode.
  case episode(Episode.ID, Evidence)
  /// The entry matches several episodes, best first.
  case unsure([Episode.ID])
  /// The library does not have the entry.
  case missing

  /// The evidence that an entry is an episode, strongest first.
  public enum Evidence: String, CaseIterable, Hashable, Sendable {
    /// The entry names the episode.
    case id
    /// The guid is unique in the library, or in the feed of the entry.
    case guid
    /// The address is the same.
    case address
    /// The whole path is the same.
    case path
    /// The end of the path is the same, and unique.
    case pathEnd = "path-end"
    /// Artist and title are the same, and no other value contradicts.
    case tags
  }

  /// The maximum number of candidates in a result.
  public static let maximumCandidates = 5

  /// The episode; `nil` if it is missing or ambiguous.
  public var episode: Episode.ID? { if case .episode(let id, _) = self { id } else { nil } }
}
