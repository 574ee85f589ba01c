import SystemPackage
import TestSupport
import Testing

@testable import Companions

/// Reads tags with the program that was built beside the tests.
enum TagTrial {
  static let program = BuiltPrograms.path(of: "mixtape-tags")

  /// The directory with a tenth of a second of silence in each format.
  static let fixtures = FilePath(#filePath).removingLastComponent().removingLastComponent().appending("Fixtures")

  /// Reads files. Returns the results in the order of the files.
  static func read(_ paths: [FilePath]) throws -> [TagResult] {
    var results: [TagResult] = []
    try TagReader(program: program, environment: [:]).read(paths) { index, result in
      precondition(index == results.count)
      results.append(result)
    }
    return results
  }

  /// Reads files that can be read. Returns their contents in the order of the files.
  static func tags(of paths: [FilePath]) throws -> [FileTags] {
    try read(paths).compactMap { result in
      if case .read(let content) = result { return content }
      Issue.record("not read: \(result)")
      return nil
    }
  }
}
