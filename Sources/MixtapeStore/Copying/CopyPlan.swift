internal import FileSystem
public import Interchange
public import MixtapeModel
public import SystemPackage

/// The copies that a place gets and loses, and its lists.
public struct CopyPlan {
  /// A file to copy.
  public struct Addition: Sendable {
    /// The path below the directory.
    public var path: String { place.text }
    /// The number of bytes.
    public var bytes: Int { source.bytes }

    let place: PortablePath
    let source: CopySources.File
    let copy: CopyRecord.Copy
    let isReplacement: Bool
  }

  /// A copy to remove.
  public struct Removal: Sendable {
    /// The path below the directory.
    public var path: String { place.text }
    /// The number of bytes.
    public let bytes: Int

    let place: PortablePath
    let copy: CopyRecord.Copy
  }

  /// A playlist for the place.
  struct List {
    let playlist: Playlist
    let items: [PlaylistExporter.Item]
    let name: PortablePath
  }

  /// The directory of the place.
  public var directory: FilePath { target.named }
  /// The files to copy, in order of their paths.
  public private(set) var additions: [Addition] = []
  /// The copies that no list of the place needs any more, in order of their paths.
  public private(set) var removals: [Removal] = []
  /// The number of files that are there already.
  public var presentCount: Int { present.count }
  /// The files that are not copied, because another file has their path.
  public var occupied: [FilePath] { blocked.map { target.named.pushing(FilePath($0.text)) } }
  /// The episodes of the lists without a sound file on this machine or at the place, in order of their ids.
  public private(set) var withoutFile: [Episode.ID] = []
  /// The number of playlists.
  public var listCount: Int { lists.count }

  let target: CopyDirectory
  /// Whether copies and lists that no playlist needs stay, because not all playlists could be read.
  let keepsOthers: Bool
  /// Whether the lists keep episodes that are only on the web.
  private let keepsAddresses: Bool
  /// The files that Mixtape has made and that stay, as far as they are up to date.
  private(set) var record = CopyRecord()
  private(set) var lists: [List] = []
  /// The files that are up to date, also those of others.
  private(set) var present: Set<PortablePath> = []
  /// The paths at which another file is, in order.
  private var blocked: [PortablePath] = []
  private(set) var paths: [Episode.ID: PortablePath] = [:]

  init(
    _ lists: [List], in target: CopyDirectory, _ record: CopyRecord, _ sources: CopySources, tree directory: FilePath?,
    keepsOthers: Bool, keepsAddresses: Bool
  ) throws(CopyError) {
    self.target = target
    self.lists = lists
    self.keepsOthers = keepsOthers
    self.keepsAddresses = keepsAddresses
    let episodes = Dictionary(
      lists.flatMap(\.items).map { ($0.id, $0.episode) }, uniquingKeysWith: { first, _ in first })
    var paths: [Episode.ID: FilePath] = [:]
    for case (let id, let episode?) in episodes { paths[id] = sources.path(of: episode) }
    let owners = Dictionary(paths.map { ($0.value, $0.key.podcast) }, uniquingKeysWith: { min($0, $1) })
    let tree = CopyTree(of: owners, in: directory)
    (self.record.lists, self.record.store) = (record.lists, record.store)
    try addRemovals(of: record, unlessIn: Set(tree.branches.values.map(\.path)))
    let removed = Set(removals.map(\.place.foldedText))
    for (source, branch) in tree.branches.sorted(by: { $0.value.path.text < $1.value.path.text }) {
      // On a file system without case, a copy that is removed before can have the path.
      let found = removed.contains(branch.path.foldedText) ? .nothing : try target.item(at: branch.path)
      add(branch, sources.file(at: source), record.copies[branch.path], found)
    }
    // An episode whose path is blocked has a file.
    let known = present.union(additions.map(\.place)).union(blocked)
    self.paths = paths.compactMapValues { tree.branches[$0]?.path }.filter { known.contains($0.value) }
    withoutFile = episodes.filter { self.paths[$0.key] == nil && !isKeptAddress($0.value) }.keys.sorted()
  }

  private mutating func addRemovals(
    of record: CopyRecord, unlessIn wanted: Set<PortablePath>
  ) throws(CopyError) {
    for (path, copy) in record.copies.sorted(by: { $0.key.text < $1.key.text }) where !wanted.contains(path) {
      // A file of another size is not the copy any more.
      guard case .file(let bytes) = try target.item(at: path), copy.isCopy(ofSize: bytes) else { continue }
      if keepsOthers {
        self.record.copies[path] = copy
      } else {
        removals.append(Removal(bytes: bytes, place: path, copy: copy))
      }
    }
  }

  /// Adds a copy: it is there, it is made, or nothing can be done.
  ///
  /// - Parameters:
  ///   - source: The file to copy; `nil` if it is missing now, perhaps because its disk is not mounted.
  ///   - recorded: The facts about the last copy.
  ///   - found: The item at its path.
  private mutating func add(
    _ branch: CopyTree.Branch, _ source: CopySources.File?, _ recorded: CopyRecord.Copy?, _ found: CopyDirectory.Found
  ) {
    let path = branch.path
    let copy = source.map { CopyRecord.Copy(of: $0, wanted: branch.wanted) }
    switch found {
    case .file(let bytes) where recorded?.bytes == bytes && (copy == nil || copy == recorded):
      present.insert(path)
      record.copies[path] = recorded
    case .file(let bytes) where recorded?.isCopy(ofSize: bytes) != true && (source == nil || source?.bytes == bytes):
      // Somebody has copied it by hand, so Mixtape never removes it.
      present.insert(path)
    case .nothing: addAddition(path, source, copy, isReplacement: false)
    case .file(let bytes) where recorded?.isCopy(ofSize: bytes) == true:
      record.copies[path] = recorded
      addAddition(path, source, copy, isReplacement: true)
    case .file, .other: blocked.append(path)
    }
  }

