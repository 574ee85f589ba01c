/// The protocol between Mixtape and `mixtape-tags`. Decision 37 gives the reasons.
package enum TagProtocol {
  /// The version of the protocol. Both sides require the same.
  package static let version = 2
  /// The longest line, in bytes without its line feed.
  package static let longestLine = 8 << 10
  /// The greatest number of lines about one file, with the last one.
  package static let mostLines = 200
  /// The key of the last line about a file.
  package static let endKey = "end"

  /// Returns the first line of the program.
  package static func greeting(library: String) -> String { "mixtape-tags \(version) \(library)\n" }

  /// Returns the line of a value. Characters that end lines and keys become blanks.
  package static func line(_ key: String, _ text: String) -> String {
    key + "\t" + String(text.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) }) + "\n"
  }

  /// The last line about a file: the result of reading it.
  package enum End: Hashable, Sendable {
    case read, noSound, tooMuchMemory, refused
    case unreadable(String)

    /// The text on the line.
    package var text: String {
      switch self {
      case .read: "read"
      case .noSound: "no-sound"
      case .tooMuchMemory: "memory"
      case .refused: "refused"
      case .unreadable(let reason): "unreadable \(reason)"
      }
    }

    /// Reads the text on the line; `nil` if it is no result.
    package init?(_ text: Substring) {
      switch text {
      case "read": self = .read
      case "no-sound": self = .noSound
      case "memory": self = .tooMuchMemory
      case "refused": self = .refused
      default:
        guard text.hasPrefix("unreadable ") else { return nil }
        self = .unreadable(String(text.dropFirst("unreadable ".count)))
      }
    }
  }
}
