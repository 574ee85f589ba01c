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

  /// Makes the same change here, as a user goes on after a crash.
  ///
  /// A lock of git that a kill left behind stops it: then the error names the file, and it is removed, as the hint says.
  ///
  /// - Returns: the locks that were removed, by their paths below the store.
  func continueWithNextCommand() throws -> [String] {
    var removed: [String] = []
    while let lock = try lockInTheWay(of: { () throws(MixtapeError) in
      _ = try Store(at: store, context: context).describe(Playlist.ID(validating: "bystander"), as: "After it all.")
    }) {
      guard removed.count < 4 else { throw MixtapeError(.locked) }
      try remove(lock)
      removed.append(lock)
    }
    return removed
  }

  /// The lock that an error names; or, where nothing was left to change, a warning.
  private func lockInTheWay(of command: () throws(MixtapeError) -> Void) throws -> String? {
    while true {
      do {
        try command()
        return try indexLockLeft
      } catch let error as MixtapeError {
        if error.isOfOwnLock { continue }
        guard let lock = error.leftLock else { throw error }
        return lock
      }
    }
  }

  private var indexLockLeft: String? {
    get throws { try Snapshot(of: store).leftovers.first { $0.hasSuffix("index.lock") } }
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
  fileprivate var isOfOwnLock: Bool {
    guard code == .locked, case .file(let path) = subject else { return false }
    return path.hasSuffix("mixtape/lock")
  }

  /// The lock of git that stands in the way, by its path below the store.
  var leftLock: String? {
    guard code == .locked, case .file(let path) = subject, path.hasSuffix(".lock") else { return nil }
    return path.range(of: ".git/").map { String(path[$0.lowerBound...]) }
  }
}
