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

/// An entry of a new playlist, and its line in an earlier text of the playlist file.
public struct EarlierEntry: Sendable {
  /// The id that the entry had in the earlier text.
  public let earlierID: Episode.ID
  /// The comment that its line must have, as for ``PlaylistFile/source(of:comments:)``; `nil` for any comment or none.
  public let comment: String?

  /// Makes an entry.
  public init(_ earlierID: Episode.ID, comment: String?) {
    self.earlierID = earlierID
    self.comment = comment
  }
}

extension PlaylistFile {
  /// Returns the file of a new playlist, with the comments and the unknown keys of an earlier text of the file.
  ///
  /// An entry keeps its line in the earlier text, also with another id. If it needs a comment, its own comment goes above the line.
  ///
  /// - Parameters:
  ///   - entries: The entries of the playlist, in order.
  ///   - isGenerated: Returns whether a comment describes an entry, and is not by a user. An entry keeps it only with its id.
  ///   - limit: The maximum size of the file in bytes.
  public static func new(
    _ playlist: Playlist, _ entries: [EarlierEntry], basedOn text: [UInt8],
    isGenerated: (_ comment: String) -> Bool = { _ in false }, atMost limit: Int = FileLimits.maximumSize
  ) throws(EarlierTextFault) -> PlaylistFile {
    guard text.count <= limit else { throw .tooLarge(bytes: text.count) }
    let earlier = PlaylistFile(parsing: text, id: playlist.id, folder: playlist.folder)
    guard let old = earlier.playlist else { throw earlier.fault }
    let result: PlaylistFile
    do {
      let document = try EntryArrangement(of: playlist.episodes, entries, in: earlier, old.episodes, isGenerated)
        .document
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

/// The lines of an earlier text, arranged for new entries.
private struct EntryArrangement {
  /// The earlier document with the new entries.
  private(set) var document: TOMLDocument
  private var placements: [TOMLPlacement] = []
  private var renamings: [TOMLAssignment] = []

  init(
    of episodes: [Episode.ID], _ entries: [EarlierEntry], in earlier: PlaylistFile, _ old: [Episode.ID],
    _ isGenerated: (String) -> Bool
  ) throws(TOMLEditError) {
    document = earlier.document
    guard !old.isEmpty || !episodes.isEmpty else { return }
    let key = PlaylistKey.episodes.rawValue
    var head = HeadEditor(document, order: PlaylistKey.namesInFiles)
    if document.root[key] == nil { try head.set(key, .array([])) }
    document = try head.finished()
    var places: [Episode.ID: [Int]] = [:]
    for (place, episode) in old.enumerated().reversed() { places[episode, default: []].append(place) }
    let comments = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($0, $1.comment) }).compactMapValues(
      \.self)
    let lines = TOMLDocument(parsing: PlaylistFile.source(of: episodes, comments: comments)).elements(of: [.key(key)])
    for (line, (episode, entry)) in zip(lines, zip(episodes, entries)) {
      guard let place = places[entry.earlierID]?.popLast() else {
        placements.append(.copy(line))
        continue
      }
      let comment = earlier.comment(ofEpisodeAt: place)
      let isDescription = comment.map(isGenerated) ?? false
      if isDescription ? entry.earlierID == episode : entry.comment == nil {
        placements.append(.existing(place))
        if entry.earlierID != episode {
          renamings.append(TOMLAssignment([.key(key), .index(place)], .string(episode.rawValue)))
        }
      } else if let comment, !isDescription {
        placements.append(.copy(line.below(comment: comment)))
      } else {
        placements.append(.copy(line))
      }
    }
    try document.setAll(renamings)
    try document.rearrange([.key(key)], as: placements)
  }
}
