import Foundation
import Testing

/// Text that is kept in the repository and compared with what the program makes of it now.
///
/// With `MIXTAPE_UPDATE_SNAPSHOTS` set, what is kept is replaced instead; the difference is then for a person to read.
enum Snapshot {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The top of the repository.
  static let repository = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A part of the reference that is written by hand.
  static func fragment(_ name: String) throws -> String {
    try String(contentsOf: here.appending(path: "Fragments").appending(path: name), encoding: .utf8)
  }

  /// Compares a file of the repository with a text.
  static func expect(_ path: String, toBe text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = repository.appending(path: path)
    if ProcessInfo.processInfo.environment["MIXTAPE_UPDATE_SNAPSHOTS"] != nil {
      try Data(text.utf8).write(to: file)
      return
    }
    let kept = try String(contentsOf: file, encoding: .utf8)
    #expect(
      kept == text, "\(path) is out of date: run the tests with MIXTAPE_UPDATE_SNAPSHOTS=1 and read the difference",
      sourceLocation: sourceLocation)
  }
}
