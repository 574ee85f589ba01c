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
  /// The key of a text that is probably in another encoding. Lines with ``readingKey`` follow.
  package static let doubtKey = "DOUBTFUL_TEXT"
  /// The key of what such a text may be: the name of an encoding, a blank, and the text in it.
  package static let readingKey = "READING"

  /// Returns the first line of the program.
  package static func greeting(library: String) -> String { "mixtape-tags \(version) \(library)\n" }

  /// Returns the line of a value. Characters that end lines and keys become blanks.
  package static func line(_ key: String, _ text: String) -> String {
    key + "\t" + String(text.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) }) + "\n"
  }

  /// Returns the lines of a text that is probably in another encoding.
  package static func lines(_ doubt: DoubtfulText) -> [(key: String, text: String)] {
    [(doubtKey, doubt.text)] + doubt.readings.map { (readingKey, "\($0.encoding) \($0.text)") }
  }

  /// Reads the text of a line with ``readingKey``; `nil` if it has another form.
  static func reading(_ text: String) -> DoubtfulText.Reading? {
    guard let blank = text.firstIndex(of: " "), let reading = TagText.cleaned(String(text[text.index(after: blank)...]))
    else { return nil }
    return DoubtfulText.Reading(encoding: String(text[..<blank]), text: reading)
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
