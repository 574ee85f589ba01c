import MixtapeModel
import MixtapeStore

extension MixtapeError {
  /// Returns the error, with a cause if the missing id of a playlist or a podcast is the name of another one.
  func withName(in store: Store?) -> MixtapeError {
    guard code == .notFound, cause == nil, let store else { return self }
    do throws(MixtapeError) {
      switch subject {
      case .playlist(let id):
        return explained(id.rawValue, try store.summaries().map { ($0.name, $0.id.rawValue) })
      case .podcast(let id):
        return explained(id.rawValue, try store.library.summaries().map { ($0.head.title, $0.id.rawValue) })
      default: return self
      }
    } catch {
      // The missing id is the error to report.
      return self
    }
  }

  private func explained(_ text: String, _ items: [(name: String, id: String)]) -> MixtapeError {
    let folded = TextFolding.fold(text)
    guard let item = items.first(where: { TextFolding.fold($0.name) == folded }) else { return self }
    return MixtapeError(code, subject, candidates: candidates, cause: NameOfItem(name: item.name, id: item.id))
  }
}
