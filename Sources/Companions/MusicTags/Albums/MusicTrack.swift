internal import MixtapeModel
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A music file that was read.
package struct MusicTrack: Hashable, Sendable {
  /// The file.
  package let file: MusicFile
  /// The content.
  package let content: FileTags
  /// The properties that the path shows.
  let place: PathTraits

  /// Makes a track.
  package init(_ file: MusicFile, _ content: FileTags) {
    self.file = file
    self.content = content
    place = PathTraits(of: file.path)
  }

  /// The tags.
  var tags: TrackTags { content.tags }

  /// Returns the track as a part of an album of several discs: the disc in the title of its album is the number of its disc.
  func withoutDiscInAlbum() -> MusicTrack {
    guard let album = tags.album else { return self }
    var tags = tags
    tags.album = DiscName.withoutDisc(album)
    tags.discNumber = disc
    return MusicTrack(
      file, FileTags(tags: tags, size: content.size, digest: content.digest, doubtfulText: content.doubtfulText))
  }

  /// Returns the fields of the episode. Title, artist, track and disc come from the path if the tags lack them.
  ///
  /// - Parameter album: The title of the album for a track without one; `nil` for the name of the directory.
  func fields(inAlbum album: String?) -> Episode.Fields {
    var fields = Episode.Fields()
    fields[.title] = .text(title)
    fields[.artist] = artist.map(Episode.FieldValue.text)
    fields[.albumArtist] = tags.albumArtist.map(Episode.FieldValue.text)
    fields[.album] = (tags.album ?? album ?? place.album).map(Episode.FieldValue.text)
    fields[.genre] = tags.genre.map(Episode.FieldValue.text)
    fields[.composer] = tags.composer.map(Episode.FieldValue.text)
    fields[.fileFormat] = file.path.extension.map { .text($0.lowercased()) }
    fields[.year] = tags.year.map(Episode.FieldValue.integer)
    fields[.originalYear] = tags.originalYear.map(Episode.FieldValue.integer)
    fields[.identifier] = tags.recordingAddress.map(Episode.FieldValue.text)
    fields[.bpm] = tags.bpm.map(Episode.FieldValue.integer)
    fields[.rating] = tags.rating.map(Episode.FieldValue.integer)
    fields[.playCount] = tags.playCount.map(Episode.FieldValue.integer)
    fields[.trackNumber] = track.map(Episode.FieldValue.integer)
    fields[.discNumber] = disc.map(Episode.FieldValue.integer)
    fields[.bitrate] = tags.bitrate.map(Episode.FieldValue.integer)
    fields[.sampleRate] = tags.sampleRate.map(Episode.FieldValue.integer)
    fields[.fileSize] = .integer(content.size)
    fields[.duration] = tags.duration.map(Episode.FieldValue.seconds)
    fields[.dateModified] = .date(file.version.dateModified)
    fields[.lastPlayedAt] = tags.lastPlayedAt.map(Episode.FieldValue.date)
    return fields
  }

  /// The title.
  var title: String { tags.title ?? place.title }

  /// The artist.
  var artist: String? { tags.artist ?? place.artist }

  /// The number of the track.
  var track: Int64? { tags.trackNumber ?? place.track }

  /// The number of the disc. The directory of a disc counts more than a tag of 1, as the title does.
  var disc: Int64? {
    let tag = tags.discNumber ?? 1
    let number = tag > 1 ? tag : place.disc ?? tags.discNumber ?? (tags.trackNumber == nil ? place.discInName : nil)
    return AlbumTitle.disc(number, inAlbum: tags.album)
  }

  /// Returns whether a track comes before another one of the album: by disc, track, and the natural order of names without case.
  /// Tracks without a number come last.
  static func precedes(_ left: MusicTrack, _ right: MusicTrack) -> Bool {
    let (l, r) = ((left.disc ?? 1, left.track ?? .max), (right.disc ?? 1, right.track ?? .max))
    if l != r { return l < r }
    let (path, other) = (left.file.path.string, right.file.path.string)
    let (name, otherName) = (path.lowercased(), other.lowercased())
    return name == otherName ? path.utf8.lexicographicallyPrecedes(other.utf8) : NaturalOrder.precedes(name, otherName)
  }
}

extension FileStamp {
  /// The time, as the library has it.
  fileprivate var dateModified: Date { Date(timeIntervalSince1970: Double(seconds)) }

