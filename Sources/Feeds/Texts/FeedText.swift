internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A text of a feed, and whether tags in it mean something.
struct FeedText {
  /// The text after parsing.
  let raw: String
  /// Whether it is text alone, by the `type` of Atom.
  let isPlain: Bool

  /// Makes the text of an element with its attributes.
  ///
  /// - Parameters:
  ///   - isContent: Whether the element is a `content` of Atom, which may have any type.
  ///   - isPlainByDefault: Whether it is text alone without a `type`.
  init(_ raw: String, _ attributes: [XMLAttribute], isContent: Bool = false, isPlainByDefault: Bool = false) {
    // RSS has no such attributes, and the second is of Atom 0.3.
    let (type, mode) = (attributes["type"]?.lowercased(), attributes["mode"]?.lowercased())
    // Only content may have such a type, but other texts have one in some feeds.
    let isBinary = isContent ? type.map(Self.isBinary) ?? false : type == "application/octet-stream"
    let isBase64 = mode == "base64" || mode == nil && isBinary
    self.raw = isBase64 ? Self.decoded(raw) : raw
    let isMarkup = type == "xhtml" || type == "application/xhtml+xml"
    isPlain =
      type == "text" || type == "text/plain" || isMarkup && mode != "escaped"
      || isPlainByDefault && type == nil && mode == nil
  }

  /// Returns whether content of a type is in Base64. RFC 4287, section 4.1.3.3.
  private static func isBinary(_ type: String) -> Bool {
    type.contains("/") && !type.hasPrefix("text/") && !type.hasSuffix("/xml") && !type.hasSuffix("+xml")
  }

  /// Returns the text that Base64 stands for; nothing for other data; the text as it is if it is not Base64.
  private static func decoded(_ text: String) -> String {
    let compact = String(text.unicodeScalars.filter { !$0.isBlank })
    guard let data = Data(base64Encoded: compact) else { return text }
    return String(validating: data, as: UTF8.self) ?? ""
  }

  /// The text on one line, without HTML; `nil` if nothing is left.
  var line: String? { (isPlain ? raw : HTMLText.plain(raw)).oneLine().nonEmpty }

  /// The maximum length of a title in bytes.
  static let longestTitle = 500

  /// The text as a title, and whether it was longer; `nil` if nothing is left.
  var title: (line: String, isCut: Bool)? {
    let start = (isPlain ? raw : HTMLText.plain(raw)).lineStart(beyond: Self.longestTitle)
    return start.nonEmpty.map { ($0.oneLine(limit: Self.longestTitle), $0.utf8.count > Self.longestTitle) }
  }

  /// The maximum length of a description in bytes. A file with the episodes of many years must not become too large.
  static let longestDescription = 1_000

  /// The start of the text as a description on one line; `nil` if nothing is left.
  var description: String? {
    // HTML is longer than its text. The rest is not even read.
    let start = raw.utf8.count > 20_000 ? String(raw.unicodeScalars.prefix(10_000)) : raw
    let text = (isPlain ? start : HTMLText.plain(start)).lineStart(beyond: Self.longestDescription)
    guard text.utf8.count > Self.longestDescription else { return text.nonEmpty }
    var end = text.utf8.index(text.startIndex, offsetBy: Self.longestDescription - 3)
    while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil { text.utf8.formIndex(before: &end) }
    let cut = text[..<end]
    return (cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut) + "…"
  }

  /// The start of the text as a title.
  var beginning: String? {
    guard let line else { return nil }
    guard line.utf8.count > 100 else { return line }
    let words = line.prefix(90).split(separator: " ", omittingEmptySubsequences: false)
    return (words.count > 1 ? words.dropLast().joined(separator: " ") : String(line.prefix(90))) + "…"
  }
}

/// The name in a text about a person, such as `ann@example.org (Ann)` and `Ann <ann@example.org>`.
enum PersonName {
  /// Returns the name; the text itself if there is no address in it; `nil` if there is nothing.
  static func of(_ text: String) -> String? {
    let line = HTMLText.plain(text).oneLine()
    guard line.contains("@") else { return line.nonEmpty }
    if let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")"), open < close {
      let name = String(line[line.index(after: open)..<close]).trimmed
      if !name.isEmpty, !name.contains("@") { return name }
    }
    let words = line.split(separator: " ")
    guard words.contains(where: isAddress) else { return words.count > 1 ? line : nil }
    var name = ""
    for word in words {
      if !isAddress(word) {
        name += name.isEmpty ? word : " \(word)"
      } else if !name.isEmpty, word.hasSuffix(",") || word.hasSuffix(";") {
        name += ","
      }
    }
    return String(name.drop(while: isSeparator).reversed().drop(while: isSeparator).reversed()).nonEmpty
  }

  /// Returns whether a word is an address of mail, perhaps in brackets. `R@dio` and `@ann` are names.
  private static func isAddress(_ word: Substring) -> Bool {
    let parts = word.split(separator: "@")
    guard parts.count == 2, parts[0].contains(where: \.isLetter) else { return false }
    return parts[1].dropFirst().contains(".") || word.hasPrefix("<") || word.hasPrefix("(")
  }

  private static func isSeparator(_ character: Character) -> Bool { " \"',;:-–|/".contains(character) }
}
