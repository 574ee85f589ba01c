internal import FileSystem
public import GitHistory
public import MixtapeModel
internal import PlaylistFiles
public import SystemPackage

/// The result of creating a store.
public struct Initialization: Sendable {
  /// The store's directory.
  public let directory: FilePath
  /// The number of playlists in the new store.
  public let playlists: Int
  /// The number of podcasts and albums in the new store.
  public let podcasts: Int
  /// The commit that created the store.
  public let commit: CommitID
}

/// The last commit has `mixtape.toml`, and the work tree does not.
public struct DeletedStoreFile: Error, CustomStringConvertible {
  /// The message for programs that embed the store.
  public var description: String { "\(StoreFile.name) was deleted" }
}

extension Store {
  /// Creates a store in a directory: repository, `mixtape.toml`, `.gitattributes`, and one commit of them and the
  /// imported files. A missing directory is created.
  ///
  /// An existing repository is used; its other files are unchanged. An existing `.gitattributes` gets one more line, unless it
  /// already says how git merges the store's files, or has uncommitted changes.
  ///
  /// - Parameter origin: A directory whose `playlists/`, `library/` and `templates/` are copied, byte for byte. It
  ///   may be the store's own directory, or `nil` for an empty store.
  /// - Throws: ``MixtapeError/Code/storeExists``, with the cause ``DeletedStoreFile`` if only its `mixtape.toml` is missing;
  ///   ``MixtapeError/Code/notCheckedOut`` if a sparse checkout leaves it out; ``MixtapeError/Code/notFound`` if the origin does
  ///   not exist; ``MixtapeError/Code/nothingToImport`` if the origin has no files for a store;
  ///   ``MixtapeError/Code/invalidFile`` if an imported file has errors; ``MixtapeError/Code/alreadyExists`` if the
  ///   store already has a file of that path. After an error, nothing has changed.
  public static func initialize(
    at directory: FilePath, from origin: FilePath?, context: Context
  ) throws(MixtapeError) -> Initialization {
    if let store = try enclosingStore(of: directory) { throw MixtapeError(.storeExists, .file(store.string)) }
    if isLeftOut(at: directory, context: context) { throw MixtapeError(.notCheckedOut, .file(StoreFile.name)) }
    if let origin, try !Disk.exists(origin) {
      throw MixtapeError(.notFound, .file(origin.string))
    }
    let sources = try Set([directory, origin].compactMap(\.self)).map { (place) throws(MixtapeError) in
      let files = try Store(unmarked: place, context: context).filesWithoutErrors()
      if place == origin, files.isEmpty { throw MixtapeError(.nothingToImport, .file(place.string)) }
      return files
    }
    let taken = try merge(sources)
    let repository = try openOrCreateRepository(at: directory, context)
    if try repository.blobID(at: StoreFile.name, in: try repository.head().commit) != nil {
      throw MixtapeError(.storeExists, .file(directory.string), cause: DeletedStoreFile())
    }
    return try Store(unmarked: directory, context: context).begin(in: repository, with: taken)
  }

  /// Returns the store at a directory, or the store that has the directory in one of its sections.
  private static func enclosingStore(of directory: FilePath) throws(MixtapeError) -> FilePath? {
    var candidate = directory.lexicallyNormalized()
    var below: String?
    while true {
      let marker = candidate.appending(StoreFile.name)
      let isStore = try Disk.exists(marker)
      if isStore, below.map({ Section(rawValue: $0) != nil }) ?? true { return candidate }
      guard let name = candidate.lastComponent?.string else { return nil }
      below = name
      candidate = candidate.removingLastComponent()
    }
  }

  private static func openOrCreateRepository(
    at directory: FilePath, _ context: Context
  ) throws(MixtapeError) -> StoreRepository {
    try Disk.makeDirectories(directory)
    do throws(MixtapeError) {
      let repository = try StoreRepository.open(at: directory, environment: context.environment)
      try StoreRepository.checked(try Repository.removeEmptyTemporaryDirectory(in: directory))
      return repository
    } catch {
      guard error.gitCode == .notARepository else { throw error }
      return try StoreRepository.create(at: directory, environment: context.environment)
    }
  }

  /// Merges the files of several directories.
  private static func merge(_ sources: [[String: [UInt8]]]) throws(MixtapeError) -> [String: [UInt8]] {
    var all: [String: [UInt8]] = [:]
    for source in sources {
      for (path, bytes) in source where all.updateValue(bytes, forKey: path).map({ $0 != bytes }) == true {
        throw MixtapeError(.alreadyExists, .file(path))
      }
    }
    return all
  }

  /// Returns all files of the store's sections.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if a file has errors.
  private func filesWithoutErrors() throws(MixtapeError) -> [String: [UInt8]] {
    let reports = try check().reports.filter { $0.hasErrors && $0.path != StoreFile.name }
    guard reports.isEmpty else {
      throw MixtapeError(.invalidFile, .file(directory.string), cause: InvalidFiles(reports: reports))
    }
    var sound: [String: [UInt8]] = [:]
    for section in Section.allCases {
      for file in try SectionScan(section, of: self).files.values {
        if case .bytes(let bytes) = try load(file.path) { sound[file.path] = bytes }
      }
    }
    return sound
  }

