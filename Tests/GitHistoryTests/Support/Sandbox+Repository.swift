import Foundation
import GitHistory
import SystemPackage
import TestSupport

extension Sandbox {
  /// Opens the store.
  func open(_ directory: FilePath? = nil) throws -> Repository {
    try Repository.open(at: directory ?? store, environment: environment)
  }
}

extension Repository {
  /// Writes files, commits and updates the index like a caller. `nil` removes a file.
  @discardableResult
  func commit(_ texts: [String: String?], _ message: String = "Change", in sandbox: Sandbox) throws -> CommitID {
    var changes: [TreeChange] = []
    for (path, text) in texts {
      if let text { try sandbox.write(text, to: path) } else { try sandbox.remove(path) }
      changes.append(TreeChange(path: path, blob: try text.map { try writeBlob(Array($0.utf8)) }))
    }
    let author = try signature(for: .author, now: Date(timeIntervalSince1970: 1_800_000_000), utcOffset: 60)
    let committer = try signature(for: .committer, now: Date(timeIntervalSince1970: 1_800_000_001), utcOffset: -150)
    let id = try commit(changes, message: message, author: author, committer: committer, onto: try head())
    try refreshIndex(paths: Array(texts.keys))
    return id
  }
}

/// Returns the error that `body` throws, or `nil`.
func gitError(_ body: () throws -> Void) throws -> GitError? {
  do {
    try body()
    return nil
  } catch let error as GitError {
    return error
  }
}
