internal import MixtapeModel

/// The columns of the keys of a playlist file: all keys except `episodes`, which has a separate table.
///
/// A column is null if the playlist has the default value. The name is never null, for lists of playlists. Lists are
/// JSON arrays of strings.
enum PlaylistColumns {
  static let keys = PlaylistKey.allCases.filter { $0 != .episodes }

  /// The names of the columns in SQL, in order.
  static let names = keys.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

  /// Returns the values of a playlist, in order.
  static func values(of playlist: Playlist) -> [SQLValue?] {
    let keysInUse = Set(playlist.keysInUse)
    return keys.map { key in
      guard keysInUse.contains(key) || key == .name else { return nil }
      return switch playlist[key] {
      case .absent: nil
      case .text(let text): .text(text)
      case .flag(let flag): .integer(flag ? 1 : 0)
      case .number(let number): .integer(number)
      case .list(let elements): .text(JSONStrings.encode(elements))
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
}

/// Lists of strings as JSON text in a column.
enum JSONStrings {
  /// Returns a list as JSON.
  static func encode(_ strings: [String]) -> String { JSONWriter.compact(.strings(strings)) }

  /// Returns the list of a JSON text.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if the text is invalid.
  static func decode(_ text: String) throws(LibraryError) -> [String] {
    do throws(JSONReader.Failure) {
      return try JSONReader.read(Array(text.utf8)).array?.compactMap { $0.string } ?? []
    } catch {
      throw LibraryError(.damaged, cause: error)
    }
  }
}
