import Foundation
import GitHistory
import TestSupport
import Testing

/// Commits that git reads although their author or their date is malformed.
@Suite struct MalformedCommitTests {
  @Test(
    arguments: [
      ("Foo Bar <foo@x 1790000000 +0100", "Foo Bar", "foo@x", 1_790_000_000, 60),
      ("Foo Bar 1790000000 +0100", "Foo Bar", "", 1_790_000_000, 60),
      ("Foo Bar <foo@x> abc", "Foo Bar", "foo@x", 1_780_000_000, -120),
      ("Foo <foo@x> 99999999999999999999 +0000", "Foo", "foo@x", 1_780_000_000, -120),
      ("Foo <foo@x> 999999999999999999 +0000", "Foo", "foo@x", 1_780_000_000, -120),
      ("Foo <foo@x> -1 +0000", "Foo", "foo@x", 1_780_000_000, -120),
      ("Foo <foo@x>", "Foo", "foo@x", 1_780_000_000, -120), ("Foo", "Foo", "", 1_780_000_000, -120),
      ("<foo@x", "Unknown", "foo@x", 1_780_000_000, -120), (nil, "Unknown", "", 1_780_000_000, -120),
    ] as [(String?, String, String, Int, Int)])
  func `the recognized parts of an author are read`(
    line: String?, name: String, email: String, seconds: Int, utcOffset: Int
  ) throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    let id = try sandbox.commitMalformed(author: line, committer: "C <c@x> 1780000000 -0200")
    let repository = try sandbox.open()
    let commit = try repository.commit(try #require(CommitID(id)))
    let author = Signature(
      name: name, email: email, date: Date(timeIntervalSince1970: Double(seconds)), utcOffset: utcOffset)
    #expect(commit.id.description == id)
    #expect(commit.author == author)
    #expect(commit.committer.name == "C")
    #expect(commit.subject == "Malformed")
    #expect(commit.tree.description == (try sandbox.git("rev-parse", "HEAD^{tree}")))
  }

  @Test func `unusual commits that are not malformed`() throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    try sandbox.commitMalformed(author: " <> 1790000000 +9999")
    try sandbox.commitMalformed(author: "A <B> <c@x> 1790000000")
    let history = try sandbox.open().history()
    #expect(history.prefix(2).map(\.author.name) == ["A", ""])
    #expect(
      history.prefix(2).map(\.author.date) == Array(repeating: Date(timeIntervalSince1970: 1_790_000_000), count: 2))
  }

  @Test func `without any date, a commit is of 1970, as in git`() throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    try sandbox.commitMalformed(author: "A <a@x> abc", committer: "C")
    let commit = try #require(try sandbox.open().history().first)
    #expect(
      [commit.author.date, commit.committer.date] == [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 0)])
  }

  @Test func `relations lead through malformed commits`() throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    let base = try sandbox.commitMalformed(author: "Foo <foo@x 1790000000 +0000")
    try sandbox.git("branch", "side")
    let ours = try sandbox.commitMalformed(author: "Foo", committer: "Foo")
    try sandbox.git("switch", "-q", "side")
    let theirs = try sandbox.commitMalformed(author: nil)
    let repository = try sandbox.open()
    let (first, second) = (try #require(CommitID(ours)), try #require(CommitID(theirs)))
    let relation = try repository.relation(of: first, to: second)
    #expect((relation.ahead, relation.behind) == (1, 1))
    #expect(try repository.mergeBases(of: first, and: [second]).map(\.description) == [base])
    #expect(try repository.commits(reachableFrom: first, butNotFrom: [second]).map(\.description) == [ours])
  }
}