  private mutating func addAddition(
    _ path: PortablePath, _ source: CopySources.File?, _ copy: CopyRecord.Copy?, isReplacement: Bool
  ) {
    guard let source, let copy else { return }
    additions.append(Addition(place: path, source: source, copy: copy, isReplacement: isReplacement))
  }

  /// Returns the episodes of a playlist as they are at the place after the plan was carried out; none if the plan does not have it.
  public func exportedItems(of playlist: Playlist.ID) -> [PlaylistExporter.Item] {
    let list = lists.first { $0.playlist.id == playlist }
    return list.map { exportedItems(of: $0, available: present.union(additions.map(\.place))) } ?? []
  }

  /// Returns the episodes of a playlist that its list at the place does not contain, in order.
  public func leftOut(of playlist: Playlist.ID) -> [Episode.ID] {
    let kept = Set(exportedItems(of: playlist).map(\.id))
    return (lists.first { $0.playlist.id == playlist }?.items ?? []).map(\.id).filter { !kept.contains($0) }
  }

  /// Returns the items of a list as they are at the place: with the paths of their copies.
  func exportedItems(of list: List, available: Set<PortablePath>) -> [PlaylistExporter.Item] {
    list.items.compactMap { item in
      if let path = paths[item.id], available.contains(path) {
        var item = item
        item.copy = target.named.pushing(FilePath(path.text)).string
        return item
      }
      return isKeptAddress(item.episode) ? item : nil
    }
  }

  private func isKeptAddress(_ episode: Episode?) -> Bool {
    keepsAddresses && episode?.url.map { Location($0).kind == .address } ?? false
  }
}

/// The paths of copies below the directory of a place, by the paths of their sources.
///
/// Files below the source directory of the place keep their tree. Others, as downloads, get a directory of their podcast or album. The
/// paths depend only on the sources, so the next run finds the same ones.
struct CopyTree {
  /// A copy of a source.
  struct Branch {
    let path: PortablePath
    /// The path before it was made portable, which is the same on all machines.
    let wanted: String
  }

  private(set) var branches: [FilePath: Branch] = [:]

  /// Makes the paths of copies.
  ///
  /// - Parameters:
  ///   - sources: The sources, each with a podcast or an album that has it.
  ///   - directory: The directory whose tree is kept.
  init(of sources: [FilePath: Podcast.ID], in directory: FilePath?) {
    let directory = directory?.lexicallyNormalized()
    var taken: Set<String> = []
    // By bytes: two names can differ only in their Unicode form.
    for (source, podcast) in sources.sorted(by: { $0.key.string.utf8.lexicographicallyPrecedes($1.key.string.utf8) }) {
      let names = Self.names(of: source.lexicallyNormalized(), podcast, in: directory)
      let path = PortablePath(names)
      var (free, number) = (path, 1)
      while !taken.insert(free.foldedText).inserted {
        number += 1
        free = path.numbered(number)
      }
      branches[source] = Branch(path: free, wanted: names.joined(separator: "/"))
    }
  }

  private static func names(of source: FilePath, _ podcast: Podcast.ID, in directory: FilePath?) -> [String] {
    let names = source.components.map(\.string)
    if let directory, source.starts(with: directory), source != directory {
      return Array(names.dropFirst(directory.components.count))
    }
    return [podcast.rawValue] + names.suffix(1)
  }
}

/// The sound files of this machine that can be copied to places.
public struct CopySources {
  private let download: (Episode) -> FilePath?
  private let extensions: Set<String>

  /// Makes sources.
  ///
  /// - Parameters:
  ///   - extensions: The extensions of sound files, in lower case. A library may come from somebody else, who could name any file of
  ///     this machine in it. So no other files are copied.
  ///   - download: Returns the path that the download of an episode has, or would have; `nil` if it cannot be downloaded.
  public init(extensions: Set<String>, download: @escaping (Episode) -> FilePath?) {
    self.extensions = extensions
    self.download = download
  }

  /// A sound file.
  struct File {
    let path: FilePath
    let bytes: Int
    let modified: FileStatus.Time
  }

  /// Returns the path of the sound of an episode on this machine, which need not exist; `nil` if it is only on the web.
  func path(of episode: Episode) -> FilePath? {
    if let path = download(episode) { return path }
    guard let path = episode.url.flatMap({ Location($0).path }), path.hasPrefix("/"), !path.contains("\0") else {
      return nil
    }
    return FilePath(path)
  }

  /// Returns the sound file at a path; `nil` for a missing or unreadable file, and for any other kind of file.
  func file(at path: FilePath) -> File? {
    do throws(Errno) {
      let path = try SystemCalls.resolved(path)
      guard extensions.contains(path.extension?.lowercased() ?? ""), let bytes = try SystemCalls.fileSize(of: path),
        let status = try FileStatus(of: path)
      else { return nil }
      return File(path: path, bytes: bytes, modified: status.modified)
    } catch {
      return nil
    }
  }
}
