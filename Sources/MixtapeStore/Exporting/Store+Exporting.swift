internal import FileSystem
public import Interchange
internal import LosslessTOML
internal import MixtapeLibrary
public import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

/// Playlists for other programs.
extension Store {
  /// Returns the episodes of a playlist for an export: first those picked by hand, then those that its rules find.
  ///
  /// - Throws: ``MixtapeError/Code/library`` if its rules cannot be run.
  /// - Complexity: That of ``contents(of:)``.
  public func exportedItems(of playlist: Playlist) throws(MixtapeError) -> [PlaylistExporter.Item] {
    let (contents, episodes, _) = try contents(of: playlist) { $0.entries.map(\.id) }
    let described = Dictionary(try describedEntries(in: playlist.id).map { ($0.offset, $0) }) { first, _ in first }
    // Hand-picked episodes come first, so they have the same offsets as in the file.
    return contents.entries.enumerated().map { offset, entry in
      let description = described[offset].flatMap { $0.id == entry.id && entry.origin != .found ? $0.comment : nil }
      return PlaylistExporter.Item(
        id: entry.id, episode: episodes[entry.id], isFound: entry.origin == .found, comment: description)
    }
  }

  /// Returns the text of a playlist file, if it has comments, unknown keys or escapes, which no key expresses; else `nil`.
  public func exportedText(of id: Playlist.ID) throws(MixtapeError) -> PlaylistExporter.FileText? {
    try StoreReader(self, notifies: false).playlistFile(id).flatMap(PlaylistExporter.FileText.init)
  }

  /// The names of the places for exports in `mixtape.toml`: `car` for `[export.car]`.
  public var exportPlaces: [String] { settings.exports.compactMap(\.name) }

  /// Returns the format of a place for exports, and the way to write paths there; `nil` if there is no such place.
  public func exportPlace(_ name: String) -> (format: any InterchangeFormat, paths: ExportedPaths)? {
    settings.exports.first { $0.name == name }.map { ($0.interchangeFormat, $0.exportedPaths(of: self)) }
  }

  /// Brings the exported playlists up to date because time has passed, so that rules find other episodes. Finishes an interrupted
  /// change first.
  ///
  /// - Throws: ``MixtapeError/Code/locked`` if another process changes the store for too long.
  public func refreshExports() throws(MixtapeError) {
    guard !settings.exports.isEmpty else { return }
    let transaction = try Transaction.resume(in: self)
    refreshExport()
    _ = consume transaction
  }

  /// Brings the exported playlists up to date, if `mixtape.toml` has a table `[export]`. Failures go to the context's `notify`.
  /// Each transaction calls this at its end.
  func refreshExport() { ExportRefresh(of: self).run() }

  /// Brings the snapshot up to date, if the context keeps one and `mixtape.toml` names one. Each transaction calls this at its end.
  func refreshSnapshot() {
    if context.keepsSnapshot { SnapshotWriter(for: self)?.refresh() }
  }
}

extension PlaylistExporter.FileText {
  /// Makes the text of a playlist file; `nil` if the keys express all of it. See ``Store/exportedText(of:)``.
  fileprivate init?(of file: PlaylistFile) {
    let comments = file.document.comments.map { String(decoding: file.source[$0.offsets].dropFirst(), as: UTF8.self) }
    var parts = comments.contains { MissingEntry(comment: $0) == nil } ? ["comments"] : []
    for entry in file.document.root.entries where PlaylistKey(rawValue: entry.key) == nil {
      parts.append(entry.value.kind == .table ? "[\(entry.key)]" : entry.key)
    }
    guard !parts.isEmpty || !comments.isEmpty || file.source.contains(UInt8(ascii: "\\")) else { return nil }
    self.init(String(decoding: file.source, as: UTF8.self), parts: parts)
  }
}

/// The update of the exported playlists, if `mixtape.toml` has a table `[export]`.
///
/// The change that caused it is already committed, so failures go to the context's `notify`.
struct ExportRefresh {
  private let store: Store
  private let trusted: TrustedSettings

