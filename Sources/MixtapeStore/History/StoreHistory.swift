internal import MixtapeModel

/// A store and its past: revisions, missing items, differences, blame and plans of undos read the present files and the repository.
struct StoreHistory {
  let store: Store
  let repository: StoreRepository

  init(of store: Store) throws(MixtapeError) { self.init(of: store, in: try store.openRepository()) }

  init(of store: Store, in repository: StoreRepository) { (self.store, self.repository) = (store, repository) }
}

extension Transaction {
  var history: StoreHistory { StoreHistory(of: store, in: repository) }
}

extension DryRun {
  var history: StoreHistory { StoreHistory(of: store, in: repository) }
}
