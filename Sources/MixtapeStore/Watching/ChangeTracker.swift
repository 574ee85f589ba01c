internal import FileSystem
internal import MixtapeModel
internal import SystemPackage

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

  /// Starts watching the directories of a store.
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
