import Foundation

/// The checkout that the tests were built from.
enum Repository {
  /// The top directory.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Returns all pages: those at the top, in `docs/` and in `sample-library/`.
  static func pages() throws -> [String] {
    let files = FileManager.default
    let top = try files.contentsOfDirectory(atPath: root.path)
    let below = try ["docs", "sample-library"].flatMap { directory in
      try files.subpathsOfDirectory(atPath: root.appendingPathComponent(directory).path).map { "\(directory)/\($0)" }
    }
    return (top + below).filter { $0.hasSuffix(".md") }.sorted()
  }
}

/// The program that was built together with the tests.
enum Program {
  /// The directory of the program and the test bundle.
  static let directory: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    return (bundle ?? Bundle.main.executableURL ?? Bundle.main.bundleURL).deletingLastPathComponent()
  }()

  /// The program.
  static var executable: URL { directory.appendingPathComponent("mixtape") }
}
