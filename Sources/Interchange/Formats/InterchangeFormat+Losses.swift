internal import MixtapeModel

// The parts of playlists that get lost in a format, by its capabilities.

extension InterchangeFormat {
  /// Returns the parts of a document that the format cannot express: keys, rules, ids, folders and entries.
  public func losses(of document: InterchangeDocument) -> [Loss] {
    document.playlists.flatMap { playlist in
      generalLosses(of: playlist) + entryLosses(of: playlist) + particularLosses(of: playlist)
    }
  }

  /// Returns the losses of a format that cannot write some characters of titles.
  ///
  /// - Parameter isLost: Returns whether a character is replaced by a space.
  func losses(ofCharactersIn playlist: InterchangePlaylist, _ isLost: (Unicode.Scalar) -> Bool) -> [Loss] {
    let count = playlist.entries.count { entry in
      [entry.title, entry.artist, entry.album].contains { $0?.unicodeScalars.contains(where: isLost) ?? false }
    }
    guard count > 0 else { return [] }
    return [
      Loss(
        .element("control characters of \(counted(count, "entry", "entries"))"), of: playlist.label,
        "they become spaces in \(title)")
    ]
  }

  /// Returns the losses of a format of lines with `Artist - Title`.
  func losses(ofLinesIn playlist: InterchangePlaylist) -> [Loss] {
    losses(ofCharactersIn: playlist, \.breaksLine) + losses(ofLocationsIn: playlist) + losses(ofArtistsIn: playlist)
  }

  /// Returns the entries that a format of lines cannot write, because their paths have line breaks, or white space at the end.
  private func losses(ofLocationsIn playlist: InterchangePlaylist) -> [Loss] {
    playlist.entries.compactMap { entry in
      guard let location = entry.locations.first, !location.fitsOnLine else { return nil }
      let reason =
        location.breaksLine
        ? "its address has control characters, which \(title) cannot contain"
        : "its address ends with white space, which readers of \(title) remove"
      return Loss(.entry(entry.episode?.rawValue ?? entry.display.onOneLine), of: playlist.label, reason)
    }
  }

  private func generalLosses(of playlist: InterchangePlaylist) -> [Loss] {
    let label = playlist.label
    var losses: [Loss] = []
    if let id = playlist.id, capabilities[.id] == .none, playlist.name.flatMap(Playlist.ID.init(suggestedBy:)) != id {
      losses.append(Loss(.id, of: label, "\(title) has no ids; an import makes one from the name"))
    }
    if !playlist.folders.isEmpty, capabilities[.folders] == .none {
      losses.append(Loss(.folder, of: label, "\(title) has no folders"))
    }
    for key in playlist.keysInUse where capabilities[.key(key)] == .none {
      let reason =
        key.part == .criteria && capabilities[.key(.episodes)] != .none
        ? "\(title) does not support rules; the episodes that they find now are written"
        : "\(title) does not support it"
      losses.append(Loss(.key(key), of: label, reason))
    }
    if capabilities[.fileText] == .none {
      losses += playlist.fileParts.map { part in
        Loss(.element(part), of: label, "\(title) does not support \(part.hasSuffix("s") ? "them" : "it")")
      }
    }
    return losses
  }

  private func entryLosses(of playlist: InterchangePlaylist) -> [Loss] {
    let label = playlist.label
    if capabilities[.key(.episodes)] == .none {
      let picked = playlist.entries.count { !$0.isFound }
      guard picked > 0 else { return [] }
      return [
        Loss(.key(.episodes), of: label, "\(title) supports only rules, and no hand-picked episodes (\(picked))")
      ]
    }
    let missing = missingEntryLosses(of: playlist)
    guard requiresLocation else { return missing }
    return playlist.entries.filter(\.locations.isEmpty).map { entry in
      Loss(.entry(entry.episode?.rawValue ?? entry.display), of: label, "it has no address, and \(title) needs one")
    } + missing
  }

  /// Whether entries without an address or a path cannot be written.
  var requiresLocation: Bool {
    guard capabilities[.entry(.episodeID)] == .none else { return false }
    return switch capabilities[.entry(.location)] {
    case .full, .partial: true
    case .inExtension, .none: false
    }
  }
}

extension InterchangePlaylist {
  /// The id or the name of the playlist, for reports.
  public var label: String? { id?.rawValue ?? name }

  /// The keys with a value, in order. The entries are checked one by one.
  var keysInUse: [PlaylistKey] {
    PlaylistKey.allCases.filter { key in
      switch key {
      case .name: name != nil
      case .description: description?.isEmpty == false
      case .episodes: false
      default: keys[key] != nil
      }
    }
  }
}

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
  fileprivate func losses(ofArtistsIn playlist: InterchangePlaylist) -> [Loss] {
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
