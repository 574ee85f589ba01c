internal import GitHistory
public import MixtapeModel

extension Store {
  /// Adds the remote `origin` to a store that has no remote. Git first finds out whether there is a repository.
  ///
  /// - Parameters:
  ///   - address: The address of the repository, in any form of `git clone`; a path must be absolute.
  ///   - name: The address as the user wrote it, which can be the name of a remote.
  /// - Returns: Whether the remote was added. A name of a remote changes nothing.
  /// - Throws: ``SyncRefusal/unknownRemote(_:known:)`` as the cause of an error with its code if the store has another remote;
  ///   ``MixtapeError/Code/transferFailed`` if there is no repository at the address. Nothing is changed then.
  public func connect(
    to address: String, writtenAs name: String, by git: GitProgram
  ) throws(MixtapeError) -> Bool {
    let repository = try openRepository()
    let known = try repository.remotes()
    if known.contains(name) { return false }
    guard known.isEmpty else { throw .refused(.unknownRemote(name, known: known)) }
    let output = try git.run(["ls-remote", "--quiet", "--end-of-options", address], in: directory, context)
    guard output.isSuccess else { throw .transfer(GitProgramError(of: output, .receiving)) }
    try repository.setLocally([
      ("remote.origin.url", address), ("remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"),
    ])
    return true
  }
}
