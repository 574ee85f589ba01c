import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// Syncs with real servers on the loopback.
@Suite("Syncs with servers")
struct RemoteTests {
  @Test func `two clones exchange changes by a path`() throws { try exchange(by: .path) }

  @Test(.requires(.daemon)) func `two clones exchange changes with git daemon`() throws { try exchange(by: .daemon) }

  @Test(.requires(.http)) func `two clones exchange changes over HTTP`() throws { try exchange(by: .http) }

  @Test(.requires(.ssh)) func `two clones exchange changes over ssh`() throws { try exchange(by: .ssh) }

  private func exchange(by kind: GitServer.Kind) throws {
    let synced = try SyncedStore()
    let server = try GitServer(kind, of: synced.remote)
    try synced.connect(to: server)
    let first = try synced.reopened()
    #expect(try first.sync(by: .quiet).isFirstPush)
    let second = try synced.clone("second", from: server.address)
    try first.add("p/4", to: "focus")
    try second.add("p/5", to: "focus")
    #expect(try first.sync(by: .quiet).sent == 1)
    let report = try second.sync(by: .quiet)
    #expect(report.merge != nil && report.received == 1 && report.conflicts.isEmpty)
    #expect(try first.sync(by: .quiet).received == 2)
    for store in [first, second] {
      #expect(try Set(store.episodes(of: "focus")) == ["p/1", "p/2", "p/3", "p/4", "p/5"])
      #expect(try store.sync(by: .quiet).changesNothing)
      try synced.expectSound(store)
    }
    #expect(try synced.remote.tip == synced.sandbox.git("rev-parse", "HEAD"))
  }

  @Test func `six clones that sync at the same time all get everything`() async throws {
    let synced = try SyncedStore()
    try synced.store.sync(by: .quiet)
    let stores = try (0..<6).map { try synced.clone("clone\($0)") }
    try await withThrowingTaskGroup { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          try store.add("p/\(number + 4)", to: "focus")
          // Somebody else can be faster each time.
          while true {
            do {
              return _ = try store.sync(by: .quiet)
            } catch let error as MixtapeError {
              guard case .nonFastForward? = error.cause as? SyncRefusal else { throw error }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    for store in stores {
      try store.sync(by: .quiet)
      #expect(try Set(store.episodes(of: "focus")) == Set((1...9).map { "p/\($0)" }))
      #expect(try store.episodes(of: "focus").count == 9)
      try synced.expectSound(store)
    }
  }
}
