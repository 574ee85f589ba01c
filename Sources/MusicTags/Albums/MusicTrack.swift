internal import MixtapeModel
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A music file that was read.
public struct MusicTrack: Hashable, Sendable {
  /// The file.
  public let file: MusicFile
  /// The content.
  public let content: FileTags
  /// The properties that the path shows.
  let place: PathTraits

  /// Makes a track.
  public init(_ file: MusicFile, _ content: FileTags) {
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

extension FileVersion {
  /// The time, as the library has it.
  fileprivate var dateModified: Date { Date(timeIntervalSince1970: Double(seconds)) }

  /// Returns whether an episode has the size and the time of this version. The history can bring back those of another one.
  func isThat(of episode: Episode) -> Bool {
    guard case .integer(let bytes)? = episode.fields[.fileSize] else { return false }
    return UInt32(truncatingIfNeeded: bytes) == size && episode.fields[.dateModified] == .date(dateModified)
  }
}
