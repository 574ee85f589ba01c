/// An episode that takes the place of an entry of a playlist.
public struct EntryReplacement: Hashable, Sendable {
  /// The offset of the entry in the playlist, counted from 0. The same id can stand for different entries.
  public let offset: Int
  /// The id of the entry. If the playlist has another one at the offset, nothing is replaced.
  public let entry: Episode.ID
  /// The episode that takes the place.
  public let episode: Episode.ID

  /// Makes a replacement.
  public init(at offset: Int, of entry: Episode.ID, by episode: Episode.ID) {
    self.offset = offset
    self.entry = entry
    self.episode = episode
  }
}

extension Playlist {
  /// Returns the new episodes by their offsets, without replacements of entries that are no longer at their offsets.
  package func newEpisodes(of replacements: [EntryReplacement]) -> [Int: Episode.ID] {
    let valid = replacements.filter { episodes.indices.contains($0.offset) && episodes[$0.offset] == $0.entry }
    return Dictionary(valid.map { ($0.offset, $0.episode) }) { _, last in last }
  }
}
