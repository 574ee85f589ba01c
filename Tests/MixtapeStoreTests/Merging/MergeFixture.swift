import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// A repository without a work tree, whose commits are made from texts, and merges of them.
final class MergeFixture {
  let sandbox: Sandbox
  let repository: StoreRepository
  private var second = 1_800_000_000

  init() throws {
    sandbox = try Sandbox()
    try sandbox.git("init", "-q", "-b", "main")
    repository = StoreRepository(try Repository.open(at: sandbox.store, environment: sandbox.environment))
  }

  /// Makes a commit on top of others, one second later than the one before. `nil` removes a file.
  ///
  /// - Parameters:
  ///   - parents: The parents; the files are those of the first one with the changes.
  ///   - operation: The kind of operation of Mixtape, whose commit records renamed files; `nil` for a commit of another program.
  @discardableResult
  func commit(
    _ files: [String: String?], on parents: CommitID..., modes: [String: FileMode] = [:], operation: String? = nil,
    author: String = "Ann"
  ) throws -> CommitID {
    try commit(files, onAll: parents, modes: modes, operation: operation, author: author)
  }

  /// Makes a commit on top of a list of others.
  func commit(
    _ files: [String: String?], onAll parents: [CommitID], modes: [String: FileMode] = [:], operation: String? = nil,
    author: String = "Ann"
  ) throws -> CommitID {
    let changes = try files.map { path, text in
      TreeEdit(path: path, blob: try text.map { try repository.git.makeBlob(Array($0.utf8)) }, mode: modes[path])
    }
    let tree = try repository.makeTree(changes, from: try parents.first.map { try repository.tree(of: $0) })
    try repository.writeMadeObjects(isDurable: false)
    second += 1
    sandbox.environment["GIT_AUTHOR_NAME"] = author
    sandbox.environment["GIT_AUTHOR_DATE"] = "@\(second) +0000"
    sandbox.environment["GIT_COMMITTER_DATE"] = "@\(second) +0000"
    let foreign = try commit(tree, parents, "Change")
    guard let operation else { return foreign }
    // As Mixtape does for a commit with these files.
    let renames = RecordedRenames(in: repository)
    let trailers = try parents.indices.flatMap { number in
      try renames.renames(in: foreign, sinceParent: number).trailers(sinceParent: number)
    }
    let renamed = trailers.map { "\n\($0.key): \($0.value)" }.joined()
    return try commit(tree, parents, "Change\n\nMixtape-Operation: \(operation)\(renamed)")
  }

  private func commit(_ tree: ObjectID, _ parents: [CommitID], _ message: String) throws -> CommitID {
    let id = try sandbox.git(
      arguments: ["commit-tree", tree.description, "-m", message] + parents.flatMap { ["-p", $0.description] })
    return try #require(CommitID(id))
  }

  /// Merges two commits.
  func merge(_ ours: CommitID, _ theirs: CommitID) throws -> StoreMerge {
    try StoreMerge(in: repository, ours: ours, theirs: theirs)
  }

  /// Returns the texts of all files after a merge.
  func files(_ merge: StoreMerge, onto ours: CommitID) throws -> [String: String] {
    var files = Dictionary(uniqueKeysWithValues: try repository.entries(of: ours, under: []).map { ($0.path, $0.id) })
    for change in merge.changes {
      #expect(files[change.path] == change.old?.id)
      files[change.path] = change.new?.id
    }
    return try files.mapValues { String(decoding: try repository.blob($0), as: UTF8.self) }
  }

  /// Merges two commits in both directions, and returns the files. Both must give the same values.
  func merged(_ ours: CommitID, _ theirs: CommitID) throws -> [String: String] {
    let result = try files(try merge(ours, theirs), onto: ours)
    let exchanged = try files(try merge(theirs, ours), onto: theirs)
    #expect(Set(exchanged.keys) == Set(result.keys))
    for (path, text) in result { #expect(value(of: text, at: path) == value(of: exchanged[path] ?? "", at: path)) }
    return result
  }
}