  /// Writes and commits the first files. `mixtape.toml` is written last, so that an interrupted start does not leave
  /// a store.
  private func begin(
    in repository: StoreRepository, with taken: [String: [UInt8]]
  ) throws(MixtapeError) -> Initialization {
    var writes: [FileWrite] = []
    for (path, bytes) in taken.sorted(by: { $0.key < $1.key }) {
      if case .bytes(bytes) = try load(path) {
        writes.append(FileWrite(path: path, old: bytes, new: bytes))
      } else {
        writes.append(FileWrite(path: path, old: nil, new: bytes))
      }
    }
    let attributes = try attributesWrite(in: repository)
    if let attributes { writes.append(attributes) }
    writes.append(FileWrite(path: StoreFile.name, old: nil, new: StoreFile.initialSource))
    // In an existing store, the search for hand edits reads git's index.
    try repository.requireReadableGitIndex()
    let counts = Dictionary(grouping: taken.keys, by: Section.init(containing:)).mapValues(\.count)
    let message = CommitMessage("Create the store", operation: Self.initialOperation)
    let transaction = try Transaction(in: self, repository)
    try MergeDriver.configure(repository)
    // The settings that the transaction has read do not have the driver yet, and neither does `.gitattributes`.
    let isNamed = if let new = attributes?.new { MergeDriver.isNamed(in: new) } else { try namesMergeDriver() }
    if isNamed, try repository.hasRemote() { try transaction.omitMergeDriverNotice() }
    let commit = try transaction.commitWrites(writes, message)
    notifyIfPackingIsDue(in: repository)
    return Initialization(
      directory: directory, playlists: counts[.playlists] ?? 0, podcasts: counts[.library] ?? 0, commit: commit)
  }

  /// Returns the write of `.gitattributes`, which keeps the lines that the file already has; `nil` if it stays as it is.
  ///
  /// It stays if it says how git merges the store's files, or has uncommitted changes of the user.
  private func attributesWrite(in repository: StoreRepository) throws(MixtapeError) -> FileWrite? {
    let name = StoreAttributes.fileName
    let committed = try repository.content(of: name, in: try repository.head().commit)
    switch try load(name) {
    case .absent: return committed == nil ? FileWrite(path: name, old: nil, new: StoreAttributes.initialSource) : nil
    case .unusable: return nil
    case .bytes(let old):
      let new = StoreAttributes.taken(from: old)
      guard MergeDriver.isNamed(in: new) else { return nil }
      if old == committed { return new == old ? nil : FileWrite(path: name, old: old, new: new) }
      // A killed process may have written the file without a commit.
      guard committed.map({ StoreAttributes.taken(from: $0) == old }) ?? true else { return nil }
      return FileWrite(path: name, old: old, new: new, takesOver: true)
    }
  }

  /// The kind of operation of a store's first commit, which cannot be undone.
  static let initialOperation = "init"
}

extension StoreAttributes {
  /// Returns an existing file with the line of a new store, or as it is if it already says how git merges the store's files.
  fileprivate static func taken(from source: [UInt8]) -> [UInt8] {
    // A line above the others only counts if none of them says something else.
    let isSilent = MergeDriver.isNamed(in: initialSource + source) && !MergeDriver.isNamed(in: source)
    return isSilent ? adding("\(LineEndProtection.attribute) \(MergeDriver.attribute)", to: source) : source
  }
}

extension Store {
  /// Returns the work tree of the git repository that encloses a directory, or the bare repository; `nil` if there is
  /// none. A work tree at the directory itself does not count.
  ///
  /// - Parameter directory: An absolute path. The directory may not exist.
  public static func repository(enclosing directory: FilePath) throws(MixtapeError) -> FilePath? {
    if try isWorkTree(directory) { return nil }
    var candidate = directory.lexicallyNormalized()
    if try isBare(candidate) { return candidate }
    while candidate.lastComponent != nil {
      candidate = candidate.removingLastComponent()
      if try isWorkTree(candidate) { return candidate }
      if try isBare(candidate) { return candidate }
    }
    return nil
  }

  /// Returns whether a directory is a git directory. Git uses the same three names to decide.
  private static func isBare(_ directory: FilePath) throws(MixtapeError) -> Bool {
    for name in ["HEAD", "objects", "refs"] {
      let entry = directory.appending(name)
      do throws(Errno) {
        guard try FileStatus(of: entry) != nil else { return false }
      } catch {
        guard [.notDirectory, .permissionDenied].contains(error) else { throw .fileAccess(entry, error) }
        return false
      }
    }
    return true
  }

  /// Returns whether a directory has a `.git` that is a repository, or a file with the path of one.
  private static func isWorkTree(_ directory: FilePath) throws(MixtapeError) -> Bool {
    let entry = directory.appending(".git")
    do throws(Errno) {
      switch try FileKind(following: entry) {
      case .regular: return true
      case .directory: return try FileStatus(of: entry.appending("HEAD")) != nil
      case .symbolicLink, .other: return false
      }
    } catch {
      // Git ignores an unreadable directory, too.
      guard [.noSuchFileOrDirectory, .notDirectory, .permissionDenied].contains(error) else {
        throw .fileAccess(entry, error)
      }
      return false
    }
  }
}
