internal import MixtapeModel

/// A chapter of an episode.
public struct Chapter: Hashable, Sendable {
  /// The title, on one line and of limited length; empty for a chapter without one.
  public let title: String
  /// The position at which the chapter begins.
  public let start: Duration

  /// The maximum number of characters of a title, counted as Unicode scalars. Longer titles are cut.
  public static let longestTitle = 200

  /// Makes a chapter.
  ///
  /// - Parameters:
  ///   - title: The title. Line breaks and other white space become single spaces.
  ///   - start: The position at which it begins. A negative one counts as 0.
  public init(_ title: String = "", at start: Duration) {
    self.title = Self.line(title)
    self.start = max(.zero, start)
  }

  private static func line(_ text: String) -> String {
    // White space around the title must not use it up.
    let words = text.unicodeScalars.prefix(4 * longestTitle).split {
      $0.properties.isWhitespace || $0.breaksLine
    }
    let line = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    return String(String.UnicodeScalarView(line.unicodeScalars.prefix(longestTitle)))
  }
}
