internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// Which paths of a repository are those of the store's files.
enum StorePaths {
  /// The directories and the file that hold all of them.
  static let roots = Section.allCases.map(\.rawValue) + [StoreFile.name]

  /// Whether a path is that of a file of the store. Whatever else lies in its directories is the user's own.
  static func contains(_ path: String) -> Bool {
    path == StoreFile.name || StoredFile(path: path).map { !$0.name.hasPrefix(".") } == true
  }
}

extension Repository {
  /// The files of the store that a commit changed.
  func storeChanges(in commit: CommitID) throws(GitError) -> [FileChange] {
    try changes(in: commit, under: StorePaths.roots).filter { StorePaths.contains($0.path) }
  }

  /// The files of the store that differ between two commits.
  func storeChanges(from old: CommitID?, to new: CommitID) throws(GitError) -> [FileChange] {
    try changes(from: old, to: new, under: StorePaths.roots).filter { StorePaths.contains($0.path) }
  }

  /// What is in the store's directories, and what is not as HEAD has it, what can be no file of the store included.
  func storeState() throws(GitError) -> WorkTreeState {
    try workTree(under: Section.allCases.map(\.rawValue), includingFiles: [StoreFile.name])
  }
}
