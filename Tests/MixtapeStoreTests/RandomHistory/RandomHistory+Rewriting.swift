import GitHistory
import MixtapeStore
import TestSupport
import Testing

/// Rewriting of unpublished history by git.
extension RandomHistory {
  /// Rewrites all commits, in one of several ways.
  mutating func rewrite() throws {
    try capture()
    try fixture.store.captureHandEdits()
    try compare()
    guard model.broken.isEmpty, !model.changes.isEmpty else { return }
    switch random(0..<3) {
    case 0: try rebaseOntoSomebodyElses()
    case 1: try squash()
    default: try commitAnew()
    }
  }

  /// Runs `git pull --rebase`, with a commit of somebody else at the start.
  private mutating func rebaseOntoSomebodyElses() throws {
    let (sandbox, number) = (fixture.sandbox, newNumber())
    let path = "library/u\(number).toml"
    let text = "title = 'Upstream \(number)'\n"
    try sandbox.git("switch", "-q", "-c", "upstream", try root())
    try sandbox.write(text, to: path)
    try sandbox.git("add", "--all")
    try sandbox.git("commit", "-q", "-m", "Upstream \(number)")
    try sandbox.git("switch", "-q", "main")
    try sandbox.git(
      "-c", "merge.renames=false", "-c", "merge.directoryRenames=false", "pull", "-q", "--rebase", ".", "upstream")
    try sandbox.git("branch", "-q", "-D", "upstream")
    model.insertAtStart(path, Array(text.utf8))
    try renumber()
  }

  /// Runs `git rebase`, which gives every commit another committer and so another id.
  private mutating func commitAnew() throws {
    let name = fixture.sandbox.environment.updateValue("Rebaser \(newNumber())", forKey: "GIT_COMMITTER_NAME")
    defer { fixture.sandbox.environment["GIT_COMMITTER_NAME"] = name }
    try fixture.sandbox.git("-c", "merge.renames=false", "rebase", "-q", "--no-ff", try root())
    try renumber()
  }

  /// Runs `git rebase -i`, which squashes the two newest changes.
  private mutating func squash() throws {
    let operations = try fixture.store.history(of: nil, limit: 2).entries.map(\.operation)
    let newest = model.changes.suffix(2)
    guard newest.count == 2, newest.first?.before != newest.last?.after, model.future.isEmpty,
      operations.allSatisfy({ !["undo", "redo"].contains($0) }), try newestCommits(2) == newest.map(\.id).reversed()
    else { return }
    let sandbox = fixture.sandbox
    sandbox.environment["GIT_SEQUENCE_EDITOR"] = "sed -i -e '2s/^pick/squash/'"
    sandbox.environment["GIT_EDITOR"] = "true"
    try sandbox.git("-c", "merge.renames=false", "rebase", "-q", "-i", "HEAD~2")
    model.joinNewestChanges()
    try renumber()
  }

  private func root() throws -> String { try fixture.sandbox.git("rev-list", "--max-parents=0", "HEAD") }

  private func newestCommits(_ count: Int) throws -> [CommitID] {
    try fixture.sandbox.git("log", "-\(count)", "--format=%H").split(separator: "\n").compactMap {
      CommitID(String($0))
    }
  }

  /// Reads the new ids of all commits.
  private mutating func renumber() throws {
    let ids = try newestCommits(model.changes.count + 2)
    #expect(ids.count == model.changes.count + 1, comment)
    head = ids.first
    model.renumber(ids.dropLast().reversed())
    try compare()
  }
}
