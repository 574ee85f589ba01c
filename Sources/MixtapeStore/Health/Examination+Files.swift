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

  /// Returns the directories and links in the place of files that a change writes.
  func obstructions(in directories: SectionDirectories) throws(MixtapeError) -> [Finding] {
    let temporary = directories.obstructions + repository.leftovers.filter(DurableFile.isDirectory)
    return try (temporary + repository.privateState.obstructions()).map { Finding(.error, .obstructed($0)) }
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
        let names = try Directory(at: directory).names().compactMap {
          String(validating: $0.name.dropLast(), as: UTF8.self)
        }
        return names.filter { ConflictCopy(name: $0) != nil }.map { directory.appending($0) }
      } catch {
        return []
      }
    }
    guard !copies.isEmpty else { return [] }
    return [Finding(.warning, .repositoryConflictCopies(copies.sorted { $0.string < $1.string }))]
  }

  /// Returns the caches that cannot be used.
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
    case .unusable(let report): throw Store.invalid(report)
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
