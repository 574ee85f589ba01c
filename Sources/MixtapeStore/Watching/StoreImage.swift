internal import LosslessTOML
internal import MixtapeLibrary
internal import MixtapeModel

/// The known state of the files of a store. It turns readings of files into events.
///
/// Playlists are identified by id, so that one that moves to another folder stays the same. A file that has errors,
/// or shares its id with another, changes nothing: its last version stays until the errors are corrected, or the file
/// is deleted.
struct StoreImage {
  /// The bytes of every file with a valid and unique name.
  private(set) var sources: [String: [UInt8]] = [:]
  /// The problems of files with valid names.
  private var textFaults: [String: FileReport] = [:]
  /// The problems of names: invalid ids, duplicates, links.
  private var nameFaults: [Section: [String: FileReport]] = [:]
  /// The paths of the files of each item.
  private var places: [FileKey: Set<String>] = [:]
  /// The last version of each item without errors.
  private var versions: [FileKey: FileSource] = [:]

  /// The changes since the last ``takeChange()`` that can affect rules.
  private var change = LibraryChange()

  var faults: [String: FileReport] {
    nameFaults.values.reduce(textFaults) { $0.merging($1) { text, _ in text } }
  }

  /// Applies readings of files, and the problems of names in the scanned sections.
  ///
  /// - Returns: The new events: first new and corrected errors, in order of path, then changes, in order of id.
  mutating func apply(
    _ readings: [FileReading], nameFaults newNameFaults: [Section: [String: FileReport]] = [:]
  ) -> [StoreEvent] {
    var paths = Set(readings.map(\.path))
    for (section, reports) in newNameFaults {
      paths.formUnion(reports.keys.map(\.self) + (nameFaults[section] ?? [:]).keys)
    }
    let ordered = paths.sorted()
    let before = ordered.map(fault)
    nameFaults.merge(newNameFaults) { $1 }
    // Deleted paths are removed first, so that a move to another folder is one change.
    for reading in readings where reading.source == nil { forget(reading.path) }
    for reading in readings { note(reading) }
    var events = zip(ordered, before).compactMap { faultEvent($0, before: $1) }
    let playlists = Dictionary(readings.map { ($0.path, $0.playlist) }, uniquingKeysWith: { $1 })
    let items = Set(ordered.compactMap(FileKey.init(watched:))).sorted()
    let earlier = Dictionary(items.compactMap { versions[$0] }.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    for item in items {
      if let event = update(item, playlists) { events.append(event) }
    }
    return joiningRenamed(events, earlier)
  }

  /// Returns the events with one for each playlist or podcast that was renamed: its content has another id now. It can be edited, too.
  ///
  /// - Parameter earlier: The last versions of the items before the events, by path.
  private func joiningRenamed(_ events: [StoreEvent], _ earlier: [String: FileSource]) -> [StoreEvent] {
    var (removed, created) = ([(number: Int, file: FileSource)](), [(number: Int, file: FileSource)]())
    for (number, event) in events.enumerated() {
      switch event {
      // Templates do not count towards the number of compared files.
      case .file(_, let path) where StoreItem(path: path) == nil: continue
      case .playlist(.deleted, let path), .file(.deleted, let path):
        if let file = earlier[path] { removed.append((number, file)) }
      case .playlist(.created, let path), .file(.created, let path):
        if let bytes = sources[path] { created.append((number, FileSource(path: path, bytes: bytes))) }
      default: continue
      }
    }
    var (joined, gone) = (events, Set<Int>())
    for pair in SimilarFiles.renamings(removed: removed.map(\.file), added: created.map(\.file)) {
      let (before, after) = (removed[pair.removed], created[pair.added])
      guard let event = Self.renaming(from: before.file, to: after.file) else { continue }
      joined[after.number] = event
      gone.insert(before.number)
    }
    return joined.indices.filter { !gone.contains($0) }.map { joined[$0] }
  }

  /// Returns the event of a renamed playlist or podcast; `nil` for other files.
  private static func renaming(from old: FileSource, to new: FileSource) -> StoreEvent? {
    switch (old.content, new.content) {
    case (.playlist(let before), .playlist(let after)): .renamed(from: before, to: after, path: new.path)
    case (.podcast(let before), .podcast(let after)):
      .podcast(PodcastDifference(from: before, to: after), .renamed, path: new.path)
    default: nil
    }
  }

  /// Returns the changes since the last call that can affect rules.
  mutating func takeChange() -> LibraryChange {
    defer { change = LibraryChange() }
    return change
  }

  /// Uses an earlier version of a file that has had errors from the start.
  mutating func substitute(_ reading: FileReading) {
    guard let item = FileKey(watched: reading.path), let source = reading.source, reading.fault == nil else { return }
    versions[item] = FileSource(path: reading.path, bytes: source)
  }

  private func fault(at path: String) -> FileReport? {
    textFaults[path] ?? Section(containing: path).flatMap { nameFaults[$0]?[path] }
  }

  private mutating func forget(_ path: String) {
    sources[path] = nil
    textFaults[path] = nil
    if let item = FileKey(watched: path) { places[item]?.remove(path) }
  }

  private mutating func note(_ reading: FileReading) {
    guard let source = reading.source else { return }
    sources[reading.path] = source
    textFaults[reading.path] = reading.fault
    if let item = FileKey(watched: reading.path) { places[item, default: []].insert(reading.path) }
  }

  private func faultEvent(_ path: String, before: FileReport?) -> StoreEvent? {
    switch (before, fault(at: path)) {
    case (nil, nil): nil
    case (_, let after?): before?.messages == after.messages ? nil : .invalid(after)
    case (_?, nil) where sources[path] != nil: .fixed(path: path)
    // The errors of a deleted or renamed file were not corrected. If it had a version without errors, that version is deleted.
    case (_?, nil):
      isFile(path) && FileKey(watched: path).map { versions[$0] == nil } == true ? .file(.deleted, path: path) : nil
    }
  }

  /// Returns whether a path is that of a playlist, a library file or a template, also with an invalid name.
  private func isFile(_ path: String) -> Bool { path.hasSuffix(SectionFile.suffix) && Section(containing: path) != nil }

  /// Updates the last version of an item. Files that were just read are not parsed again.
  private mutating func update(_ item: FileKey, _ playlists: [String: Playlist?]) -> StoreEvent? {
    let old = versions[item]
    guard let path = places[item]?.first, let source = sources[path] else {
      guard let old, !isBlocked(item) else { return nil }
      versions[item] = nil
      places[item] = nil
      return event(item, from: old, to: nil, nil)
    }
    guard textFaults[path] == nil else { return nil }
    let new = FileSource(path: path, bytes: source)
    versions[item] = new
    return event(item, from: old, to: new, playlists[path] ?? nil)
  }

  /// Returns whether an item's file exists but cannot be used.
  private func isBlocked(_ item: FileKey) -> Bool {
    (item.section.flatMap { nameFaults[$0] } ?? [:]).keys.contains { FileKey(watched: $0) == item }
  }

  private mutating func event(
    _ item: FileKey, from old: FileSource?, to new: FileSource?, _ playlist: Playlist?
  ) -> StoreEvent? {
    guard old?.path != new?.path || old?.bytes != new?.bytes, let path = new?.path ?? old?.path else { return nil }
    var (podcastBefore, podcastAfter): (Podcast?, Podcast?) = (nil, nil)
    if item.section == .library {
      if let old, let new {
        (podcastBefore, podcastAfter) = (old.content?.podcast, new.content?.podcast)
        change.note(podcastBefore, podcastAfter)
      } else {
        change.hasOtherEpisodes = true
      }
    }
    if item.section == .playlists {
      let before = old?.content?.playlist
      let after = playlist ?? new?.content?.playlist
      if let change = PlaylistChange(from: before, to: after) {
        self.change.playlists.insert(change.item.id)
        return .playlist(change, path: path)
      }
    }
    let kind: HandEdit.Kind =
      if old == nil { .created } else if new == nil { .deleted } else if old?.path != new?.path { .moved } else {
        .edited
      }
    guard let podcastBefore, let podcastAfter, podcastBefore != podcastAfter else { return .file(kind, path: path) }
    return .podcast(PodcastDifference(from: podcastBefore, to: podcastAfter), kind, path: path)
  }
}

extension FileKey {
  /// The key of a watched file: a playlist, a podcast or a template in any folder, or a single file such as `mixtape.toml`; `nil` for
  /// a file in a section with an invalid path.
  fileprivate init?(watched path: String) {
    guard Section(containing: path) == nil || SectionFile(path: path) != nil else { return nil }
    self.init(path)
  }
}

extension FileReport {
  /// The messages without their places. An error that only moves is not reported again.
  fileprivate var messages: [String] { diagnostics.filter { $0.severity == .error }.map(\.message) }
}

extension LibraryChange {
  /// Adds the changed fields that all episodes of a podcast share.
  private mutating func noteHead(_ before: Podcast, _ after: Podcast) {
    if before.folder != after.folder { fields.insert(.folder) }
    if before.kind != after.kind { fields.insert(.kind) }
    if before.feed != after.feed { fields.insert(.feed) }
    if before.tags != after.tags { fields.insert(.tag) }
    if before.categories != after.categories { fields.insert(.category) }
  }

  /// Adds the changes of a podcast.
  ///
  /// - Complexity: O(the number of its episodes).
  mutating func note(_ before: Podcast?, _ after: Podcast?) {
    guard let before, let after else {
      hasOtherEpisodes = true
      return
    }
    let earlier = Dictionary(before.episodes.map { ($0.id, $0) }) { first, _ in first }
    if Set(earlier.keys) != Set(after.episodes.map(\.id)) { hasOtherEpisodes = true }
    for episode in after.episodes {
      guard let old = earlier[episode.id], old != episode else { continue }
      fields.formUnion(
        TrackField.allCases.filter { old.fields[$0] != episode.fields[$0] }.map { RuleField($0) ?? .title })
      if old.published != episode.published { fields.insert(.published) }
    }
    // Searches also use the title of the podcast.
    if before.title != after.title { fields.insert(.album) }
    noteHead(before, after)
  }
}
