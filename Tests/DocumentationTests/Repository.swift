import Foundation
import TestSupport

/// The checkout that the tests were built from.
enum Repository {
  /// The top directory.
  static let root = Checkout.top

  /// Returns all pages: those at the top, in `docs/`, in `editors/` and in `sample-library/`.
  static func pages() throws -> [String] {
    let files = FileManager.default
    let top = try files.contentsOfDirectory(atPath: root.path)
    let below = try ["docs", "editors", "sample-library"].flatMap { directory in
      try files.subpathsOfDirectory(atPath: root.appendingPathComponent(directory).path).map { "\(directory)/\($0)" }
    }
    return (top + below).filter { $0.hasSuffix(".md") }.sorted()
  }
}
