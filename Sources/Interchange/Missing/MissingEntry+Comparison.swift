extension MissingEntry {
  /// Returns whether an entry that was exported from this one still has its values, as far as elements keep them.
  ///
  /// Otherwise, another program has edited the entry.
  public func isShown(by exported: InterchangeEntry) -> Bool {
    ElementText.isSame(entry.title, exported.title) && ElementText.isSame(entry.artist, exported.artist)
      && ElementText.isSame(entry.album, exported.album)
      && hasIdentifiers(of: exported) && abs((entry.duration ?? -1) - (exported.duration ?? -1)) < 0.002
      && hasLocation(of: exported)
  }

  private func hasIdentifiers(of exported: InterchangeEntry) -> Bool {
    entry.identifiers.count == exported.identifiers.count
      && zip(entry.identifiers, exported.identifiers).allSatisfy { ElementText.isSame($0, $1) }
  }

  private func hasLocation(of exported: InterchangeEntry) -> Bool {
    guard let own = entry.locations.first, let other = exported.locations.first else {
      return entry.locations.isEmpty && exported.locations.isEmpty
    }
    let (first, second) = (Location(own), Location(other))
    switch (first.kind, second.kind) {
    case (.address, .address): return AddressKey.whole(own) == AddressKey.whole(other)
    case (.absolutePath(let path), .absolutePath(let otherPath)):
      return Location.normalized(path) == Location.normalized(otherPath)
    // An export can make a path relative to a directory.
    case (.absolutePath, .relativePath), (.relativePath, .relativePath): return first.fileName == second.fileName
    default: return false
    }
  }
}
