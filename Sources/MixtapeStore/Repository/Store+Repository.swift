internal import GitHistory
internal import MixtapeModel

extension Store {
  /// Opens the store's repository. Starts libgit2 the first time.
  func openRepository() throws(MixtapeError) -> Repository {
    let repository = try git { () throws(GitError) in
      try Repository.open(at: directory, environment: context.environment)
    }
    repository.lockPatience = min(repository.lockPatience, context.lockPatience)
    return repository
  }
}
