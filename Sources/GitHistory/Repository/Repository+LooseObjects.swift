internal import CLibgit2
internal import FileSystem
internal import SystemPackage

/// How many objects of a repository are loose, each a file of its own.
public struct LooseObjects: Hashable, Sendable {
  /// About how many there are.
  public let estimate: Int

  /// How many `git gc --auto` leaves alone (`gc.auto`), or nil where it never packs.
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

  /// The files in `objects/17` that are named as objects.
  private func countSample() throws(GitError) -> Int {
    let sample = objectsDirectory.appending("17")
    do throws(Errno) {
      let digits = 2 * ObjectID.byteCount - 2
      return try Directory(at: sample).names().count { $0.name.count == digits + 1 }
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
