internal import FileSystem
internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// A change of several files that an editor makes: the store plans it, the editor writes the files, and the next capture of hand
/// edits commits them as one change.
public struct EditorChange: Sendable {
  /// A file of the change.
  public struct File: Hashable, Sendable {
    /// The path below the store's directory.
    public let path: String
    /// The path before the change, if it renames or moves the file.
    public let formerPath: String?
    /// The bytes before, at the former path if there is one; `nil` for a new file.
    public let old: [UInt8]?
    /// The bytes after; `nil` for a deleted file.
    public let new: [UInt8]?
  }

  /// The subject that the commit gets.
  public var subject: String { message.subject }
  /// The files that change, by path; empty if there is nothing to do.
  public let files: [File]
  let message: CommitMessage

  /// Makes a change of writes.
  ///
  /// - Parameter renamed: The former path and the new path of a file that gets another id.
  private init(_ writes: [FileWrite], renaming renamed: (old: String, new: String)?, _ message: CommitMessage) {
    let writes = writes.filter { !$0.changesNothing }
    let removed = writes.filter { $0.new == nil }
    var moved: Set<String> = []
    var files: [File] = []
    for write in writes where write.new != nil {
      let isNew = write.old == nil
      let source = removed.first { old in
        isNew && (old.path == renamed?.old ? write.path == renamed?.new : FileKey(old.path) == FileKey(write.path))
      }
      if let source { moved.insert(source.path) }
      files.append(
        File(path: write.path, formerPath: source?.path, old: source?.old ?? write.old, new: write.new))
    }
    files += removed.filter { !moved.contains($0.path) }.map {
      File(path: $0.path, formerPath: nil, old: $0.old, new: nil)
    }
    self.files = files.sorted { $0.path < $1.path }
    self.message = message
  }
}

extension EditorChange {
  /// Makes a change of a plan. See ``Store/editorChange(for:)``.
  init(_ change: PlannedChange, renaming renamed: (old: String, new: String)? = nil) throws(MixtapeError) {
    _ = try change.preview()
    for write in change.writes {
      // Of a file with errors, the plan has the version in HEAD. An editor has the text with errors.
      guard let old = write.old, case .bytes(let present) = try change.dryRun.store.load(write.path), present != old
      else { continue }
      throw .invalidFile(FileReport(checking: present, at: write.path))
    }
    self.init(change.writes, renaming: renamed, change.message)
  }

  /// Makes a change that gives something a new name in all files. See ``Store/editorChange(renaming:)``.
  init(_ renaming: Renaming, in store: Store) throws(MixtapeError) {
    let plan = try RenamingPlan(renaming, in: store)
    try self.init(plan.change, renaming: plan.moved)
  }
}

// MARK: - Renaming

/// The plan of a new name in all files.
private struct RenamingPlan {
  private let renaming: Renaming
  private let store: Store
  private let dryRun: DryRun
  private var writes: [FileWrite] = []
  private var message: CommitMessage
  /// The former path and the new path of the file that gets another id.
  private(set) var moved: (old: String, new: String)?

  var change: PlannedChange { PlannedChange(dryRun: dryRun, writes: writes, message: message) }

  init(_ renaming: Renaming, in store: Store) throws(MixtapeError) {
    (self.renaming, self.store, dryRun) = (renaming, store, try DryRun(of: store))
    message = CommitMessage("", operation: CommitMessage.editOperation)
    switch renaming {
    case .playlist(let old, let new): try rename(old, to: new)
    case .podcast(let old, let new): try rename(old, to: new)
    case .episode(let old, let name): try rename(old, named: name)
    case .tag(let old, let new):
      let planned = try dryRun.planned(.renameTag(old, to: new)).change
      (writes, message) = (planned.writes, planned.message)
    }
    try follow()
  }

  private mutating func rename(_ old: Playlist.ID, to new: Playlist.ID) throws(MixtapeError) {
    let catalog = PlaylistCatalog(store, workTree: dryRun.survey.workTree)
    _ = try catalog.existing(old)
    guard let file = try catalog.file(old), old != new else { return }
    if try catalog.isTaken(new) { throw MixtapeError(.alreadyExists, .playlist(new)) }
    move(file, to: new.rawValue)
    message = CommitMessage("Rename \(old) to \(new)", operation: CommitMessage.editOperation)
  }

