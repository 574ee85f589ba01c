internal import MixtapeModel

// Missing entries lose values that a format does not support. Those of other entries are in the library.

extension InterchangeFormat {
  /// Returns the values of missing entries that the format does not support.
  func missingEntryLosses(of playlist: InterchangePlaylist) -> [Loss] {
    let missing = playlist.entries.filter { $0.isMissing && isWritten($0) }
    guard !missing.isEmpty else { return [] }
    return Aspect.EntryValue.ofMissingEntries.compactMap { value in
      guard capabilities[.entry(value)] == .none else { return nil }
      let count = missing.count { $0.has(value) }
      guard count > 0 else { return nil }
      return Loss(
        .element("\(value.rawValue) of \(counted(count, "missing entry", "missing entries"))"), of: playlist.label,
        "\(title) does not support it")
    }
  }

  /// Returns the losses of a format that writes `Artist - Title`: missing entries whose artist and title would be separated at
  /// another place.
  func losses(ofArtistsIn playlist: InterchangePlaylist) -> [Loss] {
    let count = playlist.entries.count { entry in
      guard entry.isMissing, isWritten(entry), entry.artist != nil || entry.title != nil else { return false }
      let names = ArtistAndTitle(entry.titleLine.onOneLine.trimmed)
      return names.artist != entry.artist?.onOneLine.trimmed.nonEmpty
        || names.title != entry.title?.onOneLine.trimmed.nonEmpty
    }
    guard count > 0 else { return [] }
    return [
      Loss(
        .element("artist and title of \(counted(count, "missing entry", "missing entries"))"), of: playlist.label,
        "readers of \(title) separate them at the first ` - `")
    ]
  }

  /// Returns whether the format has enough values of an entry to write it.
  private func isWritten(_ entry: InterchangeEntry) -> Bool {
    if requiresLocation { return entry.locations.first?.fitsOnLine == true }
    return capabilities[.entry(.location)] != .none || (entry.guid != nil && (entry.feed ?? entry.feedGuid) != nil)
  }
}

extension InterchangeEntry {
  /// Returns whether a missing entry has a value.
  fileprivate func has(_ value: Aspect.EntryValue) -> Bool {
    switch value {
    case .location: !locations.isEmpty
    case .title: title != nil
    case .artist: artist != nil
    case .album: album != nil
    case .duration: duration != nil
    case .guid: guid != nil
    case .feed: (feed ?? feedGuid) != nil
    case .identifier: !identifiers.isEmpty
    case .episodeID, .genre, .trackNumber, .image: false
    }
  }
}

extension Aspect.EntryValue {
  /// The values that comments of missing entries contain.
  fileprivate static let ofMissingEntries: [Self] = [
    .location, .title, .artist, .album, .duration, .guid, .feed, .identifier,
  ]
}
