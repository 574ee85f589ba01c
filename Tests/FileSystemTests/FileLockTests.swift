import FileSystem
import SystemPackage
import TestSupport
import Testing

@Suite struct FileLockTests {
  private let sandbox: Sandbox
  private var path: FilePath { sandbox.store.appending("lock") }

  init() throws { sandbox = try Sandbox() }

  /// Takes the lock and releases it at once. Returns whether that was possible, and how often it had to wait.
  private func tryAcquiring() throws -> (isFree: Bool, waits: Int) {
    var waits = 0
    guard let lock = try FileLock.acquire(path, patience: .zero, onWait: { waits += 1 }) else { return (false, waits) }
    _ = consume lock
    return (true, waits)
  }

  @Test func excludesOthersDuringItsLifetime() throws {
    let lock = try FileLock.acquire(path, patience: .zero) {}
    let attempt = try tryAcquiring()
    #expect(!attempt.isFree && attempt.waits == 1)
    _ = consume lock
    let later = try tryAcquiring()
    #expect(later.isFree && later.waits == 0)
  }

  @Test func aKilledProcessReleasesIt() throws {
    let (ours, theirs) = try ConnectedSocket.pair()
    defer { ours.close() }
    let holder = try SpawnedProcess(
      "/bin/sh", ["-c", "exec 9>'\(path.string)'; flock 9; echo held; exec sleep 60"], environment: sandbox.environment,
      output: theirs.descriptor, closing: [ours.descriptor], sharing: .nothing)
    theirs.close()
    while try ours.receive() == nil { SystemCalls.pause(microseconds: 1_000) }
    #expect(try !tryAcquiring().isFree)
    holder.end()
    #expect(try holder.wait() == 128 + 9)
    #expect(try tryAcquiring().isFree)
  }

  @Test func aLinkOrADirectoryIsRefused() throws {
    _ = try sandbox.shell("ln -s elsewhere lock && mkdir directory")
    #expect(throws: Errno.tooManySymbolicLinkLevels) { _ = try tryAcquiring() }
    #expect(throws: Errno.isDirectory) {
      _ = try FileLock.acquire(sandbox.store.appending("directory"), patience: .zero) {}
    }
  }
}
