internal import GitHistory
internal import MixtapeModel

extension Store {
  /// Begins to start what a change or a look at history needs, on another thread, and returns at once.
  ///
  /// It takes milliseconds, which whoever has other things to do first can save.
  public static func prepare() { Repository.prepare() }

  /// Opens the store's repository. Costs some milliseconds the first time, when libgit2 starts.
  func openRepository() throws(MixtapeError) -> Repository {
    let repository = try git { () throws(GitError) in
      try Repository.open(at: directory, environment: context.environment)
    }
    repository.lockPatience = min(repository.lockPatience, context.lockPatience)
    return repository
  }
}
