internal import LosslessTOML
public import MixtapeModel

/// The reason why the file of a new playlist cannot start from an earlier text.
public enum EarlierTextFault: Error, Hashable, Sendable {
  /// The file would be larger than the maximum.
  case tooLarge(bytes: Int)
  /// The text has errors; the value is the first one.
  case invalid(line: Int, message: String)
  /// The editor cannot turn the text into that of the new playlist.
  case notEditable
}

extension PlaylistFile {
  /// Returns the file of a new playlist, with the comments and the unknown keys of an earlier text of the file.
  ///
  /// An entry keeps its line in the earlier text, unless it needs a comment and has none.
  ///
  /// - Parameters:
  ///   - comments: The texts of comments on the lines of episodes, as for ``source(of:comments:)``.
  ///   - limit: The maximum size of the file in bytes.
  public static func new(
    _ playlist: Playlist, comments: [Int: String], basedOn text: [UInt8], atMost limit: Int = FileLimits.maximumSize
  ) throws(EarlierTextFault) -> PlaylistFile {
    guard text.count <= limit else { throw .tooLarge(bytes: text.count) }
    let earlier = PlaylistFile(parsing: text, id: playlist.id, folder: playlist.folder)
    guard let old = earlier.playlist else { throw earlier.fault }
    let result: PlaylistFile
    do {
      let document = try earlier.document.arranged(playlist.episodes, from: old.episodes) { offset, place in
        comments[offset] == nil || earlier.comment(ofEpisodeAt: place) != nil
      } new: {
        source(of: playlist.episodes, comments: comments)
      }
      result = try PlaylistFile(document: document, id: playlist.id, folder: playlist.folder).changed(to: playlist)
    } catch {
      throw .notEditable
    }
    guard result.source.count <= limit else { throw .tooLarge(bytes: result.source.count) }
    return result
  }

  /// The first error of the file.
  private var fault: EarlierTextFault {
    guard let error = diagnostics.first(where: { $0.severity == .error }) else { return .notEditable }
    let line = SourceLines(source).location(of: error.range.offsets.lowerBound).line
    return .invalid(line: line, message: error.message)
  }
}

extension TOMLDocument {
  /// Returns a playlist file with other episodes.
  ///
  /// - Parameters:
  ///   - keepsLine: Whether the episode at an offset of the new list keeps its line, which is at a place of the old list.
  ///   - new: Returns a file with the lines of the other episodes.
  fileprivate func arranged(
    _ episodes: [Episode.ID], from old: [Episode.ID], keepsLine: (_ offset: Int, _ place: Int) -> Bool,
    new: () -> [UInt8]
  ) throws(TOMLEditError) -> TOMLDocument {
    guard !old.isEmpty || !episodes.isEmpty else { return self }
    let key = PlaylistKey.episodes.rawValue
    var head = HeadEditor(self, order: PlaylistKey.namesInFiles)
    if root[key] == nil { try head.set(key, .array([])) }
    var document = try head.finished()
    var places: [Episode.ID: [Int]] = [:]
    for (place, episode) in old.enumerated().reversed() { places[episode, default: []].append(place) }
    let lines = TOMLDocument(parsing: new()).elements(of: [.key(key)])
    let placements = zip(episodes, lines).enumerated().map { offset, pair -> TOMLPlacement in
      guard let place = places[pair.0]?.popLast(), keepsLine(offset, place) else { return .copy(pair.1) }
      return .existing(place)
    }
    try document.rearrange([.key(key)], as: placements)
    return document
  }
}
