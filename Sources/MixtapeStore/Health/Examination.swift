internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An examination of a store's files and repository, in the order in which a repair uses it.
struct Examination {
  let store: Store
  let repository: StoreRepository

  init(of store: Store, in repository: StoreRepository) {
    self.store = store
    self.repository = repository
  }

  static func findings(in store: Store) throws(MixtapeError) -> [Finding] {
    var findings = Examination(of: store, in: try store.openRepository()).findings()
    for _ in 0..<2 where findings.contains(where: \.mayPass) {
      SystemCalls.pause(microseconds: 100_000)
      findings = Examination(of: store, in: try store.openRepository()).findings()
    }
    return findings
  }

  private func findings() -> [Finding] {
    do throws(MixtapeError) {
      if let lost = try repository.lostBranch() {
        return [Finding(.error, .branchLost(lost), .possible)]
      }
    } catch {
      // The part of the repository reports it.
    }
    let directories = SectionDirectories(of: store.directory)
    let parts: [(Finding.Part, () throws(MixtapeError) -> [Finding])] = [
      (.files, files), (.repository, head), (.repository, repositoryConflictCopies), (.lock, locks),
      (.permissions, { permissions(of: directories.paths) }),
      (.objects, objects), (.gitIndex, gitIndex), (.interruptedChange, interruptedChange), (.attributes, attributes),
      (.leftovers, { leftovers(in: directories) }), (.cache, caches), (.identity, identity), (.settings, settings),
      (.storeSettings, untrustedSettings),
      (.packing, packing),
    ]
    return parts.flatMap { part, look in
      do throws(MixtapeError) {
        return try look()
      } catch {
        // If one part fails, the failure is a finding, and the other parts are still examined.
        return [Finding(.error, .unexamined(part, error))]
      }
    }
  }
}

extension Finding {
  /// Whether the problem may be gone in a moment, because git is at work.
  fileprivate var mayPass: Bool { severity == .error && [.lock, .objects].contains(part) }
}

// MARK: - Files, HEAD, settings

extension Examination {
  private func files() throws(MixtapeError) -> [Finding] {
    let result = try store.check()
    let copies = result.reports.filter { $0.conflictCopy != nil }.map(\.path)
    let broken = result.reports.filter(\.hasErrors).count - copies.count
    let warned = result.reports.count - copies.count - broken
    let found = copies.isEmpty ? [] : [Finding(.warning, .conflictCopies(paths: copies))]
    return found + [
      Finding(
        broken > 0 ? .error : warned > 0 ? .warning : .ok,
        .files(count: result.fileCount, withErrors: broken, withWarnings: warned))
    ]
  }

  private func head() throws(MixtapeError) -> [Finding] {
    guard repository.state == .clean else { return [Finding(.error, .unfinishedOperation(repository.state))] }
    let head = try repository.head()
    if case .detached = head { return [Finding(.warning, .head(head))] }
    return [Finding(.ok, .head(head))]
  }

  private func interruptedChange() throws(MixtapeError) -> [Finding] {
    guard let pending = try OperationJournal(in: repository.privateState).read() else { return [] }
    return [Finding(.warning, .interruptedChange(subject: pending.subject), .possible)]
  }

  private func identity() throws(MixtapeError) -> [Finding] {
    let identity = try repository.identity(for: .author)
    return [Finding(identity.isFallback ? .warning : .ok, .identity(identity))]
  }

  private func settings() throws(MixtapeError) -> [Finding] {
    try repository.advisories().map { Finding(.warning, .setting($0)) }
  }

  private func untrustedSettings() throws(MixtapeError) -> [Finding] {
    try store.untrustedSettings().map { Finding(.warning, .untrustedSetting($0)) }
  }

  private func packing() throws(MixtapeError) -> [Finding] {
    let objects = try repository.looseObjects()
    var findings: [Finding] = []
    if objects.exceedsLimit { findings.append(Finding(.warning, .manyLooseObjects(objects))) }
    if objects.limit != nil, InstalledProgram.path(of: "git", in: store.context.environment) == nil {
      findings.append(Finding(.warning, .gitNotInstalled))
    }
    return findings
  }
}

extension Examination {
  /// Returns the directories that a change writes to and that are not readable and writable.
  func permissions(of directories: [FilePath]) -> [Finding] {
    let common = repository.commonDirectory
    let state = repository.privateState.directory
    let ours = [repository.gitDirectory, common.appending("refs/heads"), repository.objectsDirectory, state]
    return (directories + ours + objectDirectories()).compactMap { directory in
      do throws(Errno) {
        try FileAccess.requireWritable(directory)
        return nil
      } catch {
        return error == .noSuchFileOrDirectory ? nil : Finding(.error, .notWritable(directory, error))
      }
    }
  }

