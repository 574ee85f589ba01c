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
    do {
      return try JSONDecoder().decode([String].self, from: Data(text.utf8))
    } catch {
      throw LibraryError(.damaged, cause: error)
    }
  }
}