  init(of store: Store) { (self.store, trusted) = (store, TrustedSettings(of: store)) }

  func run() {
    do throws(PublishingFailure) {
      let previous = try exportList()
      var list = ExportList()
      let all = try presentSettings()
      for settings in all where !settings.isCopy {
        let place = store.place(settings.directory)
        do throws(PublishingFailure) {
          guard settings.places.allSatisfy(trusted.contains) else {
            list.keep(previous, at: place)
            continue
          }
          try writeExports(settings, to: exportDirectory(at: place), previous[place], &list[place])
        } catch {
          list.keep(previous, at: place)
          notify(error, settings)
        }
      }
      // `copy` writes and removes the files of places that get copies.
      try removeFormer(
        previous, keeping: list, exceptAt: Set(all.filter(\.isCopy).map { store.place($0.directory).string }))
    } catch {
      notify(error)
    }
  }

  private func notify(_ failure: PublishingFailure, _ settings: ExportSettings? = nil) {
    store.context.notify(.exportNotRefreshed(failure, place: settings?.name))
  }

  /// Returns the settings in `mixtape.toml`, which the change itself may have changed. If the file is gone or has errors, perhaps
  /// because somebody is editing it, returns those of the opened store.
  private func presentSettings() throws(PublishingFailure) -> [ExportSettings] {
    guard case .bytes(let source) = try checked(store.directory, try store.load(StoreFile.name)) else {
      return store.settings.exports
    }
    let file = StoreFile(parsing: source)
    return ParsedFile.store(file).isSound ? file.exports : store.settings.exports
  }

  /// Runs a call of the store about a path, and converts its error.
  private func checked<Value>(
    _ path: FilePath, _ call: @autoclosure () throws(MixtapeError) -> Value
  ) throws(PublishingFailure) -> Value {
    do throws(MixtapeError) {
      return try call()
    } catch {
      throw PublishingFailure(path: path, reason: .store(error))
    }
  }

  /// Writes the files of the chosen playlists. A failure of one is reported, and the others are written.
  ///
  /// - Parameter list: Gets the names of the files that belong to the export, and the missing playlists.
  private func writeExports(
    _ settings: ExportSettings, to directory: FilePath, _ previous: ExportList.Place, _ list: inout ExportList.Place
  ) throws(PublishingFailure) {
    let format = settings.interchangeFormat
    let playlists = try checked(directory, try store.playlists())
    let known = Dictionary(playlists.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let chosen = settings.playlists.map { ids in ids.compactMap { known[$0] } } ?? playlists
    list.missing.formUnion((settings.playlists ?? []).filter { known[$0] == nil }.map(\.rawValue))
    // `mixtape check` reports missing playlists each time, a change only once.
    for id in settings.playlists ?? [] where known[id] == nil && !previous.missing.contains(id.rawValue) {
      notify(PublishingFailure(path: directory, reason: .noPlaylist(id)), settings)
    }
    let podcasts = try checked(directory, try store.podcastHeads())
    let exporter = PlaylistExporter(podcasts: podcasts, paths: settings.exportedPaths(of: store))
    for playlist in chosen {
      let name = "\(playlist.id.rawValue).\(format.fileExtensions[0])"
      list.names.insert(name)
      do throws(PublishingFailure) {
        let items = try checked(directory.appending(name), try store.exportedItems(of: playlist))
        let exported = exporter.playlist(playlist, items, as: format)
        let bytes = ExportMark.added(to: format.write(InterchangeDocument(playlists: [exported])))
        try exportedFile(name, in: directory).write(bytes)
      } catch {
        notify(error, settings)
      }
    }
  }

  /// Returns the real path of the directory of exports. Makes sure that it exists.
  private func exportDirectory(at path: FilePath) throws(PublishingFailure) -> FilePath {
    try PublishedFile.checked(path.lexicallyNormalized(), try DurableFile.makeDirectories(path))
    return try PublishedFile.directory(at: path)
  }

  /// Returns a file of the export. A file without its mark belongs to somebody else.
  private func exportedFile(_ name: String, in directory: FilePath) -> PublishedFile {
    PublishedFile(path: directory.appending(name), isOwn: ExportMark.isPresent)
  }

  /// Returns the list of the last export; an empty one if it is missing, so that nothing is removed.
  private func exportList() throws(PublishingFailure) -> ExportList {
    let record = try checked(store.directory, try store.privateRecord(\.exportList, atMost: 1 << 24))
    return ExportList(parsing: record ?? [])
  }

  /// Removes exported files that do not belong to the export any more: those of playlists that are gone or no longer chosen, and
  /// all in a former directory. A list in the private state says which files this store has written, as another store may export
  /// to the same directory.
  ///
  /// - Parameter others: The paths of directories whose files stay.
  private func removeFormer(
    _ previous: ExportList, keeping list: ExportList, exceptAt others: Set<String>
  ) throws(PublishingFailure) {
    if previous == list { return }
    guard let state = try checked(store.directory, try PrivateState(locatedIn: store.directory)) else { return }
    for (place, former) in previous.places.sorted(by: { $0.key < $1.key }) where !others.contains(place) {
      let directory = FilePath(place)
      for name in former.names.subtracting(list[directory].names).sorted() {
        do throws(PublishingFailure) {
          try exportedFile(name, in: directory).remove(upTo: directory)
        } catch {
          notify(error)
        }
      }
    }
    try checked(store.directory, try Disk.write(list.bytes, to: state.exportList))
  }
}

extension ExportSettings {
  var interchangeFormat: any InterchangeFormat {
    InterchangeFormats.named(format.rawValue) ?? InterchangeFormats.all[0]
  }

