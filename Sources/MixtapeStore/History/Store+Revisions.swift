public import GitHistory
public import MixtapeModel

extension Store {
  /// Returns the commit of a revision.
  ///
  /// - Parameter item: The playlist or podcast whose versions `@{2}` counts; `nil` to count all changes of the store's files.
  /// - Throws: ``MixtapeError/Code/noSuchRevision``, usually with a ``RevisionFailure``;
  ///   ``MixtapeError/Code/notFound`` if the item whose versions are counted never existed.
  /// - Complexity: O(the number of commits since the result), for versions and times.
  public func resolve(_ revision: Revision, for item: StoreItem? = nil) throws(MixtapeError) -> CommitID {
    try resolve(revision, for: item, in: try openRepository())
  }

  /// Returns the commit of a revision in an open repository.
  func resolve(
    _ revision: Revision, for item: StoreItem?, in repository: StoreRepository
  ) throws(MixtapeError) -> CommitID {
    try lookUp(revision, for: item, in: repository).commit
  }

  /// Returns the commit of a revision, and the time if the revision is a time.
  func lookUp(
    _ revision: Revision, for item: StoreItem?, in repository: StoreRepository
  ) throws(MixtapeError) -> (commit: CommitID, time: NamedTime?) {
    if let count = revision.versionsBack {
      return (try version(count, before: revision, of: item, in: repository), nil)
    }
    guard !revision.isFractionOfVersions else { throw Self.noSuch(revision, nil) }
    do throws(MixtapeError) {
      return (try repository.resolve(revision.description), nil)
    } catch {
      guard let code = error.gitCode, [.notFound, .ambiguous, .notACommit, .invalidArgument].contains(code) else {
        throw error
      }
      if let time = NamedTime(revision.description) {
        return (try newest(upTo: time, of: revision, in: repository), time)
      }
      throw Self.noSuch(revision, Self.failure(of: revision, code) ?? error.cause)
    }
  }

  /// Returns the reason why a text is neither a revision of git nor a time; `nil` if only the error of git is known.
  private static func failure(of revision: Revision, _ code: GitError.Code) -> RevisionFailure? {
    if code == .ambiguous { return .ambiguous }
    if revision.isTimeOfDay { return .timeWithoutDate }
    return revision.isWrittenAsTime ? .noSuchTime : nil
  }

  /// Returns the commit of the version that is a number of versions before the newest one.
  private func version(
    _ count: Int, before revision: Revision, of item: StoreItem?, in repository: StoreRepository
  ) throws(MixtapeError) -> CommitID {
    var trail = try item.map { (item) throws(MixtapeError) in try ItemTrail(ofPresent: item, in: self, repository) }
    let walk = try ChangeWalk(of: repository, .touching(trail?.items), firstParentOnly: true)
    var found = 0
    var boundary: CommitID?
    while let step = try walk.next() {
      if found == count { return step.commit }
      found += 1
      try trail?.follow(step, on: walk)
      if step.isBoundary { boundary = step.commit }
    }
    try requireCompleteHistory(boundary, of: revision, repository)
    if let item, found == 0 { try requireKnown(item, inHistoryOf: [], repository) }
    throw Self.noSuch(revision, RevisionFailure.tooFewVersions(found))
  }

  /// Returns the newest commit at or before a time, following first parents.
  private func newest(
    upTo time: NamedTime, of revision: Revision, in repository: StoreRepository
  ) throws(MixtapeError) -> CommitID {
    let end = time.range(in: context).upperBound
    let walk = try ChangeWalk(of: repository, .everyCommit, firstParentOnly: true)
    var oldest: ChangeWalk.Step?
    while let step = try walk.next() {
      if step.date <= end { return step.commit }
      oldest = step
    }
    try requireCompleteHistory(oldest?.commit, of: revision, repository)
    throw Self.noSuch(
      revision, oldest.map { RevisionFailure.beforeHistory(begins: $0.date, utcOffset: context.utcOffset($0.date)) })
  }

  /// Throws an error if history is cut off at the commit at which a search has ended.
  private func requireCompleteHistory(
    _ end: CommitID?, of revision: Revision, _ repository: StoreRepository
  ) throws(MixtapeError) {
    if let end, let boundary = try repository.commit(end).boundary {
      throw Self.noSuch(revision, RevisionFailure.cutOff(boundary))
    }
  }

  private static func noSuch(_ revision: Revision, _ cause: (any Error)?) -> MixtapeError {
    MixtapeError(.noSuchRevision, .text(revision.description), cause: cause)
  }
}
