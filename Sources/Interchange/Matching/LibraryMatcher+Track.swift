internal import MixtapeModel

extension LibraryMatcher {
  /// The compared properties of an episode.
  struct Track {
    let id: Episode.ID
    let artist: String
    /// The title; the name in the id if the file has none.
    let title: String
    let isTitled: Bool
    /// The title without its edition; `nil` if it names none.
    let stem: String?
    let album: String
    /// The names of the artists, normalized, if there are several.
    let artists: Set<String>
    let duration: Double?
    let feed: String?
    /// The guids of the feed, in lower case.
    let feedGuids: [String]

    init(_ episode: Episode, feed: String?, feedGuids: [String]) {
      id = episode.id
      artist = ComparedText.normalized(episode.artist ?? "")
      artists = Self.artists(in: episode.artist ?? "")
      stem = TitleStem.of(episode.title)
      title = ComparedText.normalized(episode.title)
      isTitled = episode.text(.title)?.nonEmpty != nil
      album = ComparedText.normalized(episode.album ?? "")
      duration = episode.duration
      self.feed = feed
      self.feedGuids = feedGuids
    }

    private static func artists(in text: String) -> Set<String> {
      let names = ArtistNames.all(in: text)
      return names.count < 2 ? [] : Set(names.map(ComparedText.normalized))
    }
  }
}

extension LibraryMatcher.Track {
  /// Returns whether the episode belongs to a feed, by address or guid.
  func isOf(_ feed: String?, _ guid: String?) -> Bool {
    (feed != nil && feed == self.feed) || (guid.map { feedGuids.contains($0.lowercased()) } ?? false)
  }

  /// Returns whether playing times agree within 2 seconds; `nil` if one is unknown.
  func durationAgrees(with entry: TrackValues) -> Bool? {
    guard let first = entry.duration, let second = duration, first > 0, second > 0 else { return nil }
    return abs(first - second) <= 2
  }

  /// Returns whether playing times, or titles with their artists, differ.
  func contradicts(_ entry: TrackValues) -> Bool { durationAgrees(with: entry) == false || hasOtherName(than: entry) }

  /// Returns whether titles with their artists differ.
  func hasOtherName(than entry: TrackValues) -> Bool {
    guard isTitled, !entry.title.isEmpty, !entry.isTitledByFile, !isNamed(by: entry), entry.display != title else {
      return false
    }
    // Programs add artists, numbers and editions to titles.
    guard !artist.isEmpty, !entry.artist.isEmpty else {
      return ![entry.title, entry.display].contains { $0.hasWords(of: title) || title.hasWords(of: $0) }
    }
    return entry.artist != artist
  }

  /// Returns whether the title of an entry, at one of its dashes, is that of the episode.
  private func isNamed(by entry: TrackValues) -> Bool {
    entry.title == title || entry.divisions.contains { $0.title == title && $0.artist == artist }
  }

  /// Returns whether an entry with the same address except for the query is another episode: its values contradict, and it has
  /// another title. Advertisements change the playing time of an episode.
  func isOther(than entry: TrackValues) -> Bool {
    let hasTitle = !entry.title.isEmpty && (isNamed(by: entry) || entry.display == title)
    return contradicts(entry) && !hasTitle
  }

  /// Returns whether one of the artists of an entry is one of the episode's.
  func sharesArtist(with entry: TrackValues) -> Bool {
    let names = entry.artists
    return names.contains(artist) || !artists.isDisjoint(with: names) || artists.contains(entry.artist)
  }

  /// Returns whether an entry has the title of the episode or, if that is enough, its playing time.
  func isConfirmed(by entry: TrackValues, timeIsEnough: Bool) -> Bool {
    let isSameTime = durationAgrees(with: entry) == true
    if isSameTime, timeIsEnough { return true }
    return !entry.title.isEmpty && isNamed(by: entry) && (isSameTime || !GenericNames.contain(title))
  }
}

/// The compared values of an entry, normalized once for all episodes.
struct TrackValues {
  let title: String
  let artist: String
  let album: String
  /// The artist with the title.
  let display: String
  let duration: Double?
  private let written: (artist: String?, title: String?)
  private let locations: [String]

  init(_ entry: InterchangeEntry) {
    title = ComparedText.normalized(entry.title ?? "")
    artist = ComparedText.normalized(entry.artist ?? "")
    album = ComparedText.normalized(entry.album ?? "")
    display = entry.title == nil ? "" : ComparedText.normalized(entry.display)
    duration = entry.duration
    written = (entry.artist, entry.title)
    locations = entry.locations
  }

  /// The artists and titles of other divisions at a dash: an artist can contain one, as in `BBC - Radio 4 - News`. Few entries have
  /// one, so they are not computed for each.
  var divisions: [(artist: String, title: String)] {
    // 0xE2 begins other dashes in UTF-8.
    guard var artist = written.artist, var title = written.title,
      title.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == 0xE2 })
    else { return [] }
    var divisions: [(artist: String, title: String)] = []
    while divisions.count < 4 {
      let parts = ArtistAndTitle(title)
      guard let next = parts.artist, let rest = parts.title else { break }
      (artist, title) = ("\(artist) - \(next)", rest)
      divisions.append((ComparedText.normalized(artist), ComparedText.normalized(title)))
    }
    return divisions
  }

  /// The names of the artists.
  var artists: Set<String> { Set(ArtistNames.all(in: written.artist ?? "").map(ComparedText.normalized)) }

  /// The title without its edition; the title if it names none.
  var stem: String { written.title.flatMap(TitleStem.of) ?? title }

  /// Whether the title is the name of the file, which programs write in place of a missing title. Few entries need it, so it is not
  /// computed for each.
  var isTitledByFile: Bool {
    let titles = [title, display].filter { !$0.isEmpty }.map(\.withoutNumbers)
    return !titles.isEmpty && locations.contains { Self.names(of: Location($0)).contains(where: titles.contains) }
  }

  /// Returns the normalized name of a file, with and without its extension.
  private static func names(of location: Location) -> [Substring] {
    [location.fileName, location.fileStem].compactMap { $0.map { ComparedText.normalized($0).withoutNumbers } }
  }
}

extension String {
  /// Normalized text without the numbers at its start, such as that of a track.
  fileprivate var withoutNumbers: Substring {
    var rest = self[...]
    while let space = rest.firstIndex(of: " "), rest[..<space].utf8.allSatisfy(\.isDigit) {
      rest = rest[rest.index(after: space)...]
    }
    return rest
  }

  /// Returns whether normalized text contains the words of another one.
  fileprivate func hasWords(of other: String) -> Bool { !other.isEmpty && " \(self) ".contains(" \(other) ") }
}
