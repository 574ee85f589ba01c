internal import LosslessTOML
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Edits the episodes of a library file.
struct EpisodeListEditor {
  private(set) var document: TOMLDocument
  /// The values that episodes inherit from the head.
  private let inheritance: Episode.Inheritance

  private static let key = TOMLPathComponent.key(PodcastKey.episodes.rawValue)

  init(_ document: TOMLDocument, inheritance: Episode.Inheritance) {
    self.document = document
    self.inheritance = inheritance
  }

  /// Changes the episodes.
  ///
  /// - Parameters:
  ///   - incoming: The text of new episodes in other files.
  ///   - renamed: The new ids of episodes that got other ids, by their old ones.
  mutating func apply(
    from old: Podcast, to new: Podcast, copying incoming: [Episode.ID: TOMLElement] = [:],
    renamed: [Episode.ID: Episode.ID] = [:]
  ) throws(TOMLEditError) {
    var places = Dictionary(zip(old.episodes.map { renamed[$0.id] ?? $0.id }, old.episodes.indices)) { first, _ in first
    }
    for (id, place) in renamings(from: old, to: new) where incoming[id] == nil { places[id] = place }
    let edited = new.episodes.compactMap { episode in
      places[episode.id].flatMap { place in
        old.episodes[place] != episode || old.inheritance != inheritance ? (place: place, new: episode) : nil
      }
    }
    // All values are changed in two passes, because each edit reads the whole file again.
    var (assignments, removals): ([TOMLAssignment], [TOMLPath]) = ([], [])
    for (place, episode) in edited {
      let changes = try changes(from: old.episodes[place], at: place, to: episode)
      assignments += changes.assignments
      removals += changes.removals
    }
    try document.setAll(assignments)
    try document.removeAll(removals)
    try arrange(new.episodes, places, incoming)
  }

  /// Returns the places of episodes that have only another id than before, by their new ids. They keep their lines.
  private func renamings(from old: Podcast, to new: Podcast) -> [Episode.ID: Int] {
    let (before, after) = (Set(old.episodes.map(\.id)), Set(new.episodes.map(\.id)))
    let coming = new.episodes.filter { !before.contains($0.id) }
    guard !coming.isEmpty else { return [:] }
    var going: [Episode.Details: Int] = [:]
    for (place, episode) in old.episodes.enumerated() where !after.contains(episode.id) {
      going[episode.details] = going[episode.details] ?? place
    }
    var renamings: [Episode.ID: Int] = [:]
    for episode in coming { renamings[episode.id] = going.removeValue(forKey: episode.details) }
    return renamings
  }

  // MARK: One episode

  /// Returns the values to write for an episode, and the keys to remove.
  private func changes(
    from old: Episode, at place: Int, to new: Episode
  ) throws(TOMLEditError) -> (assignments: [TOMLAssignment], removals: [TOMLPath]) {
    let path = TOMLPath([Self.key, .index(place)])
    guard let table = document[path]?.table else { throw TOMLEditError(code: .noSuchValue, path: path) }
    var (assignments, removals): ([TOMLAssignment], [TOMLPath]) = ([], [])
    for key in EpisodeKey.all {
      let current = table[key.name] == nil ? nil : old.value(of: key)
      let wanted = value(of: key, in: new, standing: current)
      guard current != wanted else { continue }
      let keyPath = path.appending(.key(key.name))
      if let wanted {
        assignments.append(TOMLAssignment(keyPath, try TOMLLiteral(wanted, of: key), after: keyBefore(key, in: table)))
      } else {
        removals.append(keyPath)
      }
    }
    return (assignments, removals)
  }

  /// Returns the nearest key above the given one that an episode has.
  private func keyBefore(_ key: EpisodeKey, in table: TOMLTable) -> String? {
    EpisodeKey.all.prefix { $0 != key }.last { table[$0.name] != nil }?.name
  }

  /// Returns the value to write under a key; `nil` for an inherited value, unless the file already states it.
  private func value(
    of key: EpisodeKey, in episode: Episode, standing: Episode.FieldValue? = nil
  ) -> Episode.FieldValue? {
    let value = episode.value(of: key)
    guard case .field(let field) = key, value != standing, value == inheritance[field] else { return value }
    return nil
  }

  // MARK: The list

  private mutating func arrange(
    _ episodes: [Episode], _ places: [Episode.ID: Int], _ incoming: [Episode.ID: TOMLElement]
  ) throws(TOMLEditError) {
    let array = TOMLPath([Self.key])
    var placements: [TOMLPlacement] = []
    for episode in episodes {
      if let place = places[episode.id] {
        placements.append(.existing(place))
      } else if let element = incoming[episode.id] {
        placements.append(.copy(element))
      } else {
        placements.append(.new(.inlineTable(try table(of: episode))))
      }
    }
    if document[array] != nil { return try document.rearrange(array, as: placements) }
    guard let first = episodes.first else { return }
    try document.appendTable(try table(of: first), in: array)
    let start: TOMLPlacement = incoming[first.id] == nil ? .existing(0) : placements[0]
    try document.rearrange(array, as: [start] + placements.dropFirst())
  }

  /// Returns the table of a new episode.
  private func table(of episode: Episode) throws(TOMLEditError) -> TOMLInlineTable {
    var table: TOMLInlineTable = [:]
    for key in EpisodeKey.all {
      guard let value = value(of: key, in: episode) else { continue }
      table.entries.append(TOMLInlineTable.Entry(key: key.name, value: try TOMLLiteral(value, of: key)))
    }
    return table
  }
}

extension Episode {
  /// The values of an episode besides its id.
  fileprivate struct Details: Hashable {
    let guid, url: String?
    let published: Date?
    let fields: Fields
  }

  fileprivate var details: Details { Details(guid: guid, url: url, published: published, fields: fields) }
}

extension TOMLLiteral {
  /// Makes the literal of a value of a key: a list for a text that lists several values.
  fileprivate init(_ value: Episode.FieldValue, of key: EpisodeKey) throws(TOMLEditError) {
    guard case (.text(let text), .field(let field)) = (value, key), field.isListed,
      let values = ListedText.list(in: text)
    else {
      self = try TOMLLiteral(value)
      return
    }
    self = .array(values.map(TOMLLiteral.string))
  }

  /// Makes the literal of a field's value.
  ///
  /// - Throws: `resultInvalid` for a date that cannot be written.
  init(_ value: Episode.FieldValue) throws(TOMLEditError) {
    switch value {
    case .text(let text), .address(let text): self = .string(text)
    case .integer(let number): self = .integer(number)
    case .seconds(let seconds):
      // A whole number of seconds is written without a fraction.
      self = Int64(exactly: seconds).map(TOMLLiteral.integer) ?? .float(seconds)
    case .date(let date): self = try TOMLLiteral(date)
    }
  }

  /// Makes the literal of a point in time.
  ///
  /// - Throws: `resultInvalid` for a date that cannot be written.
  init(_ date: Date) throws(TOMLEditError) {
    guard let dateTime = TOMLDateTime(date) else { throw TOMLEditError(code: .resultInvalid, path: []) }
    self = .dateTime(dateTime)
  }
}
