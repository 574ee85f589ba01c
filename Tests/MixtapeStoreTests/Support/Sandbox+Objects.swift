import TestSupport

extension Sandbox {
  /// Returns the path of a loose object of the store's repository, below the store.
  func path(ofObject id: String) -> String { ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))" }

  /// Makes a sparse checkout of the store, which leaves out the files that do not match the patterns.
  func checkOutSparsely(_ patterns: String...) throws {
    // git keeps files that were written in the same instant as the index, unless it compares them first.
    try git("update-index", "-q", "--refresh")
    try git(arguments: ["sparse-checkout", "set", "--no-cone"] + patterns)
    // Newer versions of git set another value, with which libgit2 does not open `extensions.worktreeConfig`.
    try git("config", "core.repositoryFormatVersion", "0")
  }
}
