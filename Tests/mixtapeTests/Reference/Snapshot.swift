import Foundation
import Testing

/// A text in the repository that is compared with the present output of the program.
///
/// If `MIXTAPE_UPDATE_SNAPSHOTS` is set, the text is replaced instead.
enum Snapshot {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The top of the repository.
  static let repository = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns a part of the reference that is written by hand.
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
