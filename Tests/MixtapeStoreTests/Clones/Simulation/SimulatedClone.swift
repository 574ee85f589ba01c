import Foundation
import MixtapeModel
import MixtapeStore
import Synchronization
import SystemPackage
import TestSupport

/// A clone of a store in a simulation.
struct SimulatedClone {
  /// The number of the clone.
  let number: Int
  /// The directory of the store.
  let directory: FilePath
  let store: Store
  /// Whether the clone cannot reach the remote until this round.
  var offlineUntil = 0

  init(_ number: Int, at directory: FilePath, _ environment: [String: String], _ clock: SimulatedClock) throws {
    self.number = number
    self.directory = directory
    let person = ["GIT_AUTHOR_NAME": "Person \(number)", "GIT_COMMITTER_NAME": "Person \(number)"]
    store = try Store(
      at: directory,
      context: Store.Context(environment: environment.merging(person) { $1 }, now: { clock.now(of: number) }))
  }

  /// Returns the bytes of a file of the store.
  func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(path)")))
  }

  /// Writes a file of the store like an editor, and creates missing directories.
  func write(_ bytes: [UInt8], to path: String) throws {
    let file = URL(fileURLWithPath: "\(directory)/\(path)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Moves a file of the store like a file manager.
  func move(_ path: String, to new: String) throws {
    try write(try read(path), to: new)
    try remove(path)
  }

  /// Removes a file of the store.
  func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(directory)/\(path)") }
}

/// The clocks of all clones. They differ, because those of people do.
final class SimulatedClock: Sendable {
  private let seconds = Mutex(0.0)
  /// The difference of each clone's clock, in seconds.
  private let skews: [Double]

  init(skews: [Double]) { self.skews = skews }

  /// Returns the time, which is later at each call.
  func now(of clone: Int) -> Date {
    seconds.withLock { seconds in
      seconds += 7
      return Date(timeIntervalSince1970: 1_700_000_000 + seconds + skews[clone])
    }
  }
}

extension Playlist {
  /// The path of the file in the store.
  var path: String { "playlists/" + (folder == .top ? "" : "\(folder)/") + "\(id).toml" }

  /// The numbers of the simulation's playlists that this one is, usually one. Two clones may have created it, each with a number.
  var numbers: [Int] { episodes.compactMap(\.anchor) }

  /// The episodes that a simulation can remove.
  var removable: [Episode.ID] { episodes.filter { $0.anchor == nil } }
}

extension Episode.ID {
  /// The number of the playlist that this episode marks: nobody removes it.
  var anchor: Int? { rawValue.hasPrefix("q/anchor") ? Int(rawValue.dropFirst("q/anchor".count)) : nil }

  /// Returns the episode that marks a playlist.
  static func anchor(_ list: Int) throws -> Episode.ID { try Episode.ID(validating: "q/anchor\(list)") }
}
