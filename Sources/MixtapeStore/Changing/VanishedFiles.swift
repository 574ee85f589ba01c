internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// The files of a store that HEAD has and the directory does not have any more, if they are most of them.
///
/// A person deletes a few files at once. If most are gone, their disk was probably not mounted, or they were deleted by mistake. No
/// change commits this deletion until the user accepts it.
public struct VanishedFiles: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of files that are gone.
  public let count: Int
  /// The number of files before.
  public let total: Int

  /// The numbers in a few words.
  public var description: String { "\(count) of \(total) files are gone" }

  /// The number of files that a person may delete at once, whatever their share.
  private static let few = 10

  /// Returns the vanished files; `nil` if they are few, or at most half of all.
  init?(gone: Int, of total: Int) {
    guard gone > Self.few, gone > total / 2 else { return nil }
    (count, self.total) = (gone, total)
  }
}

extension VanishedFiles {
  /// Finds the vanished files of a store. See ``Store/vanishedFiles(besides:)``.
  static func find(in store: Store, besides found: Int) -> VanishedFiles? {
    do throws(MixtapeError) {
      let repository = try store.openRepository()
      guard let entries = repository.indexEntryCount, entries > 2 * found else { return nil }
      guard repository.state.allowsHandEdits else { return nil }
      return try HandEditSurvey(of: store, repository).vanished
    } catch {
      // Lists work without a repository. Changes report the error.
      return nil
    }
  }
}

extension HandEditSurvey {
  /// The files of HEAD that are gone, if they are most of them. Moved files are not gone.
  var vanished: VanishedFiles? {
    let gone = edits.count { $0.handEdit.kind == .deleted }
    let created = edits.count { $0.handEdit.kind == .created }
    return VanishedFiles(gone: gone, of: workTree.fileCount - created + gone)
  }
}

extension StoreRepository {
  /// The number of entries in git's index, from its header; `nil` without an index.
  fileprivate var indexEntryCount: Int? {
    do {
      // The signature, the version, and the number of entries; see `git help gitformat-index`.
      let header = try FileAccess.readStart(of: self.gitDirectory.appending("index"), count: 12)
      return header.count == 12 ? header[8...].reduce(0) { $0 << 8 | Int($1) } : nil
    } catch {
      // Changes report an index that cannot be read.
      return nil
    }
  }
}
