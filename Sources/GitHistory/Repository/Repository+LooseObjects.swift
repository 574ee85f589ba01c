internal import CLibgit2
internal import FileSystem
public import SystemPackage

/// The number of loose objects of a repository, each a file of its own.
public struct LooseObjects: Hashable, Sendable {
  /// The estimated number.
  public let estimate: Int

  /// The number up to which `git gc --auto` does nothing (`gc.auto`), or nil where it never packs.
  public let limit: Int?

  /// Whether `git gc --auto` would pack them.
  public var exceedsLimit: Bool { limit.map { estimate > $0 } ?? false }
}

extension Repository {
  /// Estimates the number of loose objects as git does, from one of the 256 directories that they are spread over.
  /// - Complexity: one directory is read, of some 27 files at the usual limit.
  public func looseObjects() throws(GitError) -> LooseObjects {
    LooseObjects(estimate: 256 * (try countSample()), limit: try looseObjectLimit())
  }

  /// Finds the loose objects that are empty files. A power cut has kept their names and lost their contents.
  /// - Complexity: O(*n*) system calls in the number of loose objects.
  public func emptyObjects() throws(GitError) -> [FilePath] {
    do throws(Errno) {
      var empty: [FilePath] = []
      for start in try Self.names(in: objectsDirectory) where start.utf8.count == 2 && start.allSatisfy(\.isHexDigit) {
        let directory = objectsDirectory.appending(start)
        for end in try Self.names(in: directory) {
          guard let name = LooseObjectName(directory: start, file: end) else { continue }
          let object = objectsDirectory.appending(name)
          if try FileStatus(of: object)?.size == 0 { empty.append(object) }
        }
      }
      return empty.sorted { $0.string < $1.string }
    } catch {
      throw GitError(error, .readObject, path: objectsDirectory)
    }
  }

  /// Whether git has fetched objects from a remote that has others: a partial clone, where objects may be missing.
  public func isPartialClone() throws(GitError) -> Bool {
    let packs = objectsDirectory.appending("pack")
    do throws(Errno) {
      guard try FileStatus(of: packs) != nil else { return false }
      return try Self.names(in: packs).contains { $0.hasSuffix(".promisor") }
    } catch {
      throw GitError(error, .readObject, path: packs)
    }
  }

  private static func names(in directory: FilePath) throws(Errno) -> [String] {
    try Directory(at: directory).names().compactMap { name, _ in String(validating: name.dropLast(), as: UTF8.self) }
  }

  /// The files in `objects/17` that are named as objects.
  private func countSample() throws(GitError) -> Int {
    let sample = objectsDirectory.appending("17")
    do throws(Errno) {
      // The names end in NUL.
      return try Directory(at: sample).names().count { $0.name.count == LooseObjectName.fileLength + 1 }
    } catch {
      guard error != .noSuchFileOrDirectory else { return 0 }
      throw GitError(error, .readObject, path: sample)
    }
  }

  /// The limit as git applies it: rounded up to whole directories of the estimate.
  private func looseObjectLimit() throws(GitError) -> Int? {
    var number: Int64 = 6_700
    if let text = try configuration.string("gc.auto") {
      try Libgit2.call(.readConfiguration) { git_config_parse_int64(&number, text) }
    }
    return number > 0 ? (Int(clamping: number) + 255) / 256 * 256 : nil
  }
}
