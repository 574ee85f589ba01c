import Foundation

/// A program that Mixtape is compared with.
struct Peer: Hashable {
  /// The name of the program in `PATH`.
  let program: String
  /// The package of the program in Debian.
  let package: String

  static let git = Peer(program: "git", package: "git")
  static let sshd = Peer(program: "sshd", package: "openssh-server")
  static let sqlite = Peer(program: "sqlite3", package: "sqlite3")
  static let curl = Peer(program: "curl", package: "curl")
  static let xmllint = Peer(program: "xmllint", package: "libxml2-utils")
  static let python = Peer(program: "python3", package: "python3-feedparser")
  static let mutagen = Peer(program: "mutagen-inspect", package: "python3-mutagen")
  static let beets = Peer(program: "beet", package: "beets")

  /// Whether the program is installed.
  var isInstalled: Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }
}