  /// Returns the directories of loose objects, some of which another user may have created.
  private func objectDirectories() -> [FilePath] {
    (0...255).map { number in
      let digits = String(number, radix: 16)
      return repository.objectsDirectory.appending(digits.count == 1 ? "0\(digits)" : digits)
    }
  }

  /// Returns the temporary files of interrupted writes. A file younger than a minute may be in use.
  func leftovers(in directories: SectionDirectories) -> [Finding] {
    let oldest = Int32(clamping: Int(store.context.now().timeIntervalSince1970) - 60)
    let state = repository.privateState
    let found = (directories.leftovers + state.leftovers() + repository.leftovers).filter { file in
      do throws(Errno) {
        guard !DurableFile.isDirectory(file) else { return false }
        return try FileStatus(of: file).map { $0.modified.seconds <= oldest } ?? false
      } catch {
        // Its age is unknown, so it may be in use.
        return false
      }
    }
    guard !found.isEmpty else { return [] }
    return [Finding(.warning, .leftovers(found.sorted { $0.string < $1.string }), .possible)]
  }

  /// Returns the conflict copies beside git's index, HEAD and the branches. A directory that cannot be read has none.
  func repositoryConflictCopies() -> [Finding] {
    let directories = [repository.gitDirectory, repository.commonDirectory.appending("refs/heads")]
    let copies = directories.flatMap { directory -> [FilePath] in
      do throws(Errno) {
        let names = try Directory(at: directory).textNames().map(\.name)
        return names.filter { ConflictCopy(name: $0) != nil }.map { directory.appending($0) }
      } catch {
        return []
      }
    }
    guard !copies.isEmpty else { return [] }
    return [Finding(.warning, .repositoryConflictCopies(copies.sorted { $0.string < $1.string }))]
  }

  func caches() -> [Finding] {
    let state = repository.privateState
    return LibraryIndexFile.canBeUsed(in: state)
      ? [] : [Finding(.warning, .cacheUnusable(state.libraryIndex), .possible)]
  }

  /// Checks that git does not convert files, and that it merges by meaning.
  func attributes() throws(MixtapeError) -> [Finding] {
    let findings = try gitAttributes()
    do throws(MixtapeError) {
      return try findings + convertedFiles()
    } catch {
      // Other parts report an index or a commit that cannot be read.
      return findings
    }
  }

  /// Returns the files that git calls unchanged because it converts them, although their bytes differ from HEAD.
  private func convertedFiles() throws(MixtapeError) -> [Finding] {
    guard repository.state == .clean else { return [] }
    let seen = Set(try repository.storeState().changes.map(\.path))
    let paths = try repository.storeState(readingAll: true).changes.map(\.path).filter { !seen.contains($0) }
    guard !paths.isEmpty else { return [] }
    return [Finding(.warning, .convertedFiles(paths, by: try repository.conversionSettings(at: paths)), .possible)]
  }

  private func gitAttributes() throws(MixtapeError) -> [Finding] {
    switch try store.load(StoreAttributes.fileName) {
    case .bytes(let source) where LineEndProtection.isEffective(in: source): return try mergeDriver(source)
    case .bytes(let source):
      return try [Finding(.warning, .lineEndsUnprotected(isMissing: false), .possible)] + mergeDriver(source)
    case .absent:
      // The repair of the missing file comes first, and can bring the name of the driver, too.
      let committed = try repository.content(of: StoreAttributes.fileName, in: try repository.head().commit)
      let restored = StoreAttributes.source(with: LineEndProtection.attribute, from: nil, committed: committed)
      return try [Finding(.warning, .lineEndsUnprotected(isMissing: true), .possible)] + mergeDriver(restored)
    case .unusable(let report): throw .invalidFile(report)
    }
  }

  /// Checks that Mixtape is git's merge driver. Without a remote, there is seldom something to merge.
  private func mergeDriver(_ attributes: [UInt8]) throws(MixtapeError) -> [Finding] {
    let (isNamed, isConfigured) = (
      MergeDriver.isNamed(in: attributes), try MergeDriver.isConfigured(in: repository)
    )
    guard !isNamed || !isConfigured else { return [] }
    return [
      Finding(
        try repository.hasRemote() ? .warning : .ok,
        .mergeDriverMissing(isNamed: isNamed, isConfigured: isConfigured), .possible)
    ]
  }
}

