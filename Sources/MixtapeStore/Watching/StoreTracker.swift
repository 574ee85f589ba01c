internal import FileSystem
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

/// Follows the files of a store: receives events, waits until the paths are quiet, reads them again, and returns
/// changes.
///
/// It has no clock and no thread. The caller passes events with their time, which may start at any point.
struct StoreTracker: FileTracker {
  private let store: Store
  private var directories: WatchedDirectories
  private var places: [Section: [String]] = [:]
  /// The paths with events. The path of a directory ends in a slash, and stands for everything in it.
  private var pending: PendingPaths
  private var image = StoreImage()
  /// The episodes of smart playlists.
  private var contents: WatchedContents
  private var isStoreGone = false

  /// The pending path that stands for the whole store.
  private static let everything = "/"

  init(_ store: Store, _ watch: DirectoryWatch, quietTime: Duration) throws(MixtapeError) {
    self.store = store
    directories = WatchedDirectories(of: store.directory, watch)
    pending = PendingPaths(quietTime: quietTime)
    contents = WatchedContents(store, [])
    let found = try scan([Self.everything], .zero)
    _ = image.apply(found.readings, nameFaults: found.nameFaults)
    _ = image.takeChange()
    let committed = CommittedVersions(of: store)
    var substitutes: [FileReading] = []
    for reading in found.readings where reading.fault != nil {
      guard let source = committed.source(of: reading.path) else { continue }
      substitutes.append(FileReading(reading.path, source))
    }
    substitutes.forEach { image.substitute($0) }
    contents = WatchedContents(store, (found.readings + substitutes).compactMap(\.playlist))
  }

  /// The present problems of files, in order of path.
  var faults: [FileReport] { image.faults.values.sorted { $0.path < $1.path } }

  /// The bytes of every file with a valid and unique name, as last read.
  var sources: [String: [UInt8]] { image.sources }

  var deadline: Duration? { isStoreGone ? .zero : pending.deadline }

  var clockDeadline: Duration? { contents.deadline }

  static func ended(_ error: MixtapeError) -> StoreEvent { .ended(error) }

  mutating func note(_ events: [DirectoryWatch.Event], at now: Duration) {
    for event in events {
      switch directories.place(of: event) {
      case .file(let path, let isBeingWritten): pending.note(path, isBeingWritten: isBeingWritten, at: now)
      case .directory(let path): pending.note("\(path)/", isBeingWritten: false, at: now)
      case .storeIsGone: isStoreGone = true
      case nil: break
      }
    }
  }

  mutating func settle(at now: Duration) throws(MixtapeError) -> [StoreEvent] {
    if isStoreGone { throw MixtapeError(.noStore, .file(store.directory.string)) }
    let events = try settleFiles(at: now)
    return events + contents.update(after: image.takeChange(), events, at: now)
  }

  /// Reads the files that have been quiet for long enough.
  private mutating func settleFiles(at now: Duration) throws(MixtapeError) -> [StoreEvent] {
    let due = pending.due(at: now)
    guard !due.isEmpty else { return [] }
    var (readings, unclear): ([FileReading], [String]) = ([], [])
    for path in due {
      // A file at its known path is read. All other changes are found by scanning directories.
      if let reading = try readInPlace(path) { readings.append(reading) } else { unclear.append(path) }
    }
    let found = try scan(unclear, now)
    // A file that was just read may have an id that another file has now, too.
    let gone = Set(found.readings.filter { $0.source == nil }.map(\.path))
    let read = (readings.filter { !gone.contains($0.path) } + found.readings).filter { !isHalfWritten($0, at: now) }
    let held = holdIncompleteRenamings(among: read, found.nameFaults, at: now)
    for path in due where !held.contains(path) && !pending.isWaiting(path, at: now) { pending.remove(path) }
    return image.apply(read.filter { !held.contains($0.path) }, nameFaults: found.nameFaults)
  }

