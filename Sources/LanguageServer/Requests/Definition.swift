internal import FileSystem
internal import LosslessTOML
internal import MixtapeModel
internal import MixtapeStore
internal import PlaylistFiles
internal import SystemPackage

/// The place that a name in a file leads to.
struct DefinitionTarget {
  let path: FilePath
  /// The name of the episode in a library file; `nil` for the start of the file.
  let episode: String?

  /// Returns the bytes of the file.
  func readFile() throws(FileAccess.Failure) -> [UInt8] { try FileAccess.read(path, atMost: FileLimits.maximumSize) }

  /// Returns the range of the place in the text of the file.
  func range(in source: [UInt8]) -> Range<Int> {
    guard let episode, let episodes = TOMLDocument(parsing: source).root["episodes"]?.array else { return 0..<0 }
    return episodes.lazy.compactMap { $0.table?["id"] }.first { $0.string == episode }?.range.offsets ?? 0..<0
  }
}

extension OpenDocument {
  /// Returns the place of the episode or the playlist that is named at an offset.
  func definition(at offset: Int) throws(MixtapeError) -> DefinitionTarget? {
    guard let store else { return nil }
    if let mention = episodeMention(at: offset) {
      return try store.path(of: mention.id.podcast).map { DefinitionTarget(path: $0, episode: mention.id.name) }
    }
    guard
      let playlist = namedPlaylists.first(where: { $0.range.lowerBound <= offset && offset <= $0.range.upperBound })
    else { return nil }
    return try store.path(of: playlist.id).map { DefinitionTarget(path: $0, episode: nil) }
  }
}
