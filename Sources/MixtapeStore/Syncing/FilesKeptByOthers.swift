internal import GitHistory
internal import MixtapeModel

extension Store {
  /// Returns notices of received files that this store had deleted: another clone merged the deletion with a change of the file, and
  /// so kept the file.
  ///
  /// - Parameters:
  ///   - changes: The files that differ from those of ours.
  ///   - ours: The commit of this store before the sync.
  ///   - theirs: The commit of the remote.
  func filesKeptByOthers(
    _ changes: [TreeDifference], ours: CommitID, theirs: CommitID
  ) throws(MixtapeError) -> [MergeNotice] {
    let created = Set(changes.filter { $0.old == nil && StorePaths.contains($0.path) }.map(\.path))
    guard !created.isEmpty else { return [] }
    // These merges make objects. A repository of their own keeps them out of the commit of the sync.
    let repository = try openRepository()
    let received = try repository.commits(reachableFrom: theirs, butNotFrom: [ours])
    var notices: Set<MergeNotice> = []
    for commit in received {
      let parents = try repository.parents(of: commit)
      guard parents.count == 2, let own = parents.first(where: { !received.contains($0) }),
        let other = parents.first(where: received.contains)
      else { continue }
      for notice in try Self.mergeNotices(ours: own, theirs: other, in: repository) {
        if case .kept(let path, _, .ours) = notice, created.contains(path) { notices.insert(notice) }
      }
    }
    return notices.sorted { "\($0)" < "\($1)" }
  }

  /// Returns the notices of a merge; none if a shallow clone lacks its base.
  private static func mergeNotices(
    ours: CommitID, theirs: CommitID, in repository: StoreRepository
  ) throws(MixtapeError) -> [MergeNotice] {
    do throws(MixtapeError) {
      return try StoreMerge(in: repository, ours: ours, theirs: theirs).notices
    } catch {
      guard error.gitCode == .notFound else { throw error }
      return []
    }
  }
}
