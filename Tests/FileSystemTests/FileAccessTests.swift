import FileSystem
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite struct FileAccessTests {
  private let sandbox: Sandbox
  private var store: FilePath { sandbox.store }

  init() throws { sandbox = try Sandbox() }

  @Test func readsARegularFile() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try sandbox.write(bytes, to: "a")
    #expect(try FileAccess.read(store.appending("a")) == bytes)
    #expect(try FileAccess.read(store.appending("a"), atMost: bytes.count) == bytes)
    #expect(try FileAccess.readStart(of: store.appending("a"), count: 3) == Array(bytes.prefix(3)))
    #expect(try FileAccess.readEnd(of: store.appending("a"), count: 3) == Array(bytes.suffix(3)))
  }

  @Test func readsShortFiles() throws {
    try sandbox.write([1, 2], to: "a")
    #expect(try FileAccess.readStart(of: store.appending("a"), count: 10) == [1, 2])
    #expect(try FileAccess.readEnd(of: store.appending("a"), count: 10) == [1, 2])
    try sandbox.write([], to: "empty")
    #expect(try FileAccess.read(store.appending("empty")) == [])
  }

  /// Returns the outcome of reading a file, in words.
  private func outcome(of name: String, atMost limit: Int = .max) -> String {
    do throws(FileAccess.Failure) {
      return "\(try FileAccess.read(store.appending(name), atMost: limit))"
    } catch {
      return switch error {
      case .absent: "absent"
      case .tooLarge(let bytes): "too large: \(bytes)"
      case .notAFile: "not a file"
      case .system(let error): "\(error)"
      }
    }
  }

  @Test func refusesAFileThatIsTooLarge() throws {
    try sandbox.write([1, 2, 3], to: "a")
    #expect(outcome(of: "a", atMost: 2) == "too large: 3")
    #expect(outcome(of: "a", atMost: 3) == "[1, 2, 3]")
  }

  @Test func refusesOtherItems() throws {
    try sandbox.write("text", to: "a")
    let output = try sandbox.shell("mkdir directory && ln -s a link && mkfifo pipe")
    #expect(output == "")
    for name in ["directory", "link", "pipe"] { #expect(outcome(of: name) == "not a file", "\(name)") }
    for name in ["gone", "a/below"] { #expect(outcome(of: name) == "absent", "\(name)") }
  }

  @Test func writesOnlyNewFiles() throws {
    try FileAccess.write([1], toNewFile: store.appending("a"))
    #expect(throws: Errno.fileExists) { try FileAccess.write([2], toNewFile: store.appending("a")) }
    #expect(try sandbox.read("a") == [1])
    #expect(throws: Errno.noSuchFileOrDirectory) { try FileAccess.write([1], toNewFile: store.appending("b/c")) }
  }

  @Test func appendsToTheEnd() throws {
    let path = store.appending("log")
    #expect(throws: Errno.noSuchFileOrDirectory) { try FileAccess.append([1], to: path) }
    try FileAccess.append([1], to: path, making: true)
    try FileAccess.append([2, 3], to: path)
    #expect(try sandbox.read("log") == [1, 2, 3])
    _ = try sandbox.shell("ln -s log link")
    #expect(throws: Errno.tooManySymbolicLinkLevels) { try FileAccess.append([4], to: store.appending("link")) }
    #expect(try sandbox.read("log") == [1, 2, 3])
  }

  @Test func knowsPermissionsAndPrograms() throws {
    try sandbox.write("#!/bin/sh\n", to: "bin/tool")
    try sandbox.write("text", to: "bin/text")
    try sandbox.makeExecutable("bin/tool")
    let directory = store.appending("bin")
    #expect(FileAccess.isExecutable(directory.appending("tool")))
    #expect(!FileAccess.isExecutable(directory.appending("text")) && FileAccess.isReadable(directory.appending("text")))
    #expect(!FileAccess.isExecutable(directory) && !FileAccess.isReadable(directory))
    #expect(throws: Never.self) { try FileAccess.requireWritable(directory) }
    #expect(throws: Errno.noSuchFileOrDirectory) { try FileAccess.requireWritable(store.appending("gone")) }

    let path = "/nonexistent:relative:\(directory.string)"
    #expect(InstalledProgram.path(of: "tool", in: ["PATH": path]) == directory.appending("tool"))
    #expect(InstalledProgram.path(of: "text", in: ["PATH": path]) == nil)
    #expect(InstalledProgram.path(of: "tool", in: ["PATH": "bin"]) == nil)
  }

  @Test func distinguishesFiles() throws {
    try sandbox.write("a", to: "a")
    try sandbox.write("b", to: "b")
    _ = try sandbox.shell("ln a hard && ln -s a soft")
    func identity(_ name: String) throws -> FileIdentity { try FileIdentity(of: store.appending(name)) }
    #expect(try identity("a") == identity("hard"))
    #expect(try identity("a") == identity("soft"))
    #expect(try identity("a") != identity("b"))
    #expect(throws: Errno.noSuchFileOrDirectory) { _ = try identity("gone") }
    #expect(try FileStatus(of: store.appending("gone")) == nil)
    #expect(try FileStatus(of: store.appending("a"))?.size == 1)
    #expect(try FileKind(following: store.appending("soft")) == .regular)
    #expect(try FileKind(following: store) == .directory)
    #expect(throws: Errno.noSuchFileOrDirectory) { _ = try FileKind(following: store.appending("gone")) }
  }
}
