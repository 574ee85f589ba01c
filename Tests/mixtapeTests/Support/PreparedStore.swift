import Foundation
import MixtapeStore
import SystemPackage
import TestSupport

/// A store with ``Sample/files`` that is made once and copied for each test: making one waits for the disk.
enum PreparedStore {
  /// The directory of the store; it goes when the process ends.
  static let shared = Result<FilePath, any Error> {
    let sandbox = try Sandbox()
    for (path, text) in Sample.files { try sandbox.write(text, to: path) }
    _ = try Store.initialize(
      at: sandbox.store, from: nil,
      context: Store.Context(environment: sandbox.environment, now: { clock.now }))
    let copy = FilePath(FileManager.default.temporaryDirectory.path).appending("mixtape-\(UUID().uuidString)")
    try FileManager.default.moveItem(atPath: sandbox.store.string, toPath: copy.string)
    atexit { PreparedStore.remove() }
    return copy
  }

  /// How often the clock was looked at while the store was made.
  static var minutes: Int {
    _ = shared
    return clock.count
  }

  private static let clock = Clock(after: 0)

  private static func remove() {
    do {
      try FileManager.default.removeItem(atPath: try shared.get().string)
    } catch {
      print("the prepared store stays: \(error)")
    }
  }
}
