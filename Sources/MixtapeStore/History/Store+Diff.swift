internal import GitHistory
public import MixtapeModel

extension Store {
  /// Returns the differences of the store's files between two revisions, or between a revision and the present files.
  ///
  /// - Parameters:
  ///   - item: The playlist or podcast to compare; `nil` for all files.
  ///   - old: The older revision; `nil` for HEAD.
  ///   - new: The newer revision; `nil` for the present files.
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notFound`` if the item does not
  ///   exist, and never did in the history of the revisions.
  public func diff(
    of item: StoreItem?, from old: Revision?, to new: Revision?
  ) throws(MixtapeError) -> [FileDifference] {
    let repository = try openRepository()
    let base = try old.map { (name) throws(MixtapeError) in try resolve(name, for: item, in: repository) }
    let target = try new.map { (name) throws(MixtapeError) in try resolve(name, for: item, in: repository) }
    let head = try repository.head().commit
    let start = base ?? head
    var pairs: [String: (old: [UInt8]?, new: [UInt8]?)] = [:]
    for change in try changes(from: start, to: target, in: repository) {
      if let item, StoreItem(path: change) != item { continue }
      let before = try repository.content(of: change, in: start)
      let after = target == nil ? try currentBytes(of: change) : try repository.content(of: change, in: target)
      if before != after { pairs[change] = (before, after) }
    }
    if let item, pairs.isEmpty {
      try requireKnown(item, inHistoryOf: Set([start, target ?? head].compactMap(\.self)).map { $0 }, repository)
    }
    return pairs.sorted { $0.key < $1.key }.map { FileDifference(path: $0.key, old: $0.value.old, new: $0.value.new) }
  }

  /// Returns the paths that may differ.
  private func changes(
    from start: CommitID?, to target: CommitID?, in repository: StoreRepository
  ) throws(MixtapeError) -> Set<String> {
    if let target { return Set(try repository.storeChanges(from: start, to: target).map(\.path)) }
    let edited = try repository.storeState().changes.map(\.path)
    guard let head = try repository.head().commit, head != start else { return Set(edited) }
    return Set(edited).union(try repository.storeChanges(from: start, to: head).map(\.path))
  }

  private func currentBytes(of path: String) throws(MixtapeError) -> [UInt8]? {
    if case .bytes(let bytes) = try load(path) { bytes } else { nil }
  }
}
