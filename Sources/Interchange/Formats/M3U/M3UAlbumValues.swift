/// The directives for artist, album and genre. Some programs write them once for the whole list, others before each
/// entry. So a value applies to all entries if it occurs only at the top.
struct M3UAlbumValues {
  struct Values {
    var artist, album, genre: String?
  }

  private var head = Values()
  private var stated: [Int: Values] = [:]
  private var next = Values()

  mutating func set(_ value: WritableKeyPath<Values, String?>, _ text: String, at index: Int, isHead: Bool) {
    guard !text.isEmpty else { return }
    if isHead { head[keyPath: value] = text } else { next[keyPath: value] = text }
  }

  /// Drops the values for the next entry.
  mutating func dropNext() { next = Values() }

  mutating func finishEntry(_ index: Int) {
    guard next.artist != nil || next.album != nil || next.genre != nil else { return }
    stated[index] = next
    next = Values()
  }

  /// Gives the values to the entries. Entries keep an artist and an album of their own, because an album can have several artists.
  ///
  /// - Returns: The directives whose values no entry has, once for each.
  func apply(to entries: inout [InterchangeEntry]) -> [String] {
    guard !entries.isEmpty else { return [] }
    let artists = apply(\.artist, to: &entries) { entry, artist in
      if let own = entry.artist { return own == artist }
      if let title = entry.title, title.hasPrefix("\(artist) - ") {
        entry.title = String(title.dropFirst(artist.count + 3))
      }
      entry.artist = artist
      return true
    }
    let albums = apply(\.album, to: &entries) { entry, album in
      entry.album = entry.album ?? album
      return entry.album == album
    }
    let genres = apply(\.genre, to: &entries) { entry, genre in
      entry.genre = genre
      return true
    }
    return [("#EXTART", artists), ("#EXTALB", albums), ("#EXTGENRE", genres)].flatMap {
      repeatElement($0.0, count: $0.1)
    }
  }

  /// Gives a value to the entries.
  ///
  /// - Parameter take: Gives it to an entry, and returns whether the entry has it then.
  /// - Returns: The number of values that no entry has.
  private func apply(
    _ value: KeyPath<Values, String?>, to entries: inout [InterchangeEntry],
    _ take: (inout InterchangeEntry, String) -> Bool
  ) -> Int {
    let isStatedLater = stated.contains { $0.value[keyPath: value] != nil }
    var lost = 0
    if let text = head[keyPath: value] {
      let reach = isStatedLater ? entries.indices.prefix(1) : entries.indices[...]
      let takers = reach.count { take(&entries[$0], text) }
      if takers == 0 { lost += 1 }
    }
    for (index, values) in stated {
      if let text = values[keyPath: value], !take(&entries[index], text) { lost += 1 }
    }
    return lost
  }
}
