internal import GitHistory
internal import Interchange
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// The playlists that plans use, read from the store's files.
struct PlaylistCatalog: Catalog {
  private let store: Store
  private let reader: StoreReader

  init(_ store: Store, workTree: WorkTreeState?) {
    self.store = store
    self.reader = StoreReader(store, workTree: workTree)
  }

  func item(_ id: Playlist.ID) throws(MixtapeError) -> Playlist? { try reader.playlistFile(id)?.playlist }
  func isTaken(_ id: Playlist.ID) throws(MixtapeError) -> Bool { try reader.locate(.playlist(id)) != nil }
  func ids() throws(MixtapeError) -> [Playlist.ID] { try store.playlistIDs() }
  func names() throws(MixtapeError) -> Set<String> { Set(try store.summaries().map(\.name)) }
  func items() throws(MixtapeError) -> [Playlist] { try store.playlists() }
  func folders() throws(MixtapeError) -> [Folder] { try store.folders() }

  func file(_ id: Playlist.ID) throws(MixtapeError) -> PlaylistFile? { try reader.playlistFile(id) }

  /// Returns the writes of a plan. Entries that are no longer missing lose their descriptions, and keep text of the user.
  ///
  /// - Parameter templates: The templates of the files of new playlists, in the order of the plan.
  func writes(
    for plan: PlaylistPlan, startingFrom templates: [Template] = []
  ) throws(MixtapeError) -> [FileWrite] {
    let bases = try bases(of: plan, startingFrom: templates)
    return try PlaylistFile.writes(
      for: plan.changes,
      file: { (id) throws(MixtapeError) in
        let file = try file(id)
        guard case .resolve(let replacements) = plan.operation, let file, let playlist = file.playlist else {
          return file
        }
        return file.resolving(playlist.newEpisodes(of: replacements[id] ?? [])) { comment in
          MissingEntry(comment: comment) == nil ? comment : MissingEntry.ownText(in: comment).map { " \($0)" }
        }
      }, bases: bases)
  }

  /// Returns the files that the files of new playlists start from, by the ids of the new ones.
  private func bases(
    of plan: PlaylistPlan, startingFrom templates: [Template]
  ) throws(MixtapeError) -> [Playlist.ID: PlaylistFile] {
    var bases: [Playlist.ID: PlaylistFile] = [:]
    for (change, template) in zip(plan.changes, templates) {
      guard case .created(let playlist) = change else { continue }
      bases[playlist.id] = PlaylistFile(parsing: template.source, id: playlist.id, folder: playlist.folder)
    }
    if let original = plan.original, let copy = plan.after { bases[copy.id] = try file(original) }
    return bases
  }

  /// Returns the changes of playlists that hold episodes with new ids: each entry follows in its place.
  func changes(following renamed: [Episode.ID: Episode.ID]) throws(MixtapeError) -> [PlaylistChange] {
    guard !renamed.isEmpty else { return [] }
    let changes = try store.summaries(containing: Array(renamed.keys)).held.keys.sorted().map {
      (id) throws(MixtapeError) in
      let before = try existing(id)
      return PlaylistChange(from: before, to: before.withEpisodes(before.episodes.map { renamed[$0] ?? $0 }))
    }
    return changes.compactMap(\.self)
  }
}

/// The podcasts that plans use, read from the store's files.
struct PodcastCatalog: Catalog {
  private let store: Store
  private let workTree: WorkTreeState?
  private let reader: StoreReader
  private let history: PodcastEditHistory

  init(_ store: Store, workTree: WorkTreeState?) {
    self.store = store
    self.workTree = workTree
    self.reader = StoreReader(store, workTree: workTree)
    history = PodcastEditHistory(of: store)
  }

  func item(_ id: Podcast.ID) throws(MixtapeError) -> Podcast? { try reader.podcastFile(id)?.podcast }
  func isTaken(_ id: Podcast.ID) throws(MixtapeError) -> Bool { try reader.locate(.podcast(id)) != nil }
  func items() throws(MixtapeError) -> [Podcast] { try store.podcasts() }

  func ids() throws(MixtapeError) -> [Podcast.ID] { try store.library.ids() }
  func folders() throws(MixtapeError) -> [Folder] { try store.library.folders() }

  func edits(of id: Podcast.ID) throws(MixtapeError) -> [PodcastChange] {
    guard let place = try reader.locate(.podcast(id)), let file = try reader.podcastFile(id) else { return [] }
    return try history.edits(of: file, at: place.path)
  }

