internal import GitHistory
internal import MixtapeModel

/// The playlists and podcasts that a store has, or had in its history.
struct KnownItems {
  private let store: Store
  private let repository: StoreRepository

  init(of store: Store, in repository: StoreRepository) { (self.store, self.repository) = (store, repository) }

  /// Returns the first of some items that exists or existed. See ``Store/knownItem(of:at:)``.
  func first(of items: [StoreItem], at revisions: [Revision]) throws(MixtapeError) -> StoreItem {
    for item in items where try exists(item) { return item }
    for item in items {
      for revision in revisions where try wasKnown(item, at: revision) { return item }
    }
    for item in items where try wasKnown(item, inHistoryOf: nil) { return item }
    let errors = try items.map { (item) throws(MixtapeError) in try notFound(item) }
    throw MixtapeError(
      .notFound, items.first.map { .item($0.id) } ?? .none, candidates: errors.flatMap(\.candidates),
      cause: errors.last?.cause)
  }

  /// Throws an error unless an item exists, or existed in the history of one of the commits; `nil` stands for HEAD.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the existing ids as candidates.
  func require(_ item: StoreItem, inHistoryOf commits: [CommitID?]) throws(MixtapeError) {
    if try store.path(of: item) != nil { return }
    for commit in commits where try wasKnown(item, inHistoryOf: commit) { return }
    throw try notFound(item)
  }

  /// Returns the error that the history of HEAD does not have an item. Its cause is a ``HistoryCutOff`` if older
  /// history, which may have the item, is missing.
  func notFound(_ item: StoreItem) throws(MixtapeError) -> MixtapeError {
    let error = try store.notFound(item)
    let walk = try ChangeWalk(of: repository, .store)
    while let step = try walk.next() {
      guard step.isBoundary, let boundary = try repository.commit(step.commit).boundary else { continue }
      return MixtapeError(
        error.code, error.subject, candidates: error.candidates, cause: HistoryCutOff(boundary: boundary))
    }
    return error
  }

  /// Returns whether an item existed in the history of a commit; `nil` stands for HEAD.
  func wasKnown(_ item: StoreItem, inHistoryOf commit: CommitID?) throws(MixtapeError) -> Bool {
    try ChangeWalk(of: repository, .item(item), from: commit).next() != nil
  }

  /// Returns whether an item existed in the history of a revision. A version such as `@{2}` exists only of a known item.
  private func wasKnown(_ item: StoreItem, at revision: Revision) throws(MixtapeError) -> Bool {
    do throws(MixtapeError) {
      return try wasKnown(item, inHistoryOf: RevisionSearch(of: store, in: repository).commit(of: revision, for: item))
    } catch {
      guard error.code == .noSuchRevision || error.code == .notFound else { throw error }
      return false
    }
  }

  /// Returns whether an item has a file, or several.
  private func exists(_ item: StoreItem) throws(MixtapeError) -> Bool {
    do throws(MixtapeError) {
      return try store.path(of: item) != nil
    } catch {
      guard error.code == .invalidFile else { throw error }
      return true
    }
  }
}
