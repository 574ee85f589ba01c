import FileSystem
import SystemPackage
import TestSupport
import Testing

/// The shell, which reads commands from its standard input, is the program of these tests.
@Suite struct CompanionConversationTests {
  private let expected = CompanionProtocol(of: "sh", version: 2, longestLine: 100)

  /// Runs commands. Returns the lines that they print before the conversation fails, and the failure.
  private func talk(
    _ commands: String, patience: Duration = .seconds(60)
  ) -> (lines: [String], failure: CompanionProgramError.Reason?) {
    var lines: [String] = []
    do throws(CompanionProgramError) {
      try CompanionConversation.hold(
        with: "/bin/sh", expected, environment: ["WORD": "got"], patience: patience
      ) { (conversation) throws(CompanionProgramError.Reason) in
        conversation.send("\(commands)\n".utf8)
        while lines.last != "end" {
          try conversation.exchange()
          while let line = try conversation.output.line() { lines.append(String(decoding: line, as: UTF8.self)) }
        }
      }
      return (lines, nil)
    } catch {
      return (lines, error.reason)
    }
  }

  @Test func `a program answers, and is ended`() {
    let (lines, failure) = talk("echo sh 2 library; echo \"$WORD this\"; echo end; exec sleep 600")
    #expect(lines == ["got this", "end"] && failure == nil)
  }

  @Test func `a program that ends early has a status`() {
    #expect(talk("echo sh 2 x; echo one; exit 4").failure == .ended(status: 4))
    #expect(talk("echo sh 2 x; kill -SEGV $$").failure == .ended(status: 128 + 11))
    #expect(talk("exit 4").failure == .unusable("it ended with status 4"))
    #expect(talk("printf 'no library'; exit 4").failure == .unusable("no library"))
  }

  @Test func `a program that does not respond is ended`() {
    #expect(talk("echo sh 2 x; exec sleep 600", patience: .milliseconds(200)).failure == .timedOut)
    #expect(talk("exec sleep 600", patience: .milliseconds(200)).failure == .unusable("it does not respond"))
  }

  @Test func `a missing program, and one without permissions`() throws {
    for program: FilePath in ["/nonexistent", "/etc/passwd", "/"] {
      #expect(throws: CompanionProgramError(program, .missing)) {
        try CompanionConversation.hold(with: program, expected, environment: [:], patience: .zero) { _ in }
      }
    }
  }

  @Test func `a program sees the end of the connection`() throws {
    let (process, connection) = try SpawnedProcess.connected("/bin/sh", environment: [:])
    try connection.send(Array("trap 'exit 5' EXIT\n".utf8))
    connection.close()
    #expect(try process.wait() == 5)
  }

  /// Reads the lines of some output, and after `3` as many bytes.
  private func read(_ text: String, piece: Int = .max) throws(CompanionProgramError.Reason) -> [String] {
    var output = CompanionOutput(of: expected)
    var found: [String] = []
    var isBody = false
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      output.append(Array(rest.prefix(piece)))
      rest = rest.dropFirst(piece)
      while let bytes = try isBody ? output.bytes(3) : output.line() {
        found.append(String(decoding: bytes, as: UTF8.self))
        isBody = found.last == "3"
      }
    }
    return found
  }

  @Test(arguments: [1, 2, 7, .max]) func `output arrives in pieces of any size`(piece: Int) throws {
    #expect(try read("warning\nsh 2 x y\na\n3\n\nb\nc\n\nunfinished", piece: piece) == ["a", "3", "\nb\n", "c", ""])
  }

  @Test func `output is limited`() {
    let long = String(repeating: "x", count: 101)
    for text in [long, "sh 2 x\n\(long)", "sh 2 x\n\(long)\n"] {
      #expect(throws: CompanionProgramError.Reason.invalidOutput("a line is too long")) { try read(text) }
    }
    #expect(throws: CompanionProgramError.Reason.unusable("first")) {
      try read("first\n" + String(repeating: "another line\n", count: 2_000))
    }
  }

  @Test(arguments: ["sh 3 x\n", "warning\nsh 3\n"]) func `other versions are rejected`(text: String) {
    #expect(throws: CompanionProgramError.Reason.unusable("version 3 of the protocol")) { try read(text) }
  }

  @Test func `the running program has a path`() throws {
    let path = try #require(RunningProgram.path)
    #expect(path.isAbsolute)
    #expect(try SystemCalls.resolved(path) == path)
  }
}
