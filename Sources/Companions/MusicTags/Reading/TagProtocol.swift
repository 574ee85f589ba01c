package import FileSystem

/// The protocol between Mixtape and `mixtape-tags`. Decision 37 gives the reasons.
package enum TagProtocol {
  /// The name, the version and the limit.
  package static let companion = CompanionProtocol(of: "mixtape-tags", version: 2, longestLine: 8 << 10)
  /// The greatest number of lines about one file, with the last one.
  package static let mostLines = 200
  /// The key of the last line about a file.
  package static let endKey = "end"
  /// The key of a text that is probably in another encoding. Lines with ``readingKey`` follow.
  package static let doubtKey = "DOUBTFUL_TEXT"
  /// The key of what such a text may be: the name of an encoding, a blank, and the text in it.
  package static let readingKey = "READING"

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

/// A reader that splits the output of `mixtape-tags` into results. It limits the number of lines for each file.
struct TagOutputReader {
  private var values: [(key: String, text: String)] = []

  /// Reads the next result; `nil` if it has not arrived as a whole.
  mutating func next(in output: inout CompanionOutput) throws(CompanionProgramError.Reason) -> TagResult? {
    while let line = try output.line() {
      if let result = try result(completedBy: String(decoding: line, as: UTF8.self)) { return result }
    }
    return nil
  }

  private mutating func result(completedBy line: String) throws(CompanionProgramError.Reason) -> TagResult? {
    guard let tab = line.firstIndex(of: "\t"), values.count < TagProtocol.mostLines else {
      throw .invalidOutput("a line is not expected")
    }
    let (key, text) = (String(line[..<tab]), line[line.index(after: tab)...])
    guard key == TagProtocol.endKey else {
      values.append((key, String(text)))
      return nil
    }
    guard let end = TagProtocol.End(text) else { throw .invalidOutput("a line is not a result") }
    defer { values = [] }
    switch end {
    case .read: return .read(FileTags(values))
    case .noSound: return .failed(.noSound)
    case .tooMuchMemory: return .failed(.tooMuchMemory)
    case .refused: return .failed(.refused)
    case .unreadable(let reason): return .failed(.unreadable(reason))
    }
  }
}

extension FileTags {
  fileprivate init(_ values: [(key: String, text: String)]) {
    func text(_ key: String) -> String? { values.first { $0.key == key }?.text }
    // Other characters would damage the line of the record.
    let digest = text("DIGEST").flatMap { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? $0 : nil }
    let readings = values.filter { $0.key == TagProtocol.readingKey }.compactMap { TagProtocol.reading($0.text) }
    self.init(
      tags: TrackTags(values), size: max(0, text("SIZE").flatMap { Int64($0) } ?? 0), digest: digest ?? "",
      doubtfulText: text(TagProtocol.doubtKey).flatMap(TagText.cleaned).map { DoubtfulText($0, readings: readings) })
  }
}
