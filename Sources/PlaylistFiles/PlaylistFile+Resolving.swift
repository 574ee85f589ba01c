internal import LosslessTOML
public import MixtapeModel

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