  /// Holds the deleted and new files of each section that has fewer new files than deleted ones: a program that renames a file can
  /// delete the old one long before it writes the new one, as git does.
  ///
  /// - Returns: The paths of these files.
  private mutating func holdIncompleteRenamings(
    among readings: [FileReading], _ nameFaults: [Section: [String: FileReport]], at now: Duration
  ) -> Set<String> {
    let changed = readings.filter { reading in
      // A duplicate id takes effect at once.
      (reading.source == nil) == (image.sources[reading.path] != nil)
        && !nameFaults.values.contains { $0[reading.path] != nil }
    }
    var held: Set<String> = []
    for files in Dictionary(grouping: changed, by: { Section(containing: $0.path) }).values {
      let (paths, deleted) = (files.map(\.path), files.count { $0.source == nil })
      guard deleted > files.count - deleted,
        paths.contains(where: { pending.isInGracePeriod(with: $0, at: now) })
      else { continue }
      pending.hold(paths, at: now)
      held.formUnion(paths)
    }
    return held
  }

  /// Reads a known file at its path; returns `nil` for any other path, and for a deleted file.
  private func readInPlace(_ path: String) throws(MixtapeError) -> FileReading? {
    if path == StoreFile.name { return try FileReading(path, of: store) }
    guard image.sources[path] != nil else { return nil }
    let reading = try FileReading(path, of: store)
    return reading.isText ? reading : nil
  }

  /// Returns whether a file with errors may be incomplete and should be read again later.
  private mutating func isHalfWritten(_ reading: FileReading, at now: Duration) -> Bool {
    guard reading.fault != nil, reading.source != image.sources[reading.path],
      pending.isInGracePeriod(with: reading.path, at: now)
    else { return false }
    pending.postpone(reading.path, at: now)
    return true
  }
}

// MARK: - Directories

extension StoreTracker {
  /// Scans the sections in which names were added or removed. Reads new files, the requested files, and those in
  /// directories with events.
  private mutating func scan(
    _ paths: [String], _ now: Duration
  ) throws(MixtapeError) -> (readings: [FileReading], nameFaults: [Section: [String: FileReport]]) {
    guard !paths.isEmpty else { return ([], [:]) }
    let everything = paths.contains(Self.everything)
    let sections = everything ? Section.allCases : Array(Set(paths.compactMap(Section.init(containing:))))
    let scans = try scan(sections)
    let nameFaults = scans.mapValues(\.reports.byPath)
    let listed = Set(scans.values.flatMap { $0.files.values.map(\.path) })
    let directories = paths.filter { $0.hasSuffix("/") }
    let asked = Set(paths)
    let wanted = listed.filter { path in
      guard !pending.isWaiting(path, at: now) else { return false }
      return everything || image.sources[path] == nil || asked.contains(path)
        || directories.contains { path.hasPrefix($0) }
    }
    let prefixes = sections.map { "\($0.rawValue)/" }
    let gone = image.sources.keys.filter { path in
      guard !listed.contains(path), prefixes.contains(where: path.hasPrefix) else { return false }
      // A file that was just deleted may soon be replaced, but a duplicate id takes effect at once.
      return !pending.isWaiting(path, at: now) || nameFaults.values.contains { $0[path] != nil }
    }
    let read = try Self.read(wanted + (everything ? [StoreFile.name] : []), of: store)
    return (read + gone.map { FileReading(goneFrom: $0) }, nameFaults)
  }

  /// Scans sections until every directory in them was watched before its scan.
  private mutating func scan(_ sections: [Section]) throws(MixtapeError) -> [Section: SectionScan] {
    var scans: [Section: SectionScan] = [:]
    repeat {
      for section in sections {
        let scan = try SectionScan(section, of: store)
        scans[section] = scan
        places[section] = scan.directories
      }
    } while try directories.replace(with: [""] + places.values.joined())
    return scans
  }

  private static func read(_ paths: [String], of store: Store) throws(MixtapeError) -> [FileReading] {
    let results = paths.concurrentMap(chunkSize: 100) { path -> Result<FileReading, MixtapeError> in
      do throws(MixtapeError) {
        return .success(try FileReading(path, of: store))
      } catch {
        return .failure(error)
      }
    }
    var readings: [FileReading] = []
    readings.reserveCapacity(results.count)
    for result in results { readings.append(try result.get()) }
    return readings
  }
}

