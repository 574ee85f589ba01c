import SystemPackage
import TestSupport
import Testing

@testable import Companions

/// The kinds of addresses, and feeds in local files.
@Suite struct AddressTests {
  private let sandbox: Sandbox
  private let fetcher = FeedFetcher(program: "/nonexistent", environment: [:], userAgent: "")

  init() throws { sandbox = try Sandbox() }

  @Test func `web addresses and file addresses`() {
    #expect(RequestedAddress("http://example.org/") == .web)
    #expect(RequestedAddress("HTTPS://example.org/") == .web)
    #expect(RequestedAddress("file:///a%20b") == .file("/a b"))
    #expect(RequestedAddress("file://localhost/a") == .file("/a"))
    #expect(RequestedAddress("File:/a") == .file("/a"))
    #expect(RequestedAddress("ftp://example.org/") == .invalid(FetchError(.unsupportedScheme)))
    for text in [
      "", "example.org/feed", "http:example.org", "file://other/a", "file:a", "file:///%0", "file:///%zz",
      "file:///%00",
      "http://a/\nb", "http://a/\(String(repeating: "x", count: 10_000))",
    ] {
      #expect(RequestedAddress(text) == .invalid(FetchError(.invalidAddress)), "\(text.prefix(50))")
    }
  }

  private func fetch(_ path: String, _ validators: FeedValidators = .none, bytes: Int = 100) throws -> FeedResponse {
    let request = FeedRequest(
      "file://\(sandbox.store.appending(path))", validators: validators, limits: FetchLimits(bytes: bytes))
    var responses: [FeedResponse] = []
    try fetcher.fetch([request]) { responses.append($0) }
    return try #require(responses.first)
  }

  @Test func `local files are read without the program`() throws {
    try sandbox.write("<rss/>", to: "feed.xml")
    let first = try fetch("feed.xml")
    let validators = try #require(first.validators)
    #expect(first.text == "<rss/>")
    #expect(try fetch("feed.xml", validators).outcome == .notModified)
    try sandbox.write("<rss />", to: "feed.xml")
    #expect(try fetch("feed.xml", validators).text == "<rss />")
  }

  @Test func `symbolic links are followed`() throws {
    try sandbox.write("<rss/>", to: "feed.xml")
    #expect(try sandbox.shell("ln -s feed.xml link.xml") == "")
    #expect(try fetch("link.xml").text == "<rss/>")
  }

  @Test func `unreadable files`() throws {
    #expect(try fetch("missing.xml").error?.code == .unreadableFile)
    #expect(try fetch(".").error == FetchError(.unreadableFile, text: "not a regular file"))
    #expect(try sandbox.shell("mkfifo pipe") == "")
    #expect(try fetch("pipe").error?.code == .unreadableFile)
    try sandbox.write(String(repeating: "x", count: 101), to: "large.xml")
    #expect(try fetch("large.xml").error?.code == .tooLarge)
  }

  @Test func `a failed request does not stop the others`() throws {
    try sandbox.write("<rss/>", to: "feed.xml")
    var responses: [FeedResponse] = []
    let requests = ["ftp://a/", "file://\(sandbox.store)/feed.xml", "nothing"].map { FeedRequest($0) }
    try fetcher.fetch(requests) { responses.append($0) }
    #expect(responses.map(\.index) == [0, 1, 2])
    #expect(responses.map(\.error?.code) == [.unsupportedScheme, nil, .invalidAddress])
  }
}
