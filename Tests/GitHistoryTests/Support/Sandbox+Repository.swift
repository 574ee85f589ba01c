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
    var changes: [TreeEdit] = []
    for (path, text) in texts {
      if let text { try sandbox.write(text, to: path) } else { try sandbox.remove(path) }
      changes.append(TreeEdit(path: path, blob: try text.map { try writeBlob(Array($0.utf8)) }))
    }
    let author = try signature(for: .author, now: Date(timeIntervalSince1970: 1_800_000_000), utcOffset: 60)
    let committer = try signature(for: .committer, now: Date(timeIntervalSince1970: 1_800_000_001), utcOffset: -150)
    let id = try commit(changes, message: message, author: author, committer: committer, onto: try head())
    try refreshIndex(paths: Array(texts.keys))
    return id
  }
}

extension Repository {
  /// Returns the commits that HEAD reaches, in the order of ``CommitQueue``.
  func history() throws -> [Commit] {
    var (commits, queue) = ([Commit](), CommitQueue<CommitID>())
    func enqueue(_ id: CommitID) throws {
      try queue.enqueue(id) { Int64(try commit(id).committer.date.timeIntervalSince1970) }
    }
    if let head = try head().commit { try enqueue(head) }
    while let id = queue.next() {
      let commit = try commit(id)
      commits.append(commit)
      for parent in commit.parents { try enqueue(parent) }
    }
    return commits
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
