/// The cause of an error that an id does not exist: it is the name of another item.
struct NameOfItem: Error {
  let name: String
  let id: String
}
