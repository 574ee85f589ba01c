internal import LosslessTOML
public import MixtapeModel

extension PlaylistFile {
  /// Returns the bytes that the file of a new playlist starts from: its episodes, with comments on the lines of some.
  ///
  /// - Parameters:
  ///   - comments: The texts without `#`, by the offsets of the episodes. They must not contain line ends or other control
  ///     characters.
  ///   - rules: Comments about rules, as `comments`. They stand above the rules, or above the episodes of a playlist without rules.
  ///   - isSmart: Whether the playlist has rules.
  public static func source(
    of episodes: [Episode.ID], comments: [Int: String], rules: [String] = [], isSmart: Bool = false
  ) -> [UInt8] {
    let aboutRules = Array(rules.map { "# \($0)\n" }.joined().utf8)
    var source = Array("name = \"-\"\n\n".utf8)
    if !isSmart { source += aboutRules }
    source += "episodes = [\n".utf8
    for (offset, episode) in episodes.enumerated() {
      // Ids have no characters that need escapes.
      source += "  \"".utf8
      source += episode.rawValue.utf8
      source += "\",".utf8
      if let comment = comments[offset] {
        source += "  # ".utf8
        source += comment.utf8
      }
      source.append(UInt8(ascii: "\n"))
    }
    source += "]\n".utf8
    if isSmart, !rules.isEmpty { source += aboutRules + "conditions = [\n]\n".utf8 }
    return source
  }

  /// Returns the comment after an episode on its line, without `#`; `nil` without a comment.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  public func comment(ofEpisodeAt offset: Int) -> String? {
    rangeOfComment(ofEpisodeAt: offset).map { String(decoding: source[$0].dropFirst(), as: UTF8.self) }
  }

  /// Returns the place of the comment after an episode on its line; `nil` without a comment.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  func rangeOfComment(ofEpisodeAt offset: Int) -> Range<Int>? {
    guard episodeRanges.indices.contains(offset) else { return nil }
    var index = episodeRanges[offset].upperBound
    var hasComma = false
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"): index += 1
      case UInt8(ascii: ",") where !hasComma:
        hasComma = true
        index += 1
      case UInt8(ascii: "#"):
        let text = source[index...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return index..<text.endIndex
      default: return nil
      }
    }
    return nil
  }
}

extension PlaylistFile {
  /// An episode in the place of a missing entry.
  struct Resolution: Hashable, Sendable {
    let episode: Episode.ID
    /// The comment on the line, without `#`; `nil` for none.
    let comment: String?
  }

  /// Returns a copy that replaces episodes in place when it is changed to a playlist that has them, with other comments on their
  /// lines. All other comments and lines stay.
  ///
  /// - Parameters:
  ///   - replacements: The new episodes by the offsets of the old ones.
  ///   - comment: Returns the new comment of a line, without `#`; `nil` for none.
  public func resolving(
    _ replacements: [Int: Episode.ID], comment: (_ old: String) -> String?
  ) -> PlaylistFile {
    var copy = self
    for (offset, new) in replacements {
      copy.resolutions[offset] = Resolution(episode: new, comment: self.comment(ofEpisodeAt: offset).flatMap(comment))
    }
    return copy
  }

  /// The file with the episodes replaced.
  var resolved: PlaylistFile {
    var bytes: [UInt8] = []
    var end = 0
    for (offset, resolution) in resolutions.sorted(by: { $0.key < $1.key }) {
      let entry = episodeRanges[offset]
      bytes += source[end..<entry.lowerBound]
      // Ids have no characters that need escapes.
      bytes += "\"\(resolution.episode.rawValue)\"".utf8
      end = entry.upperBound
      guard let comment = rangeOfComment(ofEpisodeAt: offset) else { continue }
      var start = comment.lowerBound
      if resolution.comment == nil {
        while start > end, source[start - 1] == UInt8(ascii: " ") || source[start - 1] == UInt8(ascii: "\t") {
          start -= 1
        }
      }
      bytes += source[end..<start]
      if let text = resolution.comment { bytes += "#\(text)".utf8 }
      end = comment.upperBound
    }
    return PlaylistFile(parsing: bytes + source[end...], id: id, folder: folder)
  }
}

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

/// The comment on the line of an entry in an earlier text.
public enum EarlierComment: Hashable, Sendable {
  /// A comment by a user.
  case own
  /// A description of a missing entry. It is current if the new entry has its values. It can contain text of a user.
  case description(isCurrent: Bool, ownText: String?)
}

extension PlaylistFile {
  /// Returns the file of a new playlist, with the comments and the unknown keys of an earlier text of the file.
  ///
  /// An entry keeps its line in the earlier text, also with another id. If it needs a comment, its own comment goes above the line.
  ///
  /// - Parameters:
  ///   - entries: The entries of the playlist, in order.
  ///   - kind: Returns the kind of the comment of the entry at an offset. An entry keeps a description only with its id and its
  ///     values.
  ///   - limit: The maximum size of the file in bytes.
  public static func new(
    _ playlist: Playlist, _ entries: [EarlierEntry], basedOn text: [UInt8],
    kind: (_ comment: String, _ offset: Int) -> EarlierComment = { _, _ in .own },
    atMost limit: Int = FileLimits.maximumSize
  ) throws(EarlierTextFault) -> PlaylistFile {
    guard text.count <= limit else { throw .tooLarge(bytes: text.count) }
    let earlier = PlaylistFile(parsing: text, id: playlist.id, folder: playlist.folder)
    guard let old = earlier.playlist else { throw earlier.fault }
    let result: PlaylistFile
    do {
      let document = try EntryArrangement(of: playlist.episodes, entries, in: earlier, old.episodes, kind).document
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
    _ kind: (String, Int) -> EarlierComment
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
    for (offset, (line, (episode, entry))) in zip(lines, zip(episodes, entries)).enumerated() {
      guard let place = places[entry.earlierID]?.popLast() else {
        placements.append(.copy(line))
        continue
      }
      let comment = earlier.comment(ofEpisodeAt: place)
      switch comment.map({ kind($0, offset) }) {
      case .description(let isCurrent, let ownText):
        let keepsLine = isCurrent && entry.earlierID == episode
        placements.append(keepsLine ? .existing(place) : .copy(ownText.map { line.below(comment: " \($0)") } ?? line))
      case .own where entry.comment != nil: placements.append(.copy(line.below(comment: comment ?? "")))
      case .own, nil:
        guard entry.comment == nil else {
          placements.append(.copy(line))
          continue
        }
        placements.append(.existing(place))
        if entry.earlierID != episode {
          renamings.append(TOMLAssignment([.key(key), .index(place)], .string(episode.rawValue)))
        }
      }
    }
    try document.setAll(renamings)
    try document.rearrange([.key(key)], as: placements)
  }
}
