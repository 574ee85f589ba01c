import Foundation

/// A program that Mixtape is measured against.
struct Peer: Hashable {
  /// Its name in `PATH`.
  let program: String
  /// The package that has it, in Debian and its kin.
  let package: String

  static let git = Peer(program: "git", package: "git")
  static let sqlite = Peer(program: "sqlite3", package: "sqlite3")
  static let beets = Peer(program: "beet", package: "beets")

  /// Whether it can be run.
  var isInstalled: Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }
}
