internal import MixtapeModel
internal import PlaylistFiles

/// A file that changes can edit: that of a playlist or a podcast.
protocol EditableFile {
  associatedtype Item: FileBacked

  /// The directory that holds such files.
  static var section: Section { get }

  /// Makes the file of a new item.
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
  private var path: String { StoredFile(section: Self.section, folder: folder, name: id.rawValue).path }
}
