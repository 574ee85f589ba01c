import Foundation
import GitHistory
import TestSupport
import Testing

/// Random commits compared with a model. Git checks every tree.
@Suite struct RandomTreeTests {
  /// Names that sort differently as files and as directories.
  private static let names = ["a", "a.toml", "a-b", "a0", "b", "é", "z z", "A"]

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func commits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sandbox = try Sandbox(committing: [:])
    let repository = try sandbox.open()
    let signature = Signature(name: "A", email: "a@example.org", date: Date(timeIntervalSince1970: 0), utcOffset: 0)
    var model: [String: ObjectID] = [:]
    for step in 1...12 {
      let before = model
      var changes: [TreeEdit] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let path = Self.randomPath(using: &random)
        guard !changes.contains(where: { $0.path == path }) else { continue }
        if model[path] != nil, Bool.random(using: &random) {
          model[path] = nil
          changes.append(TreeEdit(path: path, blob: nil))
        } else if Self.hasRoom(for: path, in: model) {
          let blob = try repository.writeBlob(Array("\(step) \(path)".utf8))
          model[path] = blob
          changes.append(TreeEdit(path: path, blob: blob))
        }
      }
      let id = try repository.commit(
        changes, message: "Step \(step)", author: signature, committer: signature, onto: repository.head())
      try expectTree(of: id, is: model, after: before, in: repository, sandbox)
    }
    sandbox.expectSound()
  }

  private func expectTree(
    of id: CommitID, is model: [String: ObjectID], after before: [String: ObjectID], in repository: Repository,
    _ sandbox: Sandbox
  ) throws {
    let entries = try repository.entries(of: id)
    #expect(Dictionary(uniqueKeysWithValues: entries.map { ($0.path, $0.id) }) == model)
    let listing = model.sorted { $0.key < $1.key }.map { "100644 \($0.value)\t\($0.key)\0" }.joined()
    try sandbox.git("read-tree", "--empty")
    try sandbox.git("update-index", "-z", "--index-info", input: listing)
    #expect(try sandbox.git("write-tree") == repository.commit(id).tree.description)

    let changes = try repository.changes(in: id)
    let touched = Set(model.keys).union(before.keys).filter { model[$0] != before[$0] }
    #expect(Set(changes.map(\.path)) == touched)
    #expect(changes.allSatisfy { $0.old == before[$0.path] && $0.new == model[$0.path] })
  }

  private static func randomPath(using random: inout SeededGenerator) -> String {
    let depth = Int.random(in: 1...3, using: &random)
    return (0..<depth).map { _ in names.randomElement(using: &random) ?? "a" }.joined(separator: "/")
  }

  /// Returns whether `path` conflicts with no file or directory of the model.
  private static func hasRoom(for path: String, in model: [String: ObjectID]) -> Bool {
    !model.keys.contains { $0.hasPrefix(path + "/") || path.hasPrefix($0 + "/") }
  }
}
