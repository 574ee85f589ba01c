public import GitHistory
internal import MixtapeModel
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

/// The creation of a store: its files, its repository and its first commit.
struct StoreCreation {
  /// The store, which has no `mixtape.toml` yet.
  private let store: Store
  private let repository: StoreRepository

  /// Creates a store. See ``Store/initialize(at:from:context:)``.
  static func create(
    at directory: FilePath, from origin: FilePath?, _ context: Store.Context
  ) throws(MixtapeError) -> Initialization {
    if let store = try enclosingStore(of: directory) { throw MixtapeError(.storeExists, .file(store.string)) }
    if Store.isLeftOut(at: directory, context: context) { throw MixtapeError(.notCheckedOut, .file(StoreFile.name)) }
    if let origin, try !Disk.exists(origin) {
      throw MixtapeError(.notFound, .file(origin.string))
    }
    let sources = try Set([directory, origin].compactMap(\.self)).map { (place) throws(MixtapeError) in
      let files = try filesWithoutErrors(of: Store(unmarked: place, context: context))
      if place == origin, files.isEmpty { throw MixtapeError(.nothingToImport, .file(place.string)) }
      return files
    }
    let taken = try merge(sources)
    let repository = try openOrCreateRepository(at: directory, context)
    if try repository.blobID(at: StoreFile.name, in: try repository.head().commit) != nil {
      throw MixtapeError(.storeExists, .file(directory.string), cause: DeletedStoreFile())
    }
    let creation = StoreCreation(store: Store(unmarked: directory, context: context), repository: repository)
    return try creation.begin(with: taken)
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
    at directory: FilePath, _ context: Store.Context
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

  private static func merge(_ sources: [[String: [UInt8]]]) throws(MixtapeError) -> [String: [UInt8]] {
    var all: [String: [UInt8]] = [:]
    for source in sources {
      for (path, bytes) in source where all.updateValue(bytes, forKey: path).map({ $0 != bytes }) == true {
        throw MixtapeError(.alreadyExists, .file(path))
      }
    }
    return all
  }

  /// Returns all files of a store's sections.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if a file has errors.
  private static func filesWithoutErrors(of store: Store) throws(MixtapeError) -> [String: [UInt8]] {
    let reports = try store.check().reports.filter { $0.hasErrors && $0.path != StoreFile.name }
    guard reports.isEmpty else {
      throw MixtapeError(.invalidFile, .file(store.directory.string), cause: InvalidFiles(reports: reports))
    }
    var sound: [String: [UInt8]] = [:]
    for section in Section.allCases {
      for file in try SectionScan(section, of: store).files.values {
        if case .bytes(let bytes) = try store.load(file.path) { sound[file.path] = bytes }
      }
    }
    return sound
  }

  /// Writes and commits the first files. `mixtape.toml` is written last, so that an interrupted start does not leave
  /// a store.
  private func begin(with taken: [String: [UInt8]]) throws(MixtapeError) -> Initialization {
    var writes: [FileWrite] = []
    for (path, bytes) in taken.sorted(by: { $0.key < $1.key }) {
      if case .bytes(bytes) = try store.load(path) {
        writes.append(FileWrite(path: path, old: bytes, new: bytes))
      } else {
        writes.append(FileWrite(path: path, old: nil, new: bytes))
      }
    }
    let attributes = try attributesWrite()
    if let attributes { writes.append(attributes) }
    writes.append(FileWrite(path: StoreFile.name, old: nil, new: StoreFile.initialSource))
    // In an existing store, the search for hand edits reads git's index.
    try repository.requireReadableGitIndex()
    let counts = Dictionary(grouping: taken.keys, by: Section.init(containing:)).mapValues(\.count)
    let message = CommitMessage("Create the store", operation: CommitMessage.initialOperation)
    let transaction = try Transaction(in: store, repository)
    try MergeDriver.configure(repository)
    // The settings that the transaction has read do not have the driver yet, and neither does `.gitattributes`.
    let isNamed =
      if let new = attributes?.new { MergeDriver.isNamed(in: new) } else { try MergeDriver.isNamed(in: store) }
    if isNamed, try repository.hasRemote() { try transaction.omitMergeDriverNotice() }
    let commit = try transaction.commitWrites(writes, message)
    transaction.notifyIfPackingIsDue()
    return Initialization(
      directory: store.directory, playlists: counts[.playlists] ?? 0, podcasts: counts[.library] ?? 0, commit: commit)
  }

  /// Returns the write of `.gitattributes`, which keeps the lines that the file already has; `nil` if it stays as it is.
  ///
  /// It stays if it says how git merges the store's files, or has uncommitted changes of the user.
  private func attributesWrite() throws(MixtapeError) -> FileWrite? {
    let name = StoreAttributes.fileName
    let committed = try repository.content(of: name, in: try repository.head().commit)
    switch try store.load(name) {
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
}

extension StoreAttributes {
  /// Returns an existing file with the line of a new store, or as it is if it already says how git merges the store's files.
  fileprivate static func taken(from source: [UInt8]) -> [UInt8] {
    // A line above the others only counts if none of them says something else.
    let isSilent = MergeDriver.isNamed(in: initialSource + source) && !MergeDriver.isNamed(in: source)
    return isSilent ? adding("\(LineEndProtection.attribute) \(MergeDriver.attribute)", to: source) : source
  }
}
