#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Lists of strings as JSON text in a column.
enum JSONStrings {
  /// Returns a list as JSON.
  static func encode(_ strings: [String]) throws -> String {
    // Most lists are empty, and the encoder is slow.
    strings.isEmpty ? "[]" : String(decoding: try JSONEncoder().encode(strings), as: UTF8.self)
  }

  /// Returns the list of a JSON text.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if the text is invalid.
  static func decode(_ text: String) throws -> [String] {
    guard text != "[]" else { return [] }
    if let strings = plainStrings(text) { return strings }
    do {
      return try JSONDecoder().decode([String].self, from: Data(text.utf8))
    } catch {
      throw LibraryError(.damaged, cause: error)
    }
  }

  /// Returns the list of a JSON text without escapes, which is as the encoder writes it; `nil` for any other. The
  /// decoder takes many times longer.
  private static func plainStrings(_ text: String) -> [String]? {
    let bytes = text.utf8
    guard bytes.count >= 4, text.hasPrefix("[\""), text.hasSuffix("\"]"), !bytes.contains(UInt8(ascii: "\\")) else {
      return nil
    }
    // Without escapes, each quotation mark begins or ends a string.
    let parts = bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).dropFirst().dropLast()
    let isList = parts.enumerated().allSatisfy { $0.offset.isMultiple(of: 2) || $0.element.elementsEqual(",".utf8) }
    guard isList, !parts.count.isMultiple(of: 2) else { return nil }
    return parts.enumerated().filter { $0.offset.isMultiple(of: 2) }.map { String(Substring($0.element)) }
  }
}
