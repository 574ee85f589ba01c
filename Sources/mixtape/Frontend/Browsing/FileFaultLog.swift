import MixtapeLibrary
import MixtapeStore
import StoreBrowser
import Synchronization

/// The files with errors and the remarks on rules that the reads of a store have found.
final class FileFaultLog: Sendable {
  private let faults = Mutex<[FileFault]>([])
  private let remarks = Mutex<[EvaluationRemark]>([])

  /// Notes the notice of a file with errors, or of rules.
  func note(_ notice: StoreNotice) {
    switch notice {
    case .fileInvalid(let report, _): note(report)
    case .rules(let remark): remarks.withLock { $0.append(remark) }
    default: break
    }
  }

  private func note(_ report: FileReport) {
    let item: SidebarRow.Item? =
      switch StoreItem(path: report.path) {
      case .playlist(let id): .playlist(id)
      case .podcast(let id): .podcast(id)
      case nil: nil
      }
    let notice = Reporter.InvalidFileNotice(report, usesCommittedVersion: false)
    faults.withLock { $0.append(FileFault(in: item, notice.firstError)) }
  }

  /// Returns the files that were noted since the last call.
  func take() -> [FileFault] { Self.take(faults) }

  /// Returns the remarks that were noted since the last call.
  func takeRemarks() -> [EvaluationRemark] { Self.take(remarks) }

  private static func take<Element: Sendable>(_ noted: borrowing Mutex<[Element]>) -> [Element] {
    noted.withLock { elements in
      defer { elements = [] }
      return elements
    }
  }
}
