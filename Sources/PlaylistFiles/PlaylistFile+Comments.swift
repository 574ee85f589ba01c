internal import LosslessTOML
public import MixtapeModel

extension PlaylistFile {
  /// Returns the bytes that the file of a new playlist starts from: its episodes, with comments on the lines of some.
  ///
  /// - Parameter comments: The texts without `#`, by the offsets of the episodes. They must not contain line ends or other control
  ///   characters.
  public static func source(of episodes: [Episode.ID], comments: [Int: String]) -> [UInt8] {
    var source = Array("name = \"-\"\n\nepisodes = [\n".utf8)
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
    return source
  }

  /// Returns the bytes that the file of a new playlist starts from, with the other parts of an earlier text of the file.
  ///
  /// An entry keeps its line in the earlier text, unless it needs a comment and has none. If the earlier text has errors, it is
  /// not used.
  public static func source(of episodes: [Episode.ID], comments: [Int: String], basedOn text: [UInt8]?) -> [UInt8] {
    let plain = source(of: episodes, comments: comments)
    guard let text, let id = Playlist.ID(rawValue: "playlist") else { return plain }
    let earlier = PlaylistFile(parsing: text, id: id)
    guard let old = earlier.playlist?.episodes else { return plain }
    if old.isEmpty && episodes.isEmpty { return text }
    var places: [Episode.ID: [Int]] = [:]
    for (place, episode) in old.enumerated().reversed() { places[episode, default: []].append(place) }
    let array: TOMLPath = [.key(PlaylistKey.episodes.rawValue)]
    let new = TOMLDocument(parsing: plain).elements(of: array)
    let placements = zip(episodes, new).enumerated().map { offset, pair -> TOMLPlacement in
      guard let place = places[pair.0]?.popLast() else { return .copy(pair.1) }
      if comments[offset] != nil, earlier.comment(ofEpisodeAt: place) == nil { return .copy(pair.1) }
      return .existing(place)
    }
    do throws(TOMLEditError) {
      var document = earlier.document
      try document.rearrange(array, as: placements)
      return document.source
    } catch {
      // The earlier text has no list that can be changed.
      return plain
    }
  }

  /// Returns the comment after an episode on its line, without `#`; `nil` without a comment.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  public func comment(ofEpisodeAt offset: Int) -> String? {
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
        let text = source[(index + 1)...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(decoding: text, as: UTF8.self)
      default: return nil
      }
    }
    return nil
  }
}