  /// Returns the writes of a plan. Episodes that move to another podcast take their text along.
  func writes(for plan: PodcastPlan) throws(MixtapeError) -> [FileWrite] {
    var incoming: [Episode.ID: TOMLElement] = [:]
    let moved = plan.renamed.filter { $0.key.podcast != $0.value.podcast }
    for (podcast, ids) in Dictionary(grouping: moved.keys, by: \.podcast) {
      let elements = try file(podcast)?.elements(of: Set(ids)) ?? [:]
      for (id, element) in elements { if let new = moved[id] { incoming[new] = element } }
    }
    return try PodcastFile.writes(for: plan.changes) { (id) throws(MixtapeError) in
      try file(id)?.receiving(incoming.filter { $0.key.podcast == id })
    }
  }

  /// Returns the writes of a plan, and the changes of playlists that hold episodes with new ids.
  func writesWithFollowers(
    for plan: PodcastPlan
  ) throws(MixtapeError) -> (writes: [FileWrite], followers: [PlaylistChange]) {
    let playlists = PlaylistCatalog(store, workTree: workTree)
    let followers = try playlists.changes(following: plan.renamed)
    let writes =
      try writes(for: plan)
      + PlaylistFile.writes(for: followers, file: playlists.file, renamed: plan.renamed)
    return (writes, followers)
  }

  func file(_ id: Podcast.ID) throws(MixtapeError) -> PodcastFile? { try reader.podcastFile(id) }
}

/// A file that changes can edit: that of a playlist or a podcast.
protocol EditableFile {
  associatedtype Item: FileBacked

  /// The directory that holds such files.
  static var section: Section { get }

  static func new(_ item: Item) throws(PlaylistFileError) -> Self

  var id: FileID<Item> { get }
  var folder: Folder { get }
  var source: [UInt8] { get }

  /// Returns the file with only those keys changed that differ.
  ///
  /// - Parameter renamed: The new ids of episodes, by their old ones. Entries in lists follow with their comments.
  func edited(to item: Item, renamed: [Episode.ID: Episode.ID]) throws(PlaylistFileError) -> Self
}

extension PlaylistFile: EditableFile {
  static var section: Section { .playlists }

  func edited(
    to playlist: Playlist, renamed: [Episode.ID: Episode.ID]
  ) throws(PlaylistFileError) -> PlaylistFile {
    try changed(to: playlist, renamed: renamed)
  }
}

extension PodcastFile: EditableFile {
  static var section: Section { .library }

  func edited(to podcast: Podcast, renamed: [Episode.ID: Episode.ID]) throws(PlaylistFileError) -> PodcastFile {
    try changed(to: podcast)
  }
}

extension EditableFile {
  /// Returns the writes of a change, each with the present bytes and the new ones.
  ///
  /// - Parameters:
  ///   - file: Returns the present file of an id.
  ///   - bases: The files that new files start from, by the ids of the new ones; none to start from scratch.
  ///   - renamed: The new ids of episodes, by their old ones.
  static func writes(
    for changes: [ItemChange<Item>], file: (FileID<Item>) throws(MixtapeError) -> Self?,
    bases: [FileID<Item>: Self] = [:], renamed: [Episode.ID: Episode.ID] = [:]
  ) throws(MixtapeError) -> [FileWrite] {
    var writes: [FileWrite] = []
    for change in changes {
      writes += try Self.writes(for: change, file: file, basis: bases[change.item.id], renamed: renamed)
    }
    return writes
  }

  private static func writes(
    for change: ItemChange<Item>, file: (FileID<Item>) throws(MixtapeError) -> Self?, basis: Self?,
    renamed: [Episode.ID: Episode.ID]
  ) throws(MixtapeError) -> [FileWrite] {
    let source = try change.before.flatMap { (before) throws(MixtapeError) in try file(before.id) }
    let result = try change.after.map { (after) throws(MixtapeError) in
      try edited(source ?? basis, to: after, renamed: renamed)
    }
    var writes: [FileWrite] = []
    if let result {
      let old = source?.path == result.path ? source?.source : nil
      writes.append(FileWrite(path: result.path, old: old, new: result.source))
    }
    if let source, source.path != result?.path {
      writes.append(FileWrite(path: source.path, old: source.source, new: nil))
    }
    return writes
  }

  private static func edited(
    _ file: Self?, to item: Item, renamed: [Episode.ID: Episode.ID]
  ) throws(MixtapeError) -> Self {
    do throws(PlaylistFileError) {
      return if let file { try file.edited(to: item, renamed: renamed) } else { try .new(item) }
    } catch {
      throw MixtapeError(.saveFailed, Item.subject(item.id), cause: error)
    }
  }

  /// The path below the store's directory.
  private var path: String { SectionFile(section: Self.section, folder: folder, name: id.rawValue).path }
}