/// The directories that hold a store's files, and the temporary files of interrupted writes in them.
///
/// Unreadable directories are skipped: the check of files reports them.
struct SectionDirectories {
  /// The store's directory, its sections, and all directories below them that are not hidden.
  private(set) var paths: [FilePath] = []
  /// Files that begin with `.` and end in ``DurableFile/temporarySuffix``.
  private(set) var leftovers: [FilePath] = []

  init(of store: FilePath) {
    read(store) { name in Section.allCases.contains { $0.rawValue == name } }
  }

  private mutating func read(_ path: FilePath, entering isEntered: (String) -> Bool) {
    let names: [(name: String, kind: FileKind?)]
    do throws(Errno) {
      names = try Directory(at: path).textNames()
    } catch {
      return
    }
    paths.append(path)
    for (name, kind) in names {
      if kind == .directory, isEntered(name) {
        read(path.appending(name)) { !$0.hasPrefix(".") }
      } else if kind == .regular, DurableFile.isTemporary(name) {
        leftovers.append(path.appending(name))
      }
    }
  }
}

extension Examination {
  /// Returns objects of HEAD that cannot be read, and objects that are empty files.
  func objects() throws(MixtapeError) -> [Finding] {
    let empty = try repository.emptyObjects()
    return try contents() + (empty.isEmpty ? [] : [Finding(.warning, .emptyObjects(empty), .possible)])
  }

  private func contents() throws(MixtapeError) -> [Finding] {
    let entries: [TreeEntry]
    do throws(GitError) {
      guard let head = try repository.git.head().commit else { return [] }
      entries = try repository.git.entries(of: head, under: StorePaths.roots)
    } catch {
      return [Finding(.error, .treeUnreadable(error))]
    }
    var findings: [Finding] = []
    for entry in entries where StorePaths.contains(entry.path) && entry.mode.isRegularFile {
      do throws(GitError) {
        _ = try repository.git.blob(entry.id)
      } catch {
        let isOnDisk = try content(of: entry.path) == entry.id
        findings.append(
          Finding(.error, .contentUnreadable(path: entry.path, entry.id, error), isOnDisk ? .possible : .none))
      }
    }
    return findings
  }

  /// Checks that git's index can be read and matches HEAD.
  func gitIndex() throws(MixtapeError) -> [Finding] {
    let path = repository.gitDirectory.appending("index")
    do throws(GitError) {
      try repository.git.requireReadableIndex()
      if try !repository.git.hasIndex() {
        return try repository.git.head().commit == nil ? [] : [Finding(.error, .gitIndexMissing(path), .possible)]
      }
    } catch {
      let canBeMade = error.code == .corrupt || error.code == .readOnly
      return [Finding(.error, .gitIndexUnreadable(path, error), canBeMade ? .possible : .none)]
    }
    let behind = try pathsBehindHead()
    return behind.isEmpty ? [] : [Finding(.warning, .gitIndexBehind(paths: behind), .possible)]
  }

  /// Returns the id of a file's content; `nil` if the file cannot be read.
  private func content(of path: String) throws(MixtapeError) -> ObjectID? {
    guard case .bytes(let bytes) = try store.load(path) else { return nil }
    return try StoreRepository.blobID(of: bytes)
  }

  /// Returns the files for which git's index is older than HEAD, for example after a killed change.
  ///
  /// Staged changes differ from HEAD too. A file is outdated in the index only if the file on disk matches HEAD, and
  /// the index has no content that history lacks. An update of the index then loses nothing.
  private func pathsBehindHead() throws(MixtapeError) -> [String] {
    var paths: [String] = []
    for difference in try repository.indexDifferences(under: StorePaths.roots)
    where StorePaths.contains(difference.path) {
      guard try content(of: difference.path) == difference.recorded else { continue }
      if try isStagedInHistory(difference) { paths.append(difference.path) }
    }
    return paths
  }

  private func isStagedInHistory(_ difference: GitIndexDifference) throws(MixtapeError) -> Bool {
    guard let staged = difference.staged else { return true }
    let walk = try ChangeWalk(of: repository, .store, firstParentOnly: true)
    while let step = walk.next() {
      if step.changes.contains(where: { $0.path == difference.path && $0.new == staged }) { return true }
    }
    return false
  }
}
