#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The bytes of a commit object: the lines of a header, an empty line and the message.
///
/// libgit2 does not read a commit with an invalid author or date. Git does, and so does this parser.
struct CommitObject: Sendable {
  let tree: ObjectID
  let parents: [CommitID]
  /// The message, without empty lines at the start.
  let message: String
  private let authorLine: ArraySlice<UInt8>
  private let committerLine: ArraySlice<UInt8>

  /// Parses the bytes of a commit; `nil` if they have no tree.
  init?(parsing bytes: [UInt8]) {
    var place = bytes.startIndex
    var lines: [(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []
    while place < bytes.endIndex, bytes[place] != Self.newline {
      let line = bytes[place...].prefix { $0 != Self.newline }
      let key = line.prefix { $0 != UInt8(ascii: " ") }
      lines.append((key, line.dropFirst(key.count + 1)))
      place = line.endIndex + 1
    }
    func value(_ key: String) -> ArraySlice<UInt8>? { lines.first { $0.key.elementsEqual(key.utf8) }?.value }
    func id(_ digits: ArraySlice<UInt8>) -> ObjectID? { ObjectID(String(decoding: digits, as: UTF8.self)) }
    guard let tree = value("tree").flatMap(id) else { return nil }
    self.tree = tree
    parents = lines.filter { $0.key.elementsEqual("parent".utf8) }.compactMap { id($0.value).map(CommitID.init) }
    authorLine = value("author") ?? []
    committerLine = value("committer") ?? []
    let message = bytes.dropFirst(place).drop { $0 == Self.newline }.prefix { $0 != 0 }
    self.message = String(decoding: message, as: UTF8.self)
  }

  private static let newline = UInt8(ascii: "\n")

  /// The author and the committer. If the date of one is unknown, it is that of the other, or 1970 as in git.
  var persons: (author: Signature, committer: Signature) {
    let (author, committer) = (Person(parsing: authorLine), Person(parsing: committerLine))
    return (author.signature(otherwise: committer.date), committer.signature(otherwise: author.date))
  }

  /// The first paragraph of the message in one line, and the rest without white space at the ends.
  var parts: (subject: String, body: String) {
    let lines = message.utf8.split(separator: Self.newline, omittingEmptySubsequences: false)
    let paragraph = lines.prefix { !$0.allSatisfy(Self.isSpace) }
    let subject = paragraph.map { Self.text(ofTrimmed: $0) }.joined(separator: " ")
    let rest = message.utf8[(paragraph.last?.endIndex ?? message.startIndex)...]
    return (subject, Self.text(ofTrimmed: rest))
  }

  private static func text(ofTrimmed bytes: Substring.UTF8View) -> String {
    String(Substring(bytes)).trimming { $0.utf8.allSatisfy(Self.isSpace) }
  }

  /// Returns whether a byte is white space: a blank, or one from TAB to CR.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// A person and a date in the header of a commit or in the output of `git var`: `name <address> seconds +hhmm`.
struct Person {
  let name: String
  let email: String
  /// The seconds since 1970 and the offset from UTC in minutes; `nil` if there is no valid date.
  let date: (seconds: Int64, utcOffset: Int)?
  /// Whether the address is not in angle brackets, or the date is invalid.
  let isMalformed: Bool

  init(parsing line: ArraySlice<UInt8>) {
    let start = line.firstIndex(of: UInt8(ascii: "<"))
    let end = start.flatMap { line[$0...].firstIndex(of: UInt8(ascii: ">")) }
    let words = line[(line.lastIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? line.startIndex)...]
      .split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    // The date ends the line, also if the end of the address is missing.
    let date = Self.date(end == nil ? words.suffix(2) : words.prefix(2))
    let beforeDate = date == nil || end != nil ? words[...] : words.dropLast(2)
    if let start {
      name = Self.text(line[..<start])
      email = Self.text(line[(start + 1)..<(end ?? line.endIndex)].prefix { end != nil || $0 != UInt8(ascii: " ") })
    } else {
      name = beforeDate.joined(separator: " ")
      email = ""
    }
    self.date = date
    isMalformed = end == nil || date == nil
  }

  fileprivate func signature(otherwise other: (seconds: Int64, utcOffset: Int)?) -> Signature {
    let (seconds, utcOffset) = date ?? other ?? (0, 0)
    return Signature(
      name: name.isEmpty && isMalformed ? Identity.unknown.name : name, email: email,
      date: Date(timeIntervalSince1970: Double(seconds)), utcOffset: utcOffset)
  }

  /// Reads the seconds and the time zone of a date. A date after the year 9999 is invalid.
  private static func date(_ words: ArraySlice<String>) -> (seconds: Int64, utcOffset: Int)? {
    guard let first = words.first, first.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let seconds = Int64(first), seconds <= 253_402_300_799
    else { return nil }
    let zone = words.count > 1 ? words.last.flatMap { Signature.utcOffset(ofZone: $0[...]) } : nil
    return (seconds, zone ?? 0)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).trimming { $0 == " " }
  }
}
