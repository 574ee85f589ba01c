import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport

extension Sandbox {
  /// An empty sandbox in memory where there is such a place: thousands of stores are made and synced here, and no test
  /// takes the power away.
  static func inMemory() throws -> Sandbox {
    let place = "/dev/shm"
    return try Sandbox(in: FileManager.default.isWritableFile(atPath: place) ? FilePath(place) : nil)
  }

  /// A sandbox with a copy of a store.
  static func holding(_ snapshot: Snapshot) throws -> Sandbox {
    let sandbox = try inMemory()
    try snapshot.write(to: sandbox.store)
    return sandbox
  }

  /// The surroundings of a store that waits for nobody.
  var context: Store.Context { Store.Context(environment: environment, now: { Date() }, lockPatience: .zero) }

  /// A playlist that no change of the tests touches.
  static let bystander = "playlists/bystander.toml"

  /// A change of the bystander, as it is typed.
  static let nextCommand = ["describe", "bystander", "After it all."]

  /// Makes the same change here, as a user goes on after a crash, and then a commit with git. Neither waits for any lock.
  func continueWithNextCommand() throws {
    try makeNextChange()
    try git("commit", "-q", "--allow-empty", "-m", "By git")
  }

  /// Makes the same change here.
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

  /// Gives a file of the store another name, in the place of what has that name.
  func rename(_ old: String, to new: String) throws {
    guard Foundation.rename(store.string + "/" + old, store.string + "/" + new) == 0 else {
      throw Errno(rawValue: errno)
    }
  }
}

extension MixtapeError {
  /// Another test is just starting a process, which has a copy of our lock until it has become its program.
  var isOfOwnLock: Bool {
    guard code == .locked, case .file(let path) = subject else { return false }
    return path.hasSuffix("mixtape/lock")
  }
}
