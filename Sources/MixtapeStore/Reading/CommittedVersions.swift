internal import GitHistory
internal import MixtapeModel

/// The versions of files in HEAD, which are used instead of files with errors. The repository is opened at the first use.
final class CommittedVersions {
  private let store: Store
  private lazy var committed: (repository: StoreRepository, head: CommitID)? = open()

  init(of store: Store) { self.store = store }

  /// The bytes of a file in HEAD, or `nil` if it is not there or history cannot be read.
  ///
  /// The caller reports the errors of the file in any case. An error of git besides would not help to mend them.
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
