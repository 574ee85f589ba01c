import FileSystem
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Companions

/// A program that is missing, dies or misbehaves.
struct TagReaderTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private var program: FilePath { sandbox.store.appending("program") }

  /// Reads files named by words with a script, which reads a path with each `read path`.
  private func read(
    _ names: [String], by script: String, patience: Duration = .seconds(60)
  ) throws -> (error: CompanionProgramError.Reason?, results: [TagResult]) {
    try sandbox.write("#!/bin/sh\n\(script)\n", to: "program")
    try sandbox.makeExecutable("program")
    var reader = TagReader(program: program, environment: sandbox.environment)
    reader.patience = patience
    var results: [TagResult] = []
    do throws(CompanionProgramError) {
      try reader.read(names.map { FilePath("/\($0)") }) { index, result in
        #expect(index == results.count)
        results.append(result)
      }
      return (nil, results)
    } catch {
      return (error.reason, results)
    }
  }

  private let greeting = "echo 'mixtape-tags \(TagProtocol.companion.version) x'"
  /// Answers each path, and does something for those that say so.
  private let answers = #"""
    while read -r path; do
      case $path in
        *crash*) kill -SEGV $$ ;;
        *hang*) exec sleep 600 ;;
      esac
      printf 'TITLE\t%s\nend\tread\n' "$path"
    done
    """#

  private func title(_ result: TagResult) -> String? {
    if case .read(let content) = result { content.tags.title } else { nil }
  }

  @Test func `a file that crashes the program is reported, and the others are read`() throws {
    let names = ["a", "crash1", "b", "c", "crash2", "crash3", "d", "crash4"]
    let outcome = try read(names, by: "\(greeting); \(answers)")
    #expect(outcome.error == nil)
    #expect(outcome.results.map(title) == ["/a", nil, "/b", "/c", nil, nil, "/d", nil])
    #expect(outcome.results.filter { $0 == .failed(.crash(signal: SIGSEGV)) }.count == 4)
  }

  @Test func `a file that takes too long is reported`() throws {
    let outcome = try read(["a", "hang", "b"], by: "\(greeting); \(answers)", patience: .milliseconds(300))
    #expect(outcome.results.map(title) == ["/a", nil, "/b"])
    #expect(outcome.results[1] == .failed(.timeout))
  }

  @Test func `a program that always crashes is given up`() throws {
    let outcome = try read((0..<100).map { "crash\($0)" }, by: "\(greeting); \(answers)")
    #expect(outcome.error == .ended(status: 128 + SIGSEGV))
    #expect(outcome.results.count == 49)
  }

  @Test func `a program that is missing or does not work`() throws {
    var reader = TagReader(program: program, environment: [:])
    #expect(throws: CompanionProgramError(program, .missing)) { try reader.read(["/a"]) { _, _ in } }
    try reader.read([]) { _, _ in }
    #expect(
      try read(["a"], by: "echo 'libtag.so.1: not found' >&2; exit 127").error
        == .unusable("libtag.so.1: not found"))
    #expect(try read(["a"], by: "\(greeting); exit 3").error == .ended(status: 3))
    // No file can be the reason before the greeting.
    #expect(try read(["a"], by: "kill -SEGV $$").error == .unusable("it ended with status \(128 + SIGSEGV)"))
    #expect(
      try read(["a"], by: "exec sleep 600", patience: .milliseconds(300)).error == .unusable("it does not respond"))
    reader.program = "/"
    #expect(throws: CompanionProgramError("/", .missing)) { try reader.read(["/a"]) { _, _ in } }
  }

  @Test(arguments: [
    ("echo nonsense", "a line is not expected"),
    (#"printf 'end\tread\nend\tread\n'"#, "a result belongs to no file"),
    (#"printf 'end\tmaybe\n'"#, "a line is not a result"),
    ("head -c 9000 /dev/zero | tr '\\0' x", "a line is too long"),
    (#"yes "$(printf 'A\tb')""#, "a line is not expected"),
  ])
  func `a program that breaks the protocol is ended`(output: String, reason: String) throws {
    #expect(try read(["a"], by: "\(greeting); \(output); exec sleep 600").error == .invalidOutput(reason))
  }

  @Test func `the program says what it is`() throws {
    let output = try sandbox.shell("'\(TagTrial.program)' --help < /dev/null; echo $?")
    #expect(output.contains("started by mixtape") && output.hasSuffix("64\n"))
  }

  @Test func `the program refuses an endless line, and ends with its input`() throws {
    let program = TagTrial.program
    #expect(try sandbox.shell("head -c 9000 /dev/zero | tr '\\0' x | '\(program)' >/dev/null; echo $?") == "65\n")
    #expect(
      try sandbox.shell("printf '/absent.mp3\\n' | '\(program)' | tail -n 1; echo $?")
        == "end\tunreadable No such file or directory\n0\n")
  }
}
