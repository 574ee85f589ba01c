import ArgumentParser
import Companions
import FileSystem
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

@Suite struct FeedMessageTests {
  private func wording(_ problem: Problem) -> String {
    let lines = [problem.message] + problem.hints.map { "hint: \($0)" } + ["\(problem.status.rawValue) \(problem.code)"]
    return lines.joined(separator: "\n")
  }

  @Test(arguments: [
    (
      FetchError(.httpStatus, status: 404),
      """
      "https://example.org/feed": the server has no such feed (404)
      hint: look for its feed on the page of the podcast
      66 http-status
      """
    ),
    (
      FetchError(.httpStatus, status: 429, retryAfter: .seconds(300)),
      """
      "https://example.org/feed": the server received too many requests (429), and asks to wait 5 minutes
      hint: try again after that
      69 http-status
      """
    ),
    (
      FetchError(.httpStatus, status: 503, retryAfter: .seconds(90_000)),
      """
      "https://example.org/feed": the server has an error (503), and asks to wait 25 hours
      hint: try again after that
      69 http-status
      """
    ),
    (
      FetchError(.unknownHost, text: "Could not resolve host"),
      """
      "https://example.org/feed": the host name was not found: Could not resolve host
      hint: check the address and the network connection
      69 unknown-host
      """
    ),
    (FetchError(.tooLarge), "\"https://example.org/feed\": the feed is larger than 64 MiB\n65 feed-too-large"),
    (
      FetchError(FetchError.Code(rawValue: "later"), text: "x"),
      "\"https://example.org/feed\": fetching failed: x\n69 later"
    ),
  ])
  func `errors of feeds`(error: FetchError, text: String) {
    #expect(wording(ErrorPresenter.problem(for: error, of: "https://example.org/feed")) == text)
  }

  @Test func `every code has its words`() {
    let codes: [FetchError.Code] = [
      .invalidAddress, .unsupportedScheme, .unreadableFile, .unknownHost, .noConnection, .proxyFailed,
      .untrustedCertificate, .tlsFailed, .timedOut, .tooLarge, .tooManyRedirects, .invalidRedirect, .privateNetwork,
      .cutOff, .invalidResponse, .httpStatus,
    ]
    let messages = codes.map { ErrorPresenter.wording(of: FetchError($0)).message }
    #expect(Set(messages).count == codes.count)
    #expect(!messages.contains { $0.hasPrefix("fetching failed") })
  }

  @Test func `passwords are not shown`() {
    #expect(ErrorPresenter.feedName("https://user:p@ss@example.org/a@b") == "\"https://example.org/a@b\"")
    #expect(ErrorPresenter.feedName("https://example.org?a@b") == "\"https://example.org?a@b\"")
    #expect(ErrorPresenter.feedName("a@b") == "\"a@b\"")
  }

  @Test(arguments: [
    (
      "mixtape-fetch", CompanionProgramError.Reason.missing,
      """
      the program that fetches feeds and episodes is missing: /mixtape-fetch
      hint: `scripts/install` installs it beside mixtape; `MIXTAPE_EXEC_PATH` names its directory
      69 fetch-program
      """
    ),
    (
      "mixtape-fetch", .notStarted(.permissionDenied),
      "/mixtape-fetch cannot be started: permission denied\n69 fetch-program"
    ),
    (
      "mixtape-fetch", .unusable("no libcurl.so.4"),
      """
      /mixtape-fetch does not work: no libcurl.so.4
      hint: it needs libcurl, and the same version as mixtape
      69 fetch-program
      """
    ),
    (
      "mixtape-fetch", .ended(status: 139),
      "/mixtape-fetch ended with status 139 before everything was fetched\nhint: try again\n69 fetch-program"
    ),
    (
      "mixtape-tags", .unusable("no libtag.so.1"),
      """
      /mixtape-tags does not work: no libtag.so.1
      hint: it needs TagLib, and the same version as mixtape
      69 tag-program
      """
    ),
    (
      "mixtape-tags", .ended(status: 139),
      "/mixtape-tags ended with status 139 before all files were read\nhint: try again\n69 tag-program"
    ),
  ])
  func `errors of the programs`(name: String, reason: CompanionProgramError.Reason, text: String) {
    #expect(wording(ErrorPresenter.problem(for: CompanionProgramError(FilePath("/\(name)"), reason))) == text)
  }

  @Test func `the program is found beside mixtape, or where a variable says`() throws {
    let sandbox = try Sandbox()
    let fixture = try CommandFixture(with: [:])
    func path(_ settings: [String: String] = [:]) -> FilePath {
      let output = CapturedOutput(isTerminal: false)
      let context = fixture.context(
        input: PreparedInput([], isTerminal: false), output: output, errors: output, settings: settings)
      return LibexecProgram.fetch.path(in: context, runningProgram: sandbox.store.appending("bin/mixtape"))
    }
    let installed = sandbox.store.appending("libexec/mixtape/mixtape-fetch")
    #expect(path() == installed)
    try sandbox.write("#!/bin/sh\n", to: "bin/mixtape-fetch")
    try sandbox.makeExecutable("bin/mixtape-fetch")
    #expect(path() == sandbox.store.appending("bin/mixtape-fetch"))
    try sandbox.write("#!/bin/sh\n", to: "libexec/mixtape/mixtape-fetch")
    try sandbox.makeExecutable("libexec/mixtape/mixtape-fetch")
    #expect(path() == installed)
    #expect(path(["MIXTAPE_EXEC_PATH": "/elsewhere"]) == "/elsewhere/mixtape-fetch")
    #expect(path(["MIXTAPE_EXEC_PATH": "near"]) == fixture.sandbox.store.appending("near/mixtape-fetch"))
    #expect(path(["MIXTAPE_EXEC_PATH": ""]) == installed)
  }

  @Test func `the built program fetches`() throws {
    let server = try WebServer { .text($0.headers["user-agent"] ?? "") }
    let output = CapturedOutput(isTerminal: false)
    let context = try CommandFixture(with: [:]).context(
      input: PreparedInput([], isTerminal: false), output: output, errors: output)
    var outcomes: [FeedResponse.Outcome] = []
    try FeedFetcher(in: context).fetch([FeedRequest(server.address("/"))]) { outcomes.append($0.outcome) }
    #expect(outcomes == [.fetched(Array("Mixtape/\(Mixtape.configuration.version)".utf8), .none)])
  }
}
