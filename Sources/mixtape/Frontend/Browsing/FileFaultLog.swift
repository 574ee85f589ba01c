import MixtapeStore
import StoreBrowser
import Synchronization

/// The files with errors that the reads of a store have found.
final class FileFaultLog: Sendable {
  private let faults = Mutex<[FileFault]>([])

  /// Notes the notice of a file with errors.
  func note(_ notice: StoreNotice) {
    guard case .fileInvalid(let report, _) = notice else { return }
    let item: ShelfRow.Item? =
      switch StoreItem(path: report.path) {
      case .playlist(let id): .playlist(id)
      case .podcast(let id): .podcast(id)
      case nil: nil
      }
    let notice = Reporter.InvalidFileNotice(report, usesCommittedVersion: false)
    faults.withLock { $0.append(FileFault(in: item, notice.firstError)) }
  }

  /// Returns the files that were noted since the last call.
  func take() -> [FileFault] {
    faults.withLock { faults in
      defer { faults = [] }
      return faults
    }
  }
}
