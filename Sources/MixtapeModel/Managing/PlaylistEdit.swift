/// An edit of the head of a playlist.
public enum PlaylistEdit: Hashable, Sendable {
  /// The name. The id stays.
  case name(String)
  /// The description; an empty text removes it.
  case description(String)
  /// A setting for the player.
  case setting(PlaybackSettings.Setting)
  /// The folder to move it to.
  case folder(Folder)
}

extension Playlist {
  /// Returns a copy with edits applied in order.
  ///
  /// - Throws: ``MixtapeError/Code/invalidName`` for an invalid name.
  public func applying(_ edits: [PlaylistEdit]) throws(MixtapeError) -> Playlist {
    var playlist = self
    for edit in edits { playlist = try playlist.applying(edit) }
    return playlist
  }

  private func applying(_ edit: PlaylistEdit) throws(MixtapeError) -> Playlist {
    switch edit {
    case .name(let name): try withName(name)
    case .description(let text): withDescription(text)
    case .setting(let setting): with(setting)
    case .folder(let folder): withFolder(folder)
    }
  }
}

extension Playlist {
  /// Returns a copy without rules, whose entries end with the episodes that the rules have found.
  package func frozen(with found: [Episode.ID]) -> Playlist {
    let added = found.filter(Set(found).subtracting(episodes).contains)
    // A seed has an effect without rules, so it stays.
    guard isSmart || !added.isEmpty else { return self }
    return withEpisodes(episodes + added).withCriteria(SmartCriteria())
  }
}

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
