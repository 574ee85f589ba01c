internal import GitHistory
internal import MixtapeModel

/// The versions of files in HEAD, which are used instead of files with errors. The repository is opened at the first use.
final class CommittedVersions {
  private let store: Store
  private lazy var committed: (repository: StoreRepository, head: CommitID)? = open()

  init(of store: Store) { self.store = store }

  /// Returns the bytes of a file in HEAD; `nil` if the file is missing or history cannot be read.
  ///
  /// The caller reports the errors of the file in any case. An additional error of git would not help to correct
  /// them.
  func source(of path: String) -> [UInt8]? {
    guard let (repository, head) = committed else { return nil }
    do throws(MixtapeError) {
      return try repository.content(of: path, in: head)
    } catch {
      return nil
    }
  }

  /// Returns the version in HEAD of a playlist or podcast with errors; `nil` if HEAD has no version without errors.
  func substitute(for path: String) -> (parsed: ParsedFile, source: [UInt8])? {
    guard let source = source(of: path), let parsed = ParsedFile(parsing: source, at: path), parsed.isSound,
      FileContent(parsed) != nil
    else { return nil }
    return (parsed, source)
  }

  private func open() -> (StoreRepository, CommitID)? {
    do throws(MixtapeError) {
      let repository = try store.openRepository()
      return try repository.head().commit.map { (repository, $0) }
    } catch {
      return nil
    }
  }
}
