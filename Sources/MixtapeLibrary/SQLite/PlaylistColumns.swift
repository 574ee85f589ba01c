internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The columns of the keys of a playlist file: all keys except `episodes`, which has a separate table.
///
/// A column is null if the playlist has the default value. The name is never null, for lists of playlists. Lists are
/// JSON arrays of strings.
enum PlaylistColumns {
  static let keys = PlaylistKey.allCases.filter { $0 != .episodes }

  /// The names of the columns in SQL, in order.
  static let names = keys.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

  /// Returns the values of a playlist, in order.
  static func values(of playlist: Playlist) throws -> [Value] {
    let keysInUse = Set(playlist.keysInUse)
    return try keys.map { key in
      guard keysInUse.contains(key) || key == .name else { return .null }
      return switch playlist[key] {
      case .absent: .null
      case .text(let text): .text(text)
      case .flag(let flag): .integer(flag ? 1 : 0)
      case .number(let number): .integer(number)
      case .list(let elements): .text(try JSONStrings.encode(elements))
      }
    }
  }

  /// Reads the values of a row into a playlist.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if a value is invalid.
  static func read(
    _ row: borrowing Statement.Columns, from column: CInt, into playlist: inout Playlist
  ) throws {
    for (key, column) in zip(keys, column...) where !row.isNull(column) {
      let kinds = key.form.kinds
      let value: FileValue =
        if row.isInteger(column) {
          kinds.contains(.flag) ? .flag(row.integer(column) == 1) : .number(row.integer(column))
        } else if kinds.contains(.list), !kinds.contains(.text) || row.text(column).hasPrefix("[") {
          .list(try JSONStrings.decode(row.text(column)))
        } else {
          .text(row.text(column))
        }
      guard let changed = playlist.with(key, value) else { throw LibraryError(.damaged) }
      playlist = changed
    }
  }

  /// A value of a column.
  enum Value {
    case null
    case integer(Int64)
    case text(String)
  }
}

extension Statement.Binder {
  /// Binds a value of a key.
  mutating func value(_ value: PlaylistColumns.Value) {
    switch value {
    case .null: text(nil)
    case .integer(let number): integer(number)
    case .text(let string): text(string)
    }
  }
}

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
