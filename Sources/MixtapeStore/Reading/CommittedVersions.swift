internal import GitHistory
internal import MixtapeModel

/// The versions in HEAD, which answer for files that cannot be used. The repository is opened when first asked for.
final class CommittedVersions {
  private let store: Store
  private lazy var committed: (repository: StoreRepository, head: CommitID)? = open()

  init(of store: Store) { self.store = store }

  /// The bytes of a file in HEAD, or `nil` if it is not there or history cannot be read.
  ///
  /// The caller reports the file's errors in any case; that history fails besides would not help whoever mends them.
  func source(of path: String) -> [UInt8]? {
    guard let (repository, head) = committed else { return nil }
    do throws(MixtapeError) {
      return try repository.content(of: path, in: head)
    } catch {
      return nil
    }
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
