internal import LosslessTOML
internal import MixtapeModel

/// A file that is merged by its value.
protocol MergeableFile: Sendable {
  associatedtype Value: Equatable, Sendable
  /// The names of the keys that belong to the value, in the order of a new file.
  static var valueKeys: [String] { get }
  /// The names of the keys whose values a merge combines, so that they are never in conflict, or as a whole list.
  static var combinedKeys: [String] { get }
  /// The lossless document.
  var document: TOMLDocument { get }
  var diagnostics: [Diagnostic] { get }
  /// The value; `nil` if the file has errors.
  var value: Value? { get }
  /// Returns the file of another document.
  func with(_ document: TOMLDocument) -> Self
  /// Returns the file with another value. Everything else keeps every byte.
  ///
  /// - Parameters:
  ///   - sides: The files with the text of episodes that this one does not have.
  ///   - renamed: The ids in the value of episodes that have other ids in a file.
  func edited(
    to value: Value, copyingFrom sides: [Self], renamed: [Episode.ID: Episode.ID]
  ) throws(PlaylistFileError) -> Self
}

/// The names by which a merge matched the episodes of a podcast, in the order of each version; none for other files.
struct MergedEpisodes: Sendable {
  var base: [String] = []
  var ours: [String] = []
  var theirs: [String] = []
  var result: [String] = []
  /// The ids in the result of the episodes that have other ids in a version.
  var renamed: [Episode.ID: Episode.ID] = [:]
}

extension PlaylistFile: MergeableFile {
  static var valueKeys: [String] { PlaylistKey.allCases.map(\.rawValue) }
  static var combinedKeys: [String] { [PlaylistKey.episodes, .conditions].map(\.rawValue) }
  var value: Playlist? { playlist }

  func with(_ document: TOMLDocument) -> PlaylistFile { PlaylistFile(document: document, id: id, folder: folder) }

  func edited(
    to value: Playlist, copyingFrom sides: [PlaylistFile], renamed: [Episode.ID: Episode.ID]
  ) throws(PlaylistFileError) -> PlaylistFile { try changed(to: value) }
}

extension PodcastFile: MergeableFile {
  static var valueKeys: [String] { PodcastKey.names.filter { $0 != PodcastKey.extra.rawValue } }
  static var combinedKeys: [String] {
    [PodcastKey.episodes, .categories, .tags, .skip].map(\.rawValue) + [EpisodeKey.field(.playCount).name]
  }
  var value: Podcast? { podcast }

  func with(_ document: TOMLDocument) -> PodcastFile { PodcastFile(document: document, id: id, folder: folder) }

  func edited(
    to value: Podcast, copyingFrom sides: [PodcastFile], renamed: [Episode.ID: Episode.ID]
  ) throws(PlaylistFileError) -> PodcastFile {
    let present = Set(podcast?.episodes.map { renamed[$0.id] ?? $0.id } ?? [])
    let missing = Set(value.episodes.map(\.id)).subtracting(present)
    guard !missing.isEmpty else { return try changed(to: value, renamed: renamed) }
    // A comment above an episode can be in this file, above another one.
    let comments = Set(document.comments.map { Array(source[$0.offsets]) })
    var texts: [Episode.ID: TOMLElement] = [:]
    for side in sides {
      let ids = side.episodeIDs.filter { missing.contains(renamed[$0] ?? $0) }
      for (id, text) in side.elements(of: ids) where texts[renamed[id] ?? id] == nil {
        texts[renamed[id] ?? id] = text.without(comments)
      }
    }
    return try receiving(texts).changed(to: value, renamed: renamed)
  }
}

/// A TOML file without a meaning, such as `mixtape.toml`.
struct SettingsFile: MergeableFile {
  struct Value: Equatable {}

  static let valueKeys: [String] = []
  static let combinedKeys: [String] = []
  let document: TOMLDocument
  var diagnostics: [Diagnostic] { document.diagnostics }
  var value: Value? { document.isValid ? Value() : nil }

  func with(_ document: TOMLDocument) -> SettingsFile { SettingsFile(document: document) }

  func edited(
    to value: Value, copyingFrom sides: [SettingsFile], renamed: [Episode.ID: Episode.ID]
  ) throws(PlaylistFileError) -> SettingsFile { self }
}
