import Foundation
import TestSupport
import Testing

@testable import GitHistory

/// The relation of two commits, compared with `git rev-list` and `git merge-base`.
@Suite struct RelationTests {
  @Test func randomHistories() throws {
    var generator = SeededGenerator()
    for _ in 0..<20 {
      let sandbox = try Sandbox(committing: [:])
      var tips = [try sandbox.git("rev-parse", "HEAD")]
      for _ in 0..<12 {
        let parents = (0..<Int.random(in: 1...2, using: &generator)).compactMap { _ in
          tips.randomElement(using: &generator)
        }
        // Clocks of several machines differ, so dates are not in order.
        sandbox.environment["GIT_COMMITTER_DATE"] =
          "@\(1_800_000_000 + Int.random(in: 0...20, using: &generator)) +0000"
        let arguments = ["commit-tree", "-m", "\(tips.count)", "HEAD^{tree}"] + Set(parents).flatMap { ["-p", $0] }
        tips.append(try sandbox.git(arguments: arguments))
      }
      let repository = try sandbox.open()
      for _ in 0..<10 {
        let (first, second) = (tips.randomElement(using: &generator) ?? "", tips.randomElement(using: &generator) ?? "")
        let relation = try repository.relation(
          of: try #require(CommitID(first)), to: try #require(CommitID(second)))
        let counts = try sandbox.git("rev-list", "--left-right", "--count", "\(first)...\(second)")
        #expect("\(relation.ahead)\t\(relation.behind)" == counts, generator.comment)
        let bases = try sandbox.git("merge-base", "--all", first, second).split(separator: "\n").map(String.init)
        #expect(Set(bases).isSubset(of: relation.bases.map(\.description)), generator.comment)
      }
    }
  }

  @Test func separateHistoriesHaveNoBase() throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    let other = try sandbox.git("commit-tree", "-m", "Other", "HEAD^{tree}")
    let repository = try sandbox.open()
    let relation = try repository.relation(of: try repository.resolve("HEAD"), to: try repository.resolve(other))
    #expect(relation == CommitRelation(ahead: 1, behind: 1, bases: []))
  }
}

/// Remotes, upstreams and remote-tracking references.
@Suite struct RemoteTests {
  @Test(arguments: [
    ("+refs/heads/*:refs/remotes/origin/*", "refs/heads/main", "refs/remotes/origin/main"),
    ("refs/heads/main:refs/remotes/up", "refs/heads/main", "refs/remotes/up"),
    ("+refs/heads/a*z:refs/x/*/y", "refs/heads/a-z", "refs/x/-/y"),
  ])
  func refspecs(_ spec: String, _ reference: String, _ expected: String) {
    #expect(Refspec(spec).destination(of: reference) == expected)
  }

  @Test(arguments: ["^refs/heads/*", "refs/heads/main", "refs/heads/a*a:refs/x/*", ""])
  func refspecsWithoutADestination(_ spec: String) {
    #expect(Refspec(spec).destination(of: "refs/heads/main") == nil)
    #expect(Refspec(spec).destination(of: "refs/heads/a") == nil)
  }

  @Test func theUpstreamOfABranch() throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    #expect(try sandbox.open().remotes() == [])
    #expect(try sandbox.open().upstream(of: "main") == nil)
    try sandbox.git("remote", "add", "origin", "/nowhere")
    try sandbox.git("remote", "add", "a.b", "/nowhere")
    try sandbox.git("config", "branch.main.remote", "origin")
    try sandbox.git("config", "branch.main.merge", "refs/heads/trunk")
    try sandbox.git("update-ref", "refs/remotes/origin/trunk", "HEAD")
    let repository = try sandbox.open()
    #expect(try repository.remotes() == ["a.b", "origin"])
    let upstream = try #require(try repository.upstream(of: "main"))
    #expect(upstream == Upstream(remote: "origin", reference: "refs/heads/trunk"))
    let tracking = try #require(try repository.trackingReference(of: upstream))
    #expect(tracking == "refs/remotes/origin/trunk")
    #expect(try repository.commit(ofReference: tracking) == repository.head().commit)
    #expect(try repository.commit(ofReference: "refs/remotes/origin/gone") == nil)
  }
}
