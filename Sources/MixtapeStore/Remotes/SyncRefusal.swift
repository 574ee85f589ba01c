public import GitHistory
internal import MixtapeModel

/// A reason why a store cannot exchange changes with a remote. Nothing was changed.
public enum SyncRefusal: Error, Hashable, Sendable {
  /// The repository has no remote.
  case noRemote
  /// The repository has no remote of that name.
  case unknownRemote(String, known: [String])
  /// The repository has several remotes, and none of them is the usual one.
  case severalRemotes([String])
  /// HEAD is a commit and not a branch.
  case detachedHead(CommitID)
  /// The branch of HEAD has no commit.
  case unbornBranch(String)
  /// The branch of the remote was deleted or renamed, and the remote has others.
  case gone(RemoteBranch, others: [String])
  /// The store and the branch of the remote have no common commit.
  case unrelated(RemoteBranch)
  /// The branch of the remote has lost commits that it had before.
  case rewritten(RemoteBranch, before: CommitID, ahead: Int)
  /// The branch of the remote was reset to an earlier commit, and a push would bring the removed commits back.
  case reset(RemoteBranch, before: CommitID)
  /// History is cut off in this clone before the last common commit.
  case shallow(RemoteBranch)
  /// The remote changed files that do not belong to the store, and that have changes here that are not committed.
  case uncommitted([String], RemoteBranch)
  /// Both sides changed files that Mixtape cannot merge.
  case unmergeable([String], RemoteBranch)
  /// Both sides changed files whose last common version has errors. Only their lines could be merged, and removed elements could
  /// return.
  case invalidBase([String], RemoteBranch)
  /// The remote changed files in a way that git can write, and Mixtape cannot.
  case unwritable([UnwritableFile], RemoteBranch)
  /// The remote has files at paths that git never checks out, such as a file in `.git`.
  case unsafe([String], RemoteBranch)
  /// The remote deleted `mixtape.toml`, without which the directory is no store.
  case storeFileDeleted(RemoteBranch)
  /// `mixtape.toml` of the remote has errors, or a format that this version does not support. The messages say which.
  case storeFileInvalid([String], RemoteBranch)
  /// Files of the remote have errors, and were changed here, too, so that Mixtape cannot merge them. The messages begin with their
  /// paths.
  case invalidFiles([String], RemoteBranch)
  /// Both sides changed values differently, and the call asked to stop then.
  case conflicts([MergeConflict], RemoteBranch)
  /// Other clones sent changes first, each time.
  case nonFastForward(RemoteBranch, attempts: Int)
  /// The address has no store: its branch has no `mixtape.toml`.
  case notAStore(String)
  /// The directory for a clone exists and is not empty.
  case directoryNotEmpty(String)
  /// The directory for a clone has some of the files of a clone that was killed.
  case unfinishedClone(String)
  /// A process is making a clone in the directory: another Mixtape, or the git of one that was killed.
  case cloneRunning(String, by: RunningProcess?)

  /// A process of this machine.
  public struct RunningProcess: Hashable, Sendable {
    /// The process id.
    public let id: Int32
    /// The name of its program.
    public let name: String
  }
}

extension SyncRefusal {
  /// The stable name of the reason.
  public var code: String {
    switch self {
    case .noRemote: "no-remote"
    case .unknownRemote: "unknown-remote"
    case .severalRemotes: "several-remotes"
    case .detachedHead: "detached-head"
    case .unbornBranch: "unborn-branch"
    case .gone: "branch-gone"
    case .unrelated: "unrelated-histories"
    case .rewritten, .reset: "rewritten-history"
    case .shallow: "shallow-clone"
    case .uncommitted: "uncommitted-files"
    case .unmergeable: "files-in-conflict"
    case .invalidBase: "common-version-invalid"
    case .unwritable: "unwritable-files"
    case .unsafe: "unsafe-paths"
    case .storeFileDeleted: "store-file-deleted"
    case .storeFileInvalid: "store-file-invalid"
    case .invalidFiles: "invalid-files"
    case .conflicts: "sync-conflicts"
    case .nonFastForward: "outpaced"
    case .notAStore: "not-a-store"
    case .directoryNotEmpty: "directory-not-empty"
    case .unfinishedClone: "unfinished-clone"
    case .cloneRunning: "clone-running"
    }
  }
}

extension SyncRefusal: CustomStringConvertible {
  /// The reason in a few words.
  public var description: String { code.map { $0 == "-" ? " " : String($0) }.joined() }
}

extension MixtapeError {
  static func refused(_ refusal: SyncRefusal) -> MixtapeError {
    MixtapeError(Code(rawValue: refusal.code), cause: refusal)
  }
}

/// A file that the remote changed in a way that git can write, and Mixtape cannot.
public struct UnwritableFile: Hashable, Sendable {
  /// The reason why Mixtape cannot write a file.
  public enum Reason: Hashable, Sendable {
    /// A symbolic link, before or after the change.
    case symbolicLink
    /// A submodule, before or after the change.
    case submodule
    /// A new executable file.
    case executable
    /// Another mode than before.
    case changedMode
    /// A size above the limit that Mixtape reads, of a file that does not belong to the store.
    case tooLarge
    /// A sparse checkout that leaves the file out of the work tree.
    case excluded
    /// A path that is not UTF-8.
    case invalidPath
    /// A file or directory whose path differs only in its Unicode form.
    case severalForms
    /// A filter or a conversion that git applies to the content of a file that does not belong to the store.
    case converted
  }

  /// The path from the top of the repository.
  public let path: String
  /// The reason.
  public let reason: Reason
}
