internal import GitHistory
internal import MixtapeModel

/// The versions in HEAD, which answer for files that cannot be used. The repository is opened when first asked for.
final class CommittedVersions {
  private let store: Store
  private lazy var committed: (repository: Repository, head: CommitID)? = open()

  init(of store: Store) { self.store = store }

  /// The bytes of a file in HEAD, or `nil` if it is not there or history cannot be read.
  ///
  /// The caller reports the file's errors in any case; that history fails besides would not help whoever mends them.
  func source(of path: String) -> [UInt8]? {
    guard let (repository, head) = committed else { return nil }
    do {
      return try repository.entry(at: path, in: head).map { (entry) throws(GitError) in try repository.blob(entry.id) }
    } catch {
      return nil
    }
  }

  private func open() -> (Repository, CommitID)? {
    do {
      let repository = try Repository.open(at: store.directory, environment: store.context.environment)
      return try repository.head().commit.map { (repository, $0) }
    } catch {
      return nil
    }
  }
}
