import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport

extension Sandbox {
  /// Creates a sandbox with a copy of a store.
  static func holding(_ snapshot: Snapshot) throws -> Sandbox {
    let sandbox = try Sandbox()
    try snapshot.write(to: sandbox.store)
    return sandbox
  }

  /// The context of a store that does not wait for locks.
  var context: Store.Context { Store.Context(environment: environment, now: { Date() }, lockPatience: .zero) }

  /// A playlist that no tested change affects.
  static let bystander = "playlists/bystander.toml"

  /// The arguments of a change of the bystander.
  static let nextCommand = ["describe", "bystander", "After it all."]

  /// Performs ``nextCommand`` in this process, like a user after a crash, and then commits with git. Neither waits for a lock.
  func continueWithNextCommand() throws {
    try makeNextChange()
    try git("commit", "-q", "--allow-empty", "-m", "By git")
  }

  /// Performs ``nextCommand`` in this process.
  func makeNextChange() throws {
    while true {
      do {
        let id = try Playlist.ID(validating: "bystander")
        return _ = try Store(at: store, context: context).describe(id, as: "After it all.")
      } catch {
        guard error.isOfOwnLock else { throw error }
      }
    }
  }

  /// Renames a file of the store, and replaces an existing one.
  func rename(_ old: String, to new: String) throws {
    guard Foundation.rename(store.string + "/" + old, store.string + "/" + new) == 0 else {
      throw Errno(rawValue: errno)
    }
  }
}

extension MixtapeError {
  /// Whether another test is just starting a process, which has a copy of the lock until it runs its program.
  var isOfOwnLock: Bool {
    guard code == .locked, case .file(let path) = subject else { return false }
    return path.hasSuffix("mixtape/lock")
  }
}
