internal import LosslessTOML
internal import MixtapeModel

/// A file that is merged by its value.
protocol MergeableFile {
  associatedtype Value: Equatable
  /// The names of the keys that belong to the value.
  static var valueKeys: [String] { get }
  /// The names of the keys whose values a merge combines, so that they are never in conflict, or as a whole list.
  static var combinedKeys: [String] { get }
  /// The lossless document.
  var document: TOMLDocument { get }
  /// The value; `nil` if the file has errors.
  var value: Value? { get }
  /// Returns the file with another value. Everything else keeps every byte.
  func edited(to value: Value) throws(PlaylistFileError) -> Self
}

extension PlaylistFile: MergeableFile {
  static var valueKeys: [String] { PlaylistKey.allCases.map(\.rawValue) }
  static var combinedKeys: [String] { [PlaylistKey.episodes, .conditions].map(\.rawValue) }
  var value: Playlist? { playlist }
  func edited(to value: Playlist) throws(PlaylistFileError) -> PlaylistFile { try changed(to: value) }
}

extension PodcastFile: MergeableFile {
  static var valueKeys: [String] { PodcastKey.names.filter { $0 != PodcastKey.extra.rawValue } }
  static var combinedKeys: [String] {
    [PodcastKey.episodes, .categories, .tags].map(\.rawValue) + [EpisodeKey.field(.playCount).name]
  }
  var value: Podcast? { podcast }
  func edited(to value: Podcast) throws(PlaylistFileError) -> PodcastFile { try changed(to: value) }
}
