import FileSystem
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// Finds holders of locks among the processes of a directory in the form of `/proc`.
@Suite("Holders of locks of git")
struct LockHolderTests {
  private let sandbox: Sandbox
  private var lock: FilePath { sandbox.store.appending(".git/index.lock") }
  private var proc: FilePath { sandbox.root.appending("proc") }
  private let later = Date(timeIntervalSinceNow: LockHolderSearch.age + 5)

  init() throws {
    sandbox = try Sandbox(committing: [:])
    try sandbox.write("", to: ".git/index.lock")
    try sandbox.makeDirectory("proc/self/ns")
    try link("self/ns/pid", to: "pid:[4026531836]")
    try sandbox.write("36 35 98:0 / / rw,noatime shared:1 - ext4 /dev/root rw\n", to: "../proc/self/mountinfo")
    try addProcess(1, "systemd", directory: "/", open: ["/"])
    try addProcess(7, "zsh", directory: sandbox.store.string, open: ["/dev/null"])
  }

  @Test func nobody() throws { #expect(try holder() == .nobody) }

  @Test func aProcessWithTheLockOpen() throws {
    try addProcess(42, "some-editor", directory: "/", open: [lock.string])
    #expect(try holder() == .process(id: 42, name: "some-editor"))
  }

  @Test func aGitProcessInTheStore() throws {
    try addProcess(42, "git", directory: sandbox.store.appending("playlists").string, open: [])
    #expect(try holder() == .process(id: 42, name: "git"))
  }

  @Test func aGitProcessElsewhere() throws {
    try addProcess(42, "git", directory: sandbox.store.string + "-other", open: [])
    #expect(try holder() == .nobody)
  }

  @Test func aGitProcessOfAnotherUser() throws {
    try addProcess(42, "git", directory: nil, open: nil)
    #expect(try holder() == .unknown)
  }

  @Test(arguments: ["Z", "X"]) func aGitProcessThatHasEnded(state: String) throws {
    try addProcess(42, "git (old)", state: state, directory: nil, open: nil)
    #expect(try holder() == .nobody)
  }

  @Test func aServiceOfAnotherUser() throws {
    try addProcess(42, "sshd", directory: nil, open: nil)
    #expect(try holder() == .nobody)
  }

  @Test func aYoungLock() throws {
    #expect(try holder(now: Date()) == .unknown)
    #expect(try holder(now: Date(timeIntervalSince1970: 0)) == .unknown)
  }

  @Test func aContainer() throws {
    try FileManager.default.removeItem(atPath: proc.appending("self/ns/pid").string)
    try link("self/ns/pid", to: "pid:[4026532211]")
    #expect(try holder() == .unknown)
  }

  @Test func aSystemWithoutProc() throws {
    try FileManager.default.removeItem(atPath: proc.string)
    #expect(try holder() == .unknown)
  }

  @Test(arguments: [("nfs4", false), ("fuse.sshfs", false), ("9p", false), ("btrfs", true)])
  func aFileSystem(kind: String, isLocal: Bool) throws {
    let mounts = """
      36 35 98:0 / / rw,noatime shared:1 - ext4 /dev/root rw
      40 36 0:40 / \(sandbox.root.string) rw,relatime - \(kind) somewhere:/home rw
      41 36 0:41 / \(sandbox.root.string)x rw,relatime - ext4 /dev/other rw

      """
    try sandbox.write(mounts, to: "../proc/self/mountinfo")
    #expect(try holder() == (isLocal ? .nobody : .sharedFileSystem(kind)))
  }

  /// The result of this machine for a lock that only this process has open.
  @Test func theProcessesOfThisMachine() throws {
    let search = LockHolderSearch(processes: ProcessTable(), now: Date())
    #expect(try search.holder(of: lock, in: [sandbox.store]) != .nobody)
    #expect(try search.holder(of: sandbox.store.appending(".git/none.lock"), in: [sandbox.store]) == .nobody)
  }

  private func holder(now: Date? = nil) throws -> LockHolder {
    try LockHolderSearch(processes: ProcessTable(at: proc), now: now ?? later).holder(of: lock, in: [sandbox.store])
  }

  /// Adds a process. `nil` hides its working directory or its open files.
  private func addProcess(
    _ id: Int, _ name: String, state: String = "S", directory: String?, open: [String]?
  ) throws {
    try sandbox.write("\(id) (\(name)) \(state) 1 1 1\n", to: "../proc/\(id)/stat")
    if let directory { try link("\(id)/cwd", to: directory) }
    guard let open else { return }
    try sandbox.makeDirectory("proc/\(id)/fd")
    for (number, path) in open.enumerated() { try link("\(id)/fd/\(number)", to: path) }
  }

  private func link(_ path: String, to target: String) throws { try sandbox.makeLink("../proc/\(path)", to: target) }
}
