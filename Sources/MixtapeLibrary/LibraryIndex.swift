internal import GRDB

/// An index over the files of a store: episodes, podcasts, playlists and their members, in SQLite.
///
/// It is derived from files and knows none itself: whoever owns them says what they hold.
public final class LibraryIndex: Sendable {
  let database: DatabaseQueue

  /// An index in memory, with nothing in it.
  ///
  /// - Throws: an error of SQLite.
  public init() throws {
    database = try DatabaseQueue()
    try database.write(Schema.create(in:))
  }
}
