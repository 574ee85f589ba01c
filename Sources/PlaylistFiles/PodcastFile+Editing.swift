public import LosslessTOML
public import MixtapeModel

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
