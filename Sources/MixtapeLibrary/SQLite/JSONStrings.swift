#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Lists of strings as JSON, the form in which SQLite can look into them.
enum JSONStrings {
  /// The list as JSON.
  static func encode(_ strings: [String]) throws -> String {
    // Most lists are empty, and the encoder takes its time.
    strings.isEmpty ? "[]" : String(decoding: try JSONEncoder().encode(strings), as: UTF8.self)
  }

  /// The list in some JSON.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if that is none.
  static func decode(_ text: String) throws -> [String] {
    guard text != "[]" else { return [] }
    do {
      return try JSONDecoder().decode([String].self, from: Data(text.utf8))
    } catch {
      throw LibraryError(.damaged, cause: error)
    }
  }
}
