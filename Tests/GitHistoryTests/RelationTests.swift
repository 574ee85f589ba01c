import Foundation
import TestSupport
import Testing

@testable import GitHistory

/// The relation of two commits, compared with `git rev-list` and `git merge-base`.
@Suite struct RelationTests {
  @Test func randomHistories() throws {
    var generator = SeededGenerator()
    for _ in 0..<20 {
      let (sandbox, tips) = try Self.randomHistory(using: &generator)
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

  @Test(arguments: [true, false]) func basesAndExclusiveCommits(isShallow: Bool) throws {
    var generator = SeededGenerator()
    for _ in 0..<10 {
      let (sandbox, tips) = try Self.randomHistory(hasWrongClocks: false, using: &generator)
      if isShallow {
        let boundary = (0..<3).compactMap { _ in tips.randomElement(using: &generator).map { "\($0)\n" } }
        try sandbox.write(Set(boundary).joined(), to: ".git/shallow")
      }
      let repository = try sandbox.open()
      for _ in 0..<10 {
        let names = (0..<3).compactMap { _ in tips.randomElement(using: &generator) }
        let commits = try names.map { try #require(CommitID($0)) }
        let bases = try repository.mergeBases(of: commits[0], and: Array(commits[1...])).map(\.description)
        #expect(
          Set(bases) == (try Self.lines(["merge-base", "--all"] + names, in: sandbox)), "\(names), \(generator)")
        let exclusive = try repository.commits(reachableFrom: commits[0], butNotFrom: Array(commits[1...]))
        #expect(
          Set(exclusive.map(\.description))
            == (try Self.lines(["rev-list", names[0], "--not"] + names[1...], in: sandbox)), "\(names), \(generator)")
      }
    }
  }

  /// Returns the lines of git's output; none if it fails, as `merge-base` does without a base.
  private static func lines(_ arguments: [String], in sandbox: Sandbox) throws -> Set<String> {
    do {
      return Set(try sandbox.git(arguments: arguments).split(separator: "\n").map(String.init))
    } catch let failure as Sandbox.GitFailure {
      #expect(failure.complaint.isEmpty)
      return []
    }
  }

  /// Makes a repository with branches and merges.
  ///
  /// - Parameter hasWrongClocks: Whether the dates are not in order, as clocks of several machines differ.
  private static func randomHistory(
    hasWrongClocks: Bool = true, using generator: inout SeededGenerator
  ) throws -> (sandbox: Sandbox, commits: [String]) {
    let sandbox = try Sandbox(committing: [:])
    var commits = [try sandbox.git("rev-parse", "HEAD")]
    for number in 0..<12 {
      let parents = (0..<Int.random(in: 1...2, using: &generator)).compactMap { _ in
        commits.randomElement(using: &generator)
      }
      let second = hasWrongClocks ? Int.random(in: 0...20, using: &generator) : number
      sandbox.environment["GIT_COMMITTER_DATE"] = "@\(1_800_000_000 + second) +0000"
      let arguments = ["commit-tree", "-m", "\(commits.count)", "HEAD^{tree}"] + Set(parents).flatMap { ["-p", $0] }
      commits.append(try sandbox.git(arguments: arguments))
    }
    return (sandbox, commits)
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
