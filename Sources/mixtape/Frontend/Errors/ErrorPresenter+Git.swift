import GitHistory
import SystemPackage

extension ErrorPresenter {
  /// Returns the message and hints for an error of the repository.
  static func wording(of error: GitError) -> (message: String, hints: [String]) {
    let place = error.path.map { " \($0)" } ?? ""
    switch error.code {
    case .notARepository:
      return (
        "this store is not a git repository\(place.isEmpty ? "" : ":\(place)")",
        ["`git init` creates a repository there"]
      )
    case .bare: return ("the repository\(place) is bare; a store needs a working tree", [])
    case .owner:
      let directory = error.path?.string ?? "DIR"
      return (
        "the repository\(place) belongs to another user",
        [
          "if you trust it: `git config --global --add safe.directory \(shellWord(directory))`",
          "give the full path: Mixtape ignores `*` in safe.directory",
        ]
      )
    case .unsupported:
      let remedy =
        error.feature == "sparse index" ? ["`git sparse-checkout reapply --no-sparse-index` turns it off"] : []
      return (
        "the repository uses a feature of git that Mixtape does not support\(error.feature.map { ": \($0)" } ?? "")",
        remedy
      )
    case .locked:
      return (
        "git is running in this repository, or was interrupted: \(place.isEmpty ? "the repository is locked" : "\(place.dropFirst()) exists")",
        ["try again in a moment"]
          + (error.path.map {
            [
              "`mixtape doctor` shows which process holds the lock",
              "if no git process is running in this store: `rm \(shellWord($0.string))`",
            ]
          } ?? [])
      )
    case .readOnly where error.operation == .open:
      return ("the repository is not readable: \(reason(error))", error.path.map { permissionHints($0.string) } ?? [])
    case .readOnly: return ("the repository is not writable: \(reason(error))", [])
    case .noSpace: return ("the disk is full: \(reason(error))", ["free some space, then try again"])
    case .branchLost:
      return (
        "the branch \(error.message); nothing was changed", ["`mixtape doctor --repair` restores it from the reflog"]
      )
    case .corrupt where error.operation == .readIndex:
      return ("git's index is damaged: \(place.dropFirst())", ["`mixtape doctor --repair` rebuilds it"])
    case .corrupt:
      return ("the repository is damaged: \(reason(error))", ["`mixtape doctor` and `git fsck` show details"])
    case .notFetched:
      return (
        "this partial clone lacks an object of its history: \(reason(error))",
        ["`git fetch --refetch --no-filter` fetches all objects"]
      )
    case .conflict where error.isNameConflict:
      return (
        "a file and a folder would both be named \(error.path ?? "the same"); nothing was changed",
        ["choose another name for the folder"]
      )
    case .headMoved: return ("another program made a commit at the same time; nothing was changed", ["try again"])
    default: return ("git could not \(error.operation.rawValue): \(reason(error))", [])
    }
  }

  /// Returns the message about a git setting that has no effect in Mixtape, without a full stop.
  static func wording(of advisory: RepositoryAdvisory) -> String {
    switch advisory {
    case .commitsAreNotSigned: "commit.gpgsign is on, but Mixtape does not sign its commits"
    case .hooksDoNotRun(let hooks):
      "Mixtape runs no hooks; `git commit` would run these: \(hooks.joined(separator: ", "))"
    case .filesAreNotConverted(let settings):
      "git converts files of this store by \(listed(settings)), but Mixtape commits the bytes on disk"
    }
  }

  /// Returns the message of libgit2 or of the system, with the path if the message has none.
  private static func reason(_ error: GitError) -> String {
    guard let path = error.path, !error.message.contains("/") else { return error.message }
    return "\(path): \(error.message)"
  }
}

extension GitError {
  /// Whether a commit would have a file and a directory of one name.
  var isNameConflict: Bool { code == .conflict && operation == .commit }
}
