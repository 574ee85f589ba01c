internal import FileSystem
internal import MixtapeModel
internal import SystemPackage

/// The files of a section that a query needs: all, or some of them.
struct FileScope {
  let section: Section
  /// The wanted ids; `nil` for all.
  let names: Set<String>?

  /// Every playlist.
  static let playlists = FileScope(section: .playlists, names: nil)
  /// Every podcast and album.
  static let library = FileScope(section: .library, names: nil)

  /// Returns the scope of some podcasts and albums.
  static func podcasts(_ ids: some Sequence<Podcast.ID>) -> FileScope {
    FileScope(section: .library, names: Set(ids.map(\.rawValue)))
  }
}

/// The files of a scope in the file system. Their contents have not been read.
struct FoundFiles {
  let scope: FileScope
  /// The files, in order of id.
  let files: [StoredFile]
  /// The status of each file; `nil` if it cannot be read. Reading the file then fails with the reason.
  let statuses: [FileStatus?]
  /// The problems of names and directories.
  let reports: [FileReport]

  /// Finds the files of a scope.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if the directory of playlists is something else.
  init(_ scope: FileScope, of store: Store) throws(MixtapeError) {
    self.scope = scope
    let scan = try SectionScan(scope.section, of: store, lookingFor: scope.names)
    if scope.section == .playlists, let report = scan.sectionReport { throw Store.invalid(report) }
    files = scan.files.values.sorted()
    reports = scan.reports + scan.unsearched
    var paths = NameTable()
    for file in files { Array(file.path.utf8).withUnsafeBytes { paths.append($0) } }
    let results = try Disk.checked(store.directory, try Directory(at: store.directory).statuses(of: paths))
    statuses = results.map { result in if case .success(let item) = result { item?.status } else { nil } }
  }

  /// The size of all files in bytes.
  var size: Int { statuses.reduce(0) { $0 + Int($1?.size ?? 0) } }
}