  func exportedPaths(of store: Store) -> ExportedPaths {
    switch paths {
    case .absolute: .absolute
    case .relative(let directory): .relative(to: store.place(directory).string)
    case .moved(let directory, let target): .moved(from: store.place(directory).string, to: target)
    case .copied(_, let target?): .moved(from: store.place(directory).string, to: target)
    case .copied(_, nil): .relative(to: store.place(directory).string)
    }
  }
}

/// The list of files that a store has exported: for each directory its path, then a name on each line, and the missing playlists
/// after `/`, which no name contains. An empty line separates the directories.
private struct ExportList: Equatable {
  /// The exported files in a directory, and the playlists that are missing for it.
  struct Place: Equatable {
    var names: Set<String> = []
    var missing: Set<String> = []
  }

  private(set) var places: [String: Place] = [:]

  init() {}

  init(parsing bytes: [UInt8]) {
    for section in String(decoding: bytes, as: UTF8.self).split(separator: "\n\n") {
      var lines = section.split(separator: "\n").map(String.init)[...]
      guard let path = lines.popFirst() else { continue }
      places[path] = Place(
        names: Set(lines.filter { !$0.contains("/") }),
        missing: Set(lines.filter { $0.hasPrefix("/") }.map { String($0.dropFirst()) }))
    }
  }

  /// The place with a directory; an empty one if the list does not have it.
  subscript(directory: FilePath) -> Place {
    get { places[directory.string] ?? Place() }
    set { places[directory.string] = newValue }
  }

  /// Adds the files of a former export to a directory that cannot be written now, so that they stay.
  mutating func keep(_ previous: ExportList, at directory: FilePath) {
    guard let former = previous.places[directory.string] else { return }
    self[directory].names.formUnion(former.names)
    self[directory].missing.formUnion(former.missing)
  }

  var bytes: [UInt8] {
    let sections = places.sorted { $0.key < $1.key }.map { path, place in
      ([path] + place.names.sorted() + place.missing.sorted().map { "/\($0)" }).map { "\($0)\n" }.joined()
    }
    return Array(sections.joined(separator: "\n").utf8)
  }
}
