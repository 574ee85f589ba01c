public import LosslessTOML
public import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension PodcastFile {
  /// Returns the file of a new podcast or album.
  public static func new(_ podcast: Podcast) throws(PlaylistFileError) -> PodcastFile {
    let kind = podcast.kind == .podcast ? "" : "kind = \"\(podcast.kind.rawValue)\"\n"
    let skeleton = PodcastFile(parsing: Array("\(kind)title = \"-\"\n".utf8), id: podcast.id, folder: podcast.folder)
    return try skeleton.changed(to: podcast)
  }

  /// Returns the file with the keys changed that differ. Everything else keeps every byte.
  ///
  /// Episodes are matched by id. An episode that stays keeps its lines and comments, also if it moves; a removed one is
  /// removed with them. Inherited values are not written. A new episode that is `incoming` keeps its text in the other file.
  ///
  /// - Parameter renamed: The new ids of episodes that got other ids, by their old ones. They keep their lines and comments.
  public func changed(
    to target: Podcast, renamed: [Episode.ID: Episode.ID] = [:]
  ) throws(PlaylistFileError) -> PodcastFile {
    guard let podcast else { throw PlaylistFileError(code: .fileHasErrors, cause: nil) }
    let edited: TOMLDocument
    do {
      var editor = EpisodeListEditor(try headEdited(from: podcast, to: target), inheritance: target.inheritance)
      try editor.apply(from: podcast, to: target, copying: incoming, renamed: renamed)
      edited = editor.document
    } catch {
      throw PlaylistFileError(code: .editFailed, cause: error)
    }
    let result = try PodcastFile(document: edited, id: target.id, folder: target.folder)
      .withCopies(of: Set(incoming.keys), as: target)
    guard result.podcast == target else { throw PlaylistFileError(code: .differentMeaning, cause: nil) }
    return result
  }

  /// Returns the file with its copied episodes as they are in a podcast. The same text can have another meaning in another
  /// file, because episodes inherit values.
  private func withCopies(of ids: Set<Episode.ID>, as target: Podcast) throws(PlaylistFileError) -> PodcastFile {
    guard !ids.isEmpty, let podcast, podcast != target else { return self }
    do {
      var editor = EpisodeListEditor(document, inheritance: target.inheritance)
      try editor.apply(from: podcast, to: target)
      return PodcastFile(document: editor.document, id: id, folder: folder)
    } catch {
      throw PlaylistFileError(code: .editFailed, cause: error)
    }
  }

  /// Returns the text of episodes, for a file that gets them. A file with errors gives no text.
  public func elements(of ids: Set<Episode.ID>) -> [Episode.ID: TOMLElement] {
    guard let podcast else { return [:] }
    let elements = document.elements(of: [.key(PodcastKey.episodes.rawValue)])
    return Dictionary(zip(podcast.episodes.map(\.id), elements).filter { ids.contains($0.0) }) { first, _ in first }
  }

  /// Returns the file, which writes some new episodes with their text in other files.
  ///
  /// - Parameter incoming: The text of the episodes, by the ids that they get in this file.
  public func receiving(_ incoming: [Episode.ID: TOMLElement]) -> PodcastFile {
    var copy = self
    copy.incoming = incoming
    return copy
  }

  /// Returns the document with its head changed.
  private func headEdited(from old: Podcast, to new: Podcast) throws(TOMLEditError) -> TOMLDocument {
    var head = HeadEditor(document, order: PodcastKey.names)
    if old.kind != new.kind { try head.set(.kind, .string(new.kind.rawValue)) }
    if old.title != new.title { try head.set(.title, .string(new.title)) }
    if old.author != new.author { try head.set(.author, new.author.map(TOMLLiteral.string)) }
    if old.feed != new.feed { try head.set(.feed, new.feed.map(TOMLLiteral.string)) }
    if old.guid != new.guid { try head.set(.guid, new.guid.map(TOMLLiteral.string)) }
    if old.artwork != new.artwork { try head.set(.artwork, new.artwork.map(TOMLLiteral.string)) }
    if old.description != new.description { try head.set(.description, new.description.map(TOMLLiteral.string)) }
    if old.notes != new.notes { try head.set(.notes, new.notes.map(TOMLLiteral.string)) }
    try head.setList(.categories, from: old.categories, to: new.categories)
    try head.setList(.tags, from: old.tags, to: new.tags)
    // Without the key, a podcast with a feed is subscribed.
    let subscribed = document.root[PodcastKey.subscribed.rawValue]?.boolean ?? (new.feed != nil)
    if subscribed != new.subscribed { try head.set(.subscribed, .boolean(new.subscribed)) }
    for (key, before, after) in [
      (PodcastKey.dateAdded, old.dateAdded, new.dateAdded), (.newSince, old.newSince, new.newSince),
    ] where before != after {
      try head.set(key, try after.map { (date) throws(TOMLEditError) in try .init(date) })
    }
    try head.setList(.skip, from: old.skip, to: new.skip)
    return try head.finished()
  }
}

extension HeadEditor {
  fileprivate mutating func set(_ key: PodcastKey, _ literal: TOMLLiteral?) throws(TOMLEditError) {
    try set(key.rawValue, literal)
  }

  fileprivate mutating func setList(_ key: PodcastKey, from old: [String], to new: [String]) throws(TOMLEditError) {
    try setList(key.rawValue, from: old, to: new, onOneLine: true)
  }
}

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

extension TOMLDateTime {
  /// Makes the value of a point in time: only a date if it is the first instant of a day in UTC; otherwise date and
  /// time in UTC, with a fraction of a second if needed. Returns `nil` outside the years 0 to 9999.
  init?(_ date: Date) {
    guard let day = CalendarDay(of: date) else { return nil }
    self.init(day.start == date ? day.description : RuleDate.instant(date).description)
  }
}
