import FileSystem
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite(.enabled(if: isLinux)) struct DirectoryWatchTests {
  private let sandbox: Sandbox
  private let watch: DirectoryWatch
  private let directory: DirectoryWatch.ID

  init() throws {
    sandbox = try Sandbox()
    watch = try DirectoryWatch()
    directory = try #require(try watch.add(sandbox.store))
  }

  private func path(_ name: String) -> String { sandbox.store.appending(name).string }

  @Test func `a file is being written until it is closed`() throws {
    let file = try FileDescriptor.open(
      FilePath(path("a")), .writeOnly, options: [.create], permissions: .ownerReadWrite)
    try file.writeAll("text".utf8)
    #expect(try watch.events() == [.writing(directory, name: "a")])
    try file.close()
    #expect(try watch.events() == [.settled(directory, name: "a")])
  }

  @Test func `names come and go, of files and of directories`() throws {
    try sandbox.write("text", to: "a")
    _ = try watch.events()
    try FileManager.default.moveItem(atPath: path("a"), toPath: path("b"))
    #expect(try watch.events() == [.settled(directory, name: "a"), .settled(directory, name: "b")])
    try sandbox.remove("b")
    #expect(try watch.events() == [.settled(directory, name: "b")])
    try sandbox.makeDirectory("store/below")
    try sandbox.remove("below")
    #expect(try watch.events() == [.directory(directory, name: "below")])
  }

  @Test func `reading causes no events`() throws {
    try sandbox.write("text", to: "a")
    _ = try watch.events()
    _ = try sandbox.read("a")
    #expect(try watch.events() == [])
  }

  @Test func `a removed directory is reported once`() throws {
    try sandbox.makeDirectory("store/below")
    let below = try #require(try watch.add(sandbox.store.appending("below")))
    _ = try watch.events()
    try sandbox.remove("below")
    #expect(try watch.events().contains(.lost(below)))
    watch.remove(below)
    #expect(try watch.events() == [])
  }

  @Test func `a renamed directory keeps its id`() throws {
    try sandbox.makeDirectory("store/old")
    let old = try watch.add(sandbox.store.appending("old"))
    try FileManager.default.moveItem(atPath: path("old"), toPath: path("new"))
    #expect(try watch.add(sandbox.store.appending("new")) == old)
    #expect(old != nil)
  }

  @Test func `only directories are watched, and not through links`() throws {
    try sandbox.write("text", to: "file")
    try sandbox.makeLink("link", to: sandbox.root.string)
    for name in ["file", "link", "absent"] { #expect(try watch.add(sandbox.store.appending(name)) == nil) }
  }

  @Test func `too many events cause an overflow`() throws {
    let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let count = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
    let files = try ["a", "b"].map { name in
      try FileDescriptor.open(FilePath(path(name)), .writeOnly, options: [.create], permissions: .ownerReadWrite)
    }
    defer { for file in files { #expect(throws: Never.self) { try file.close() } } }
    // Alternating files, because the system merges equal consecutive events.
    for _ in 0...count / 2 { for file in files { try file.writeAll("x".utf8) } }
    #expect(try watch.events().last == .overflow)
    #expect(try watch.events() == [])
  }

  @Test func `the limits of the system are distinguished`() {
    #expect(DirectoryWatch.Failure(.noSpace) == .tooManyDirectories)
    #expect(DirectoryWatch.Failure(.tooManyOpenFiles) == .tooManyWatches)
    #expect(DirectoryWatch.Failure(.ioError) == .system(.ioError))
  }
}

#if os(Linux)
  private let isLinux = true
#else
  private let isLinux = false
#endif
