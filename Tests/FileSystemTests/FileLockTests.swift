import FileSystem
import SystemPackage
import TestSupport
import Testing

@Suite struct FileLockTests {
  private let sandbox: Sandbox
  private var path: FilePath { sandbox.store.appending("lock") }

  init() throws { sandbox = try Sandbox() }

  /// Takes the lock and releases it at once. Returns whether that was possible without waiting.
  private func tryAcquiring() throws -> Bool {
    guard let lock = try FileLock.acquire(path, patience: .zero) else { return false }
    _ = consume lock
    return true
  }

  @Test func excludesOthersDuringItsLifetime() throws {
    let lock = try FileLock.acquire(path, patience: .zero)
    #expect(try !tryAcquiring())
    _ = consume lock
    #expect(try tryAcquiring())
  }

  @Test func aLongWaitIsReportedOnce() throws {
    var lock = try FileLock.acquire(path, patience: .zero)
    var reports = 0
    let later = try FileLock.acquire(path, patience: .seconds(60)) {
      reports += 1
      lock = nil
    }
    let isAcquired = later != nil
    #expect(isAcquired && reports == 1)
    _ = consume lock
  }

  @Test func aKilledProcessReleasesIt() throws {
    let (ours, theirs) = try ConnectedSocket.pair()
    defer { ours.close() }
    let holder = try SpawnedProcess(
      "/bin/sh", ["-c", "exec 9>'\(path.string)'; flock 9; echo held; exec sleep 60"], environment: sandbox.environment,
      output: theirs.descriptor, closing: [ours.descriptor], sharing: .nothing)
    theirs.close()
    while try ours.receive() == nil { SystemCalls.pause(microseconds: 1_000) }
    #expect(try !tryAcquiring())
    holder.end()
    #expect(try holder.wait() == 128 + 9)
    #expect(try tryAcquiring())
  }

  @Test func aLinkOrADirectoryIsRefused() throws {
    _ = try sandbox.shell("ln -s elsewhere lock && mkdir directory")
    #expect(throws: Errno.tooManySymbolicLinkLevels) { _ = try tryAcquiring() }
    #expect(throws: Errno.isDirectory) {
      _ = try FileLock.acquire(sandbox.store.appending("directory"), patience: .zero)
    }
  }
}
