import MixtapeStore
import SystemPackage

extension ErrorPresenter {
  /// Why the snapshot for other programs is not up to date, and what to do about it.
  static func wording(of failure: SnapshotFailure) -> (message: String, hint: String) {
    let place = quoted(failure.path.string)
    let start = "the change is made, but the snapshot \(place) is not up to date"
    return switch failure.reason {
    case .occupied:
      (
        "\(start): what is there is no snapshot, and is left as it is",
        "move it away, or give `[snapshot]` in mixtape.toml another path"
      )
    case .insideRepository:
      (
        "\(start): it lies in the directory of a git repository, whose files belong to git",
        "give `[snapshot]` in mixtape.toml another path"
      )
    case .system(let error):
      ("\(start): \(error.reason)", "the next change tries again; the path is in mixtape.toml, under `[snapshot]`")
    case .store(let error): ("\(start): \(problem(for: error).message)", "the next change tries again")
    }
  }
}