  /// Returns whether an episode has the size and the time of this version. The history can bring back those of another one.
  func isThat(of episode: Episode) -> Bool {
    guard case .integer(let bytes)? = episode.fields[.fileSize] else { return false }
    return UInt32(truncatingIfNeeded: bytes) == size && episode.fields[.dateModified] == .date(dateModified)
  }
}

/// The properties of a track that its path shows. They replace missing tags.
struct PathTraits: Hashable {
  /// The directory of the album: that of the file, or the one above directories such as `CD 2`. For `Weather (Disc 2)`, it is
  /// `Weather` beside it.
  let directory: FilePath
  /// The number in the name of a directory such as `CD 2` or `Weather (Disc 2)`.
  let disc: Int64?
  /// The disc in a file name such as `2-03 Rain.flac`.
  let discInName: Int64?
  /// The leading number of the file name.
  let track: Int64?
  /// The artist in a file name such as `03 - Ann - Rain.flac`, if a directory names the artist, too: `Ann`, `Ann/Weather` or
  /// `Ann - Weather`.
  let artist: String?
  /// The file name without its leading number, its artist and its extension.
  let title: String

  /// Takes an absolute path apart.
  init(of path: FilePath) {
    let (parent, name) = Self.split(path)
    (directory, disc) = Self.albumAndDisc(ofDirectory: parent)
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let rest: String
    (discInName, track, rest) = Self.parts(of: dot == name.startIndex ? name : String(name[..<dot]))
    (artist, title) = Self.artistAndTitle(in: rest, directory)
  }

  /// Splits a path before its last name.
  static func split(_ path: FilePath) -> (directory: FilePath, name: String) {
    (path.removingLastComponent(), path.lastComponent?.string ?? "")
  }

  /// Returns the directory of the album and the number of the disc of files in a directory.
  static func albumAndDisc(ofDirectory path: FilePath) -> (directory: FilePath, disc: Int64?) {
    let (parent, name) = split(path)
    if let number = DiscName.number(in: name) { return (parent, number) }
    if let (album, number) = DiscName.albumAndDisc(in: name) { return (parent.appending(album), number) }
    return (path, nil)
  }

  /// The name of the album's directory, as a title.
  var album: String? { TagText.cleaned(Self.split(directory).name) }

  /// Splits `03 - Rain`, `03. Rain`, `03_rain` and `2-03 Rain`. A name that is only a number, or has more than three digits at its
  /// start, is a title.
  private static func parts(of stem: String) -> (disc: Int64?, track: Int64?, title: String) {
    let whole = TagText.cleaned(stem) ?? "untitled"
    guard let (first, afterFirst) = leadingNumber(whole[...]), first.count <= 3 else { return (nil, nil, whole) }
    if first.count == 1, afterFirst.first == "-", let (second, rest) = leadingNumber(afterFirst.dropFirst()),
      second.count == 2, let title = title(rest)
    {
      return (Int64(first), Int64(second), title)
    }
    guard let number = Int64(first), number > 0, let title = title(afterFirst) else { return (nil, nil, whole) }
    return (nil, number, title)
  }

  /// Splits `Ann - Rain`, if the directory or the one above it names the artist, too.
  private static func artistAndTitle(in name: String, _ directory: FilePath) -> (artist: String?, title: String) {
    let parts = name.split(separator: " - ", maxSplits: 1).map { String($0).trimmingBlanks }
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return (nil, name) }
    let (parent, album) = split(directory)
    let artist = parts[0].lowercased()
    let isConfirmed =
      album.lowercased() == artist || album.lowercased().hasPrefix(artist + " - ")
      || split(parent).name.lowercased() == artist
    guard isConfirmed else { return (nil, name) }
    return (parts[0], parts[1])
  }

  private static func leadingNumber(_ text: Substring) -> (Substring, rest: Substring)? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    return digits.isEmpty ? nil : (digits, text.dropFirst(digits.count))
  }

  /// Returns the title after a number and a separator; `nil` without a separator or a title.
  private static func title(_ rest: Substring) -> String? {
    guard let first = rest.first, " -_.)".contains(first) else { return nil }
    let title = rest.drop { " -_.)".contains($0) }
    return title.isEmpty ? nil : String(title)
  }
}
