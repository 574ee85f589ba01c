public import GitHistory
public import MixtapeModel

/// The condition of a store.
extension Store {
  /// Returns the status of the store without changing anything. O(the number of files). Warns of rules that name missing
  /// playlists, and of files whose new names are not valid.
  public func status() throws(MixtapeError) -> StoreStatus {
    try StoreStatus(of: self)
  }

  /// Returns the changes that the next undo and redo would apply to; none during a merge or a similar operation. O(the number of
  /// files).
  public func nextSteps() throws(MixtapeError) -> NextSteps {
    let repository = try openRepository()
    guard repository.state == .clean else { return NextSteps() }
    return try NextSteps(after: try HandEditSurvey(of: self, repository), in: repository)
  }

  /// Returns the unfinished operation of git, such as a merge.
  public func repositoryState() throws(MixtapeError) -> RepositoryState { try openRepository().state }

  /// Returns the files with conflicts of a merge or a similar operation, by path. Some may not belong to the store.
  public func conflicts() throws(MixtapeError) -> [String] { try openRepository().conflicts() }

  /// Examines files and repository without changing anything. O(the size of all files and of their contents in HEAD).
  ///
  /// Beside a git that packs the repository, objects move and locks come and go. So problems of the repository count only if they
  /// are found several times.
  public func examine() throws(MixtapeError) -> [Finding] {
    try Examination.findings(in: self)
  }

  /// Examines the store as ``examine()`` does, and repairs what can be repaired without loss of data.
  ///
  /// - Returns: The findings with the results of their repairs.
  /// - Throws: ``MixtapeError/Code/locked`` if another process is changing the store, and
  ///   ``MixtapeError/Code/repositoryBusy`` while an operation of git is unfinished. Nothing is repaired then.
  public func repair() throws(MixtapeError) -> [Finding] {
    try Transaction.repair(self)
  }
}
