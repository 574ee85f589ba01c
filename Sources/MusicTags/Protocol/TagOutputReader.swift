/// A reader that splits the output of `mixtape-tags` into results. It limits the length of lines, and their number for each file.
struct TagOutputReader {
  /// The output breaks the protocol.
  struct Violation: Error {}

  private var pending: [UInt8] = []
  private var values: [(key: String, text: String)] = []
  /// Whether the greeting was read.
  private(set) var hasGreeting = false
  /// The first line that is not the greeting, such as a message of the dynamic linker.
  private(set) var preface: String?

  /// Reads the next bytes, and calls `body` for each result that they complete.
  mutating func read(_ bytes: [UInt8], _ body: (TagResult) -> Void) throws(Violation) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      pending += rest[..<end]
      rest = rest[(end + 1)...]
      guard pending.count <= TagProtocol.longestLine else { throw Violation() }
      let line = String(decoding: pending, as: UTF8.self)
      pending = []
      guard hasGreeting else {
        try readGreeting(line)
        continue
      }
      if let result = try result(completedBy: line) { body(result) }
    }
    pending += rest
    guard pending.count <= TagProtocol.longestLine else { throw Violation() }
  }

  private mutating func readGreeting(_ line: String) throws(Violation) {
    guard line.hasPrefix("mixtape-tags \(TagProtocol.version) ") else {
      preface = line
      throw Violation()
    }
    hasGreeting = true
  }

  private mutating func result(completedBy line: String) throws(Violation) -> TagResult? {
    guard let tab = line.firstIndex(of: "\t"), values.count < TagProtocol.mostLines else { throw Violation() }
    let (key, text) = (String(line[..<tab]), line[line.index(after: tab)...])
    guard key == TagProtocol.endKey else {
      values.append((key, String(text)))
      return nil
    }
    guard let end = TagProtocol.End(text) else { throw Violation() }
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
