import Foundation
import TestSupport

/// Files of this repository that tests read.
enum RepositoryFiles {
  /// The top of the repository.
  static let top = Checkout.top

  /// Returns the TOML files below a directory, in order of path.
  static func toml(below directory: String) throws -> [URL] {
    let root = top.appendingPathComponent(directory)
    return try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
      .filter { $0.hasSuffix(".toml") }.map { root.appendingPathComponent($0) }
  }
}