/// The result of reading a path.
struct FileReading: Sendable {
  /// The path below the store's directory.
  let path: String
  /// The bytes; empty if the file cannot be read, `nil` if it is gone.
  let source: [UInt8]?
  /// The problem that prevents using the file, if there is one.
  let fault: FileReport?
  /// The playlist, if the file is that of a playlist and has no errors.
  let playlist: Playlist?

  /// Whether the file was read, with errors or without.
  var isText: Bool { source != nil && !isUnusable }

  private var isUnusable: Bool { fault?.source.isEmpty == true && source?.isEmpty == true }
}

extension FileReading {
  init(_ path: String, of store: Store) throws(MixtapeError) {
    switch try store.load(path) {
    case .bytes(let bytes): self.init(path, bytes)
    case .unusable(let report): self.init(path: path, source: [], fault: report, playlist: nil)
    case .absent: self.init(goneFrom: path)
    }
  }

  /// Makes the reading of a file with these bytes.
  init(_ path: String, _ bytes: [UInt8]) {
    let parsed = ParsedFile(parsing: bytes, at: path)
    let report = FileReport(path: path, source: bytes, diagnostics: parsed?.diagnostics ?? [])
    let playlist: Playlist? = if case .playlist(let file) = parsed { file.playlist } else { nil }
    self.init(path: path, source: bytes, fault: report.hasErrors ? report : nil, playlist: playlist)
  }

  /// Makes the reading of a deleted file.
  init(goneFrom path: String) { self.init(path: path, source: nil, fault: nil, playlist: nil) }
}

/// Notices changes of the files of a store without reading them.
struct ChangeTracker: FileTracker {
  /// The longest time without an event, because the contents of smart playlists can depend on the clock.
  static let clockInterval = Duration.seconds(3_600)
  /// The path that stands for all files.
  private static let everything = ""

  private let store: Store
  private var directories: WatchedDirectories
  private var pending: PendingPaths
  /// Whether directories were added or removed since the last scan.
  private var mustScan = true
  private var isStoreGone = false
  private var lastEvent = Duration.zero

  init(_ store: Store, _ watch: DirectoryWatch, quietTime: Duration) throws(MixtapeError) {
    self.store = store
    directories = WatchedDirectories(of: store.directory, watch)
    pending = PendingPaths(quietTime: quietTime)
    try scan()
  }

  var deadline: Duration? { isStoreGone ? .zero : pending.deadline }

  var clockDeadline: Duration? { lastEvent + Self.clockInterval }

  static func ended(_ error: MixtapeError) -> StoreChangeSignal { .ended(error) }

  mutating func note(_ events: [DirectoryWatch.Event], at now: Duration) {
    for event in events {
      switch directories.place(of: event) {
      case .file(_, let isBeingWritten): pending.note(Self.everything, isBeingWritten: isBeingWritten, at: now)
      case .directory:
        mustScan = true
        pending.note(Self.everything, isBeingWritten: false, at: now)
      case .storeIsGone: isStoreGone = true
      case nil: break
      }
    }
  }

  mutating func settle(at now: Duration) throws(MixtapeError) -> [StoreChangeSignal] {
    if isStoreGone { throw MixtapeError(.noStore, .file(store.directory.string)) }
    guard !pending.due(at: now).isEmpty || now >= lastEvent + Self.clockInterval else { return [] }
    try scan()
    pending.remove(Self.everything)
    lastEvent = now
    return [.changed]
  }

  /// Scans until every directory was watched before its scan.
  private mutating func scan() throws(MixtapeError) {
    while mustScan {
      var wanted = [""]
      for section in [Section.playlists, .library] {
        wanted += try SectionScan(section, of: store, lookingFor: []).directories
      }
      mustScan = try directories.replace(with: wanted)
    }
  }
}
