public import GitHistory
public import MixtapeModel

extension Store {
  /// The commit that a revision names.
  ///
  /// - Parameter playlist: The playlist whose versions `@{2}` counts; `nil` to count every change of the store's files.
  /// - Throws: ``MixtapeError/Code/noSuchRevision``, often with a ``RevisionFailure``; ``MixtapeError/Code/notFound`` where
  ///   versions of a playlist are to be counted that never was.
  /// - Complexity: O(the number of commits down to the one that is found), for versions and times.
  public func resolve(_ revision: Revision, for playlist: Playlist.ID? = nil) throws(MixtapeError) -> CommitID {
    try resolve(revision, for: playlist, in: try openRepository())
  }

  /// The commit that a revision names, in a repository that is open already.
  func resolve(
    _ revision: Revision, for playlist: Playlist.ID?, in repository: Repository
  ) throws(MixtapeError) -> CommitID {
    try lookUp(revision, for: playlist, in: repository).commit
  }

  /// The commit that a revision names, and the time, if it is a time that names it.
  func lookUp(
    _ revision: Revision, for playlist: Playlist.ID?, in repository: Repository
  ) throws(MixtapeError) -> (commit: CommitID, time: NamedTime?) {
    if let count = revision.versionsBack {
      return (try version(count, before: revision, of: playlist, in: repository), nil)
    }
    do throws(GitError) {
      return (try repository.resolve(revision.description), nil)
    } catch {
      guard [.notFound, .ambiguous, .notACommit, .invalidArgument].contains(error.code) else {
        throw .repository(error)
      }
      if let time = NamedTime(revision.description) {
        return (try newest(upTo: time, of: revision, in: repository), time)
      }
      let isAmbiguous = error.code == .ambiguous
      throw Self.noSuch(revision, isAmbiguous ? RevisionFailure.ambiguous : error)
    }
  }

  /// The commit that made the version so many before the newest one.
  private func version(
    _ count: Int, before revision: Revision, of playlist: Playlist.ID?, in repository: Repository
  ) throws(MixtapeError) -> CommitID {
    let walk = try git { () throws(GitError) in
      try ChangeWalk(of: repository, touching: playlist, firstParentOnly: true)
    }
    var found = 0
    var boundary: CommitID?
    while let step = walk.next() {
      if found == count { return step.commit }
      found += 1
      if step.isBoundary { boundary = step.commit }
    }
    try requireCompleteHistory(boundary, of: revision, repository)
    if let playlist, found == 0 { try requireKnown(playlist, inHistoryOf: [], repository) }
    throw Self.noSuch(revision, RevisionFailure.tooFewVersions(found))
  }

  /// The newest commit, of those that merges brought in not one, that is not younger than a time.
  private func newest(
    upTo time: NamedTime, of revision: Revision, in repository: Repository
  ) throws(MixtapeError) -> CommitID {
    let end = time.range(in: context).upperBound
    let walk = try git { () throws(GitError) in try repository.log(firstParentOnly: true) }
    var oldest: Commit?
    while let commit = try git({ () throws(GitError) in try walk.next() }) {
      if commit.author.date <= end { return commit.id }
      oldest = commit
    }
    try requireCompleteHistory(oldest?.id, of: revision, repository)
    throw Self.noSuch(
      revision,
      oldest.map { RevisionFailure.beforeHistory(begins: $0.author.date, utcOffset: context.utcOffset($0.author.date)) }
    )
  }

  /// Makes sure that history does not go on, out of reach, at a commit at which a search has ended.
  private func requireCompleteHistory(
    _ end: CommitID?, of revision: Revision, _ repository: Repository
  ) throws(MixtapeError) {
    let boundary = try git { () throws(GitError) in
      try end.flatMap { (id) throws(GitError) in try repository.commit(id).boundary }
    }
    if let boundary { throw Self.noSuch(revision, RevisionFailure.cutOff(boundary)) }
  }

  private static func noSuch(_ revision: Revision, _ cause: (any Error)?) -> MixtapeError {
    MixtapeError(.noSuchRevision, .text(revision.description), cause: cause)
  }
}
