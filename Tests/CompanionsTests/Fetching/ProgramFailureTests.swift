import Companions
import FileSystem
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Missing, failing and misbehaving programs, and the end of Mixtape.
@Suite struct ProgramFailureTests {
  private let sandbox: Sandbox
  private let greeting = "echo '\(FetchProtocol.companion.name) \(FetchProtocol.companion.version) libcurl/8'"

  init() throws { sandbox = try Sandbox() }

  /// Fetches two feeds with a script as the program. Returns the error and the number of responses before it.
  private func fetch(by script: String) throws -> (error: CompanionProgramError.Reason?, responses: Int) {
    try sandbox.write("#!/bin/sh\n\(script)\n", to: "program")
    try sandbox.makeExecutable("program")
    return fetch()
  }

  private var program: FilePath { sandbox.store.appending("program") }

  private func fetch() -> (error: CompanionProgramError.Reason?, responses: Int) {
    let fetcher = FeedFetcher(program: program, environment: sandbox.environment, userAgent: "Mixtape/test")
    var count = 0
    do throws(CompanionProgramError) {
      try fetcher.fetch([FeedRequest("http://a/"), FeedRequest("http://b/")]) { _ in count += 1 }
      return (nil, count)
    } catch {
      #expect(error.program == program)
      return (error.reason, count)
    }
  }

  @Test func `a missing program, and one that is not executable`() throws {
    #expect(fetch().error == .missing)
    try sandbox.write("text", to: "program")
    #expect(fetch().error == .missing)
    try sandbox.makeExecutable("program")
    #expect(fetch().error == .notStarted(Errno(rawValue: ENOEXEC)))
  }

  @Test func `the program tells a person that it is not a command`() throws {
    let output = try sandbox.shell("'\(FetchTrial.program.string)' --help; echo $?")
    #expect(output == "usage: mixtape-fetch is started by mixtape, to fetch feeds; it takes no arguments\n64\n")
  }

  @Test func `errors of the dynamic linker are reported`() throws {
    let outcome = try fetch(by: "echo 'libcurl.so.4: not found' >&2; exit 127")
    #expect(outcome.error == .unusable("libcurl.so.4: not found"))
  }

  @Test func `a program that ends early`() throws {
    #expect(try fetch(by: "exit 3").error == .unusable("it ended with status 3"))
    #expect(try fetch(by: "\(greeting); kill -SEGV $$").error == .ended(status: 128 + SIGSEGV))
    let half = #"echo '{"id":1,"kind":"notModified","length":0}'; printf '{"id":0,"ki'"#
    let outcome = try fetch(by: "\(greeting); \(half)")
    #expect(outcome.error == .ended(status: 0))
    #expect(outcome.responses == 1)
  }

  @Test func `a program that violates the protocol is killed`() throws {
    let reply = #"echo '{"id":0,"kind":"fetched","length":99999999999}'; sleep 60"#
    #expect(
      try fetch(by: "\(greeting); \(reply)").error == .invalidOutput("a body has an invalid length"))
  }

  @Test func `a program with another protocol version`() throws {
    let outcome = try fetch(by: "echo 'mixtape-fetch 9 libcurl/8'; sleep 60")
    #expect(outcome.error == .unusable("version 9 of the protocol"))
  }

  /// Starts the program with two named pipes as its input (3) and output (4), and reads its greeting.
  private func shell(_ line: String) throws -> String {
    let start = "mkfifo in out; exec 3<>in 4<>out; '\(FetchTrial.program)' <in >out & read -r greeting <&4; "
    return try sandbox.shell("{ \(start) \(line); } 2>/dev/null")
  }

  @Test(arguments: [("TERM", SIGTERM), ("INT", SIGINT), ("HUP", SIGHUP)])
  func `signals end the program immediately`(name: String, number: Int32) throws {
    #expect(try shell("kill -\(name) $!; wait $!; echo $?") == "\(128 + number)\n")
  }

  @Test(.timeLimit(.generous)) func `the program ends when its input is closed`() throws {
    let server = try WebServer { _ in WebReply([.wait]) }
    let lines = """
      {"mixtapeFetch":\(FetchProtocol.companion.version),"userAgent":"x","parallel":8,"parallelOfHost":2,"resolved":[]}
      {"id":0,"address":"\(server.address("/"))","connecting":60000,"stalling":60,"total":600000,"bytes":10}

      """
    try sandbox.write(lines, to: "requests")
    let output = try sandbox.shell("'\(FetchTrial.program)' < requests > output; echo $?; wc -l < output")
    #expect(output.split(whereSeparator: \.isWhitespace) == ["0", "1"])
  }

  @Test(arguments: ["hello", #"{"mixtapeFetch":9,"userAgent":"x","parallel":8,"parallelOfHost":2,"resolved":[]}"#])
  func `the program rejects invalid requests`(line: String) throws {
    #expect(try shell("echo '\(line)' >&3; wait $!; echo $?") == "65\n")
  }

  @Test func `the program rejects endless lines`() throws {
    // More than the maximum line length, and no more than the pipe and the program buffer.
    #expect(try shell("head -c 70000 /dev/zero | tr '\\0' x >&3; wait $!; echo $?") == "65\n")
  }

  @Test func `the program prints its usage if it has arguments`() throws {
    let output = try sandbox.shell("'\(FetchTrial.program)' --help < /dev/null; echo $?")
    #expect(output.contains("started by mixtape") && output.hasSuffix("64\n"))
  }
}
