import TestSupport

extension Sandbox {
  /// Returns the path of a loose object of the store's repository, below the store.
  func path(ofObject id: String) -> String { ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))" }
}
