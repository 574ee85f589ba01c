import Foundation
import MixtapeModel
import MixtapeStore
import Synchronization
import SystemPackage
import TestSupport

/// Stores that are created once and copied for each test, because creating one is slow. They are deleted when the process ends.
enum PreparedStore {
  /// The directory of a store with ``Sample/files``.
  static let shared = Result<FilePath, any Error> {
    let sandbox = try Sandbox()
    for (path, text) in Sample.files { try sandbox.write(text, to: path) }
    _ = try Store.initialize(at: sandbox.store, from: nil, context: context(of: sandbox, clock))
    return try keep(sandbox.store)
  }

  /// The directory of a store with the sample library, made on 27 February 2026, with three changes of `morning-commute`
  /// on 1 March.
  static let sampleLibrary = Result<FilePath, any Error> {
    let sandbox = try Sandbox()
    try FileManager.default.removeItem(atPath: sandbox.store.string)
    try FileManager.default.copyItem(
      atPath: Snapshot.repository.appending(path: "sample-library").path, toPath: sandbox.store.string)
    let before = Clock(after: -2 * 24 * 60)
    _ = try Store.initialize(at: sandbox.store, from: nil, context: context(of: sandbox, before))
    let store = try Store(at: sandbox.store, context: context(of: sandbox, Clock(after: 0)))
    let id = try Playlist.ID(validating: "morning-commute")
    try store.change(.add([try Episode.ID(validating: "night-sky/044-satellites")], to: id, at: nil))
    try store.change(.rename(id, to: "Tram"))
    try store.change(.describe(id, as: "The news first."))
    return try keep(sandbox.store)
  }

  /// The number of readings of the clock during the creation of the store with ``Sample/files``.
  static var minutes: Int {
    _ = shared
    return clock.count
  }

  private static let clock = Clock(after: 0)
  private static let kept = Mutex<[FilePath]>([])

  private static func context(of sandbox: Sandbox, _ clock: Clock) -> Store.Context {
    Store.Context(environment: sandbox.environment, now: { clock.now })
  }

  /// Moves a store to a directory that exists until the process ends.
  private static func keep(_ store: FilePath) throws -> FilePath {
    let copy = FilePath(FileManager.default.temporaryDirectory.path).appending("mixtape-\(UUID().uuidString)")
    try FileManager.default.moveItem(atPath: store.string, toPath: copy.string)
    kept.withLock { kept in
      if kept.isEmpty { atexit { PreparedStore.remove() } }
      kept.append(copy)
    }
    return copy
  }

  private static func remove() {
    for store in kept.withLock({ $0 }) {
      do {
        try FileManager.default.removeItem(atPath: store.string)
      } catch {
        print("a prepared store stays: \(error)")
      }
    }
  }
}