  private mutating func rename(_ old: Podcast.ID, to new: Podcast.ID) throws(MixtapeError) {
    let catalog = PodcastCatalog(store, workTree: dryRun.survey.workTree)
    let podcast = try catalog.existing(old)
    guard let file = try catalog.file(old), old != new else { return }
    if try catalog.isTaken(new) { throw MixtapeError(.alreadyExists, .podcast(new)) }
    move(file, to: new.rawValue)
    message = CommitMessage(
      "Rename \(podcast.kind.rawValue) \(old) to \(new)", operation: CommitMessage.editOperation)
  }

  /// Moves a file to another name. Its text is the same, because ids are in no file.
  private mutating func move<File: EditableFile>(_ file: File, to name: String) {
    let old = SectionFile(section: File.section, folder: file.folder, name: file.id.rawValue).path
    let new = SectionFile(section: File.section, folder: file.folder, name: name).path
    writes = [
      FileWrite(path: new, old: nil, new: file.source), FileWrite(path: old, old: file.source, new: nil),
    ]
    moved = (old, new)
  }

  private mutating func rename(_ old: Episode.ID, named name: String) throws(MixtapeError) {
    let new = try Episode.ID(validating: "\(old.podcast)/\(name)")
    let catalog = PodcastCatalog(store, workTree: dryRun.survey.workTree)
    let podcast = try catalog.existing(old.podcast)
    let ids = podcast.episodes.map(\.id)
    guard ids.contains(old) else { throw MixtapeError(.notFound, .episode(old), candidates: ids.map(\.rawValue)) }
    guard old != new else { return }
    if ids.contains(new) { throw MixtapeError(.alreadyExists, .episode(new)) }
    let after = podcast.withEpisodes(podcast.episodes.map { $0.id == old ? $0.withID(new) : $0 })
    if let change = PodcastChange(from: podcast, to: after) {
      writes = try PodcastFile.writes(for: [change], file: catalog.file)
    }
    message = CommitMessage("Rename episode \(old) to \(new)", operation: CommitMessage.editOperation)
  }

  // MARK: Other files

  /// Adds the writes of the other files that have the old name.
  private mutating func follow() throws(MixtapeError) {
    guard !writes.isEmpty else { return }
    for section in [Section.playlists, .templates] {
      for file in try SectionScan(section, of: store).files.values.sorted() { try follow(file.path) }
    }
    try follow(StoreFile.name)
    let head = try dryRun.repository.head().commit
    for path in dryRun.survey.workTree.leftOut.sorted() {
      guard let source = try dryRun.repository.content(of: path, in: head) else { continue }
      if try renamed(source, at: path) != source { throw MixtapeError(.notCheckedOut, .file(path)) }
    }
  }

  private mutating func follow(_ path: String) throws(MixtapeError) {
    guard case .bytes(let source) = try store.load(path) else { return }
    let new = try renamed(source, at: path)
    guard new != source else { return }
    // The renamed playlist itself can have a rule that excludes its own episodes.
    if path == moved?.old {
      writes[0] = FileWrite(path: writes[0].path, old: nil, new: new)
    } else {
      writes.append(FileWrite(path: path, old: source, new: new))
    }
  }

  /// Returns the text of a file with the new name; the same if it does not have the old one.
  private func renamed(_ source: [UInt8], at path: String) throws(MixtapeError) -> [UInt8] {
    if path == StoreFile.name {
      do throws(TOMLEditError) {
        return try StoreFile.applying(renaming, to: source)
      } catch {
        throw .invalidFile(FileReport(checking: source, at: path))
      }
    }
    let file: PlaylistFile
    switch ParsedFile(parsing: source, at: path) {
    case .playlist(let parsed)?, .template(let parsed)?: file = parsed
    default: return source
    }
    guard file.playlist != nil else {
      if file.mentions(renaming) { throw .invalidFile(FileReport(checking: source, at: path)) }
      return source
    }
    do throws(PlaylistFileError) {
      return try file.applying(renaming).source
    } catch {
      throw MixtapeError(.saveFailed, .file(path), cause: error)
    }
  }
}
