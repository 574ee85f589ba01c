public import Foundation
public import SystemPackage
public import Testing

/// The programs that were built together with the tests.
public enum BuiltPrograms {
  /// The directory of the programs.
  public static let directory: FilePath = {
    // On macOS, the tests are a bundle that another program runs.
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let tests = bundle ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return FilePath(tests.deletingLastPathComponent().path)
  }()

  /// Returns the path of a program.
  public static func path(of name: String) -> FilePath { directory.appending(name) }

  /// Fails the test if a program does not exist.
  public static func require(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let path = path(of: name)
    try #require(
      FileManager.default.isExecutableFile(atPath: path.string), "the program is not beside the tests, at \(path)",
      sourceLocation: sourceLocation)
  }
}

/// The checkout that the tests were built from.
public enum Checkout {
  /// The top directory.
  public static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}
