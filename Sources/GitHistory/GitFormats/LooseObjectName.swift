/// The path of a loose object below `objects`: a directory of two digits, and a file of the other 38.
struct LooseObjectName: Hashable, Sendable {
  let directory: String
  let file: String

  /// Makes the path of the object with an id.
  init(_ id: ObjectID) {
    let digits = id.description
    directory = String(digits.prefix(2))
    file = String(digits.dropFirst(2))
  }

  /// Makes a path from two names; `nil` if they are not those of an object.
  init?(directory: String, file: String) {
    guard directory.utf8.count == 2, ObjectID(directory + file) != nil else { return nil }
    self.directory = directory
    self.file = file
  }

  /// The number of digits in the name of a file.
  static let fileLength = 2 * ObjectID.byteCount - 2
}
