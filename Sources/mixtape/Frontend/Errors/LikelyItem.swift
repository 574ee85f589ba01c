import MixtapeStore

/// The cause of an error that an id does not exist: it is the name of another item.
struct NameOfItem: Error {
  let name: String
  let id: String
}

/// The cause of an error that a playlist or a podcast does not exist: it was deleted.
struct DeletedItem: Error {
  let item: StoreItem
}

/// The cause of an error that a playlist does not exist: a podcast has the id. Or the other way round.
struct ItemOfOtherKind: Error {
  let item: StoreItem
}
