internal import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The tags and the properties of a music file, as far as the file has them.
public struct TrackTags: Hashable, Sendable {
  /// The title.
  public var title: String?
  /// The artist of the track; several as a ``ListedText``, as for all people and for genres.
  public var artist: String?
  /// The artist of the album.
  public var albumArtist: String?
  /// The title of the album.
  public var album: String?
  /// The genre.
  public var genre: String?
  /// The composer.
  public var composer: String?
  /// The year of the release.
  public var year: Int64?
  /// The year of the first release, which is that of the release if the file does not say it.
  public var originalYear: Int64?
  /// The tempo in beats per minute.
  public var bpm: Int64?
  /// The rating, 1 to 5. In tags, 0 means no rating.
  public var rating: Int64?
  /// The number of plays that another player has counted.
  public var playCount: Int64?
  /// The time of the last play that another player has written.
  public var lastPlayedAt: Date?
  /// The number of the track on its disc.
  public var trackNumber: Int64?
  /// The number of the disc.
  public var discNumber: Int64?
  /// The bitrate in kbit/s.
  public var bitrate: Int64?
  /// The sample rate in Hz.
  public var sampleRate: Int64?
  /// The playing time in seconds.
  public var duration: Double?
  /// Whether the file says that it is part of a compilation.
  public var isCompilation = false
  /// The MusicBrainz id of the release.
  public var releaseID: String?
  /// The address at MusicBrainz of the track or, without one, of the recording. It identifies the track wherever its file is.
  public var musicBrainzAddress: String?
  /// The address at MusicBrainz of the recording, if ``musicBrainzAddress`` is that of the track.
  public var recordingAddress: String?

  /// Makes tags without values.
  public init() {}
}
