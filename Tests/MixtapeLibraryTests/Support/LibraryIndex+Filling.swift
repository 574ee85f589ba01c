import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeLibrary

extension LibraryIndex {
  /// Replaces the contents of the index by these files.
  func replaceAll(by playlists: [Playlist], _ podcasts: [Podcast]) throws {
    let known = Array(try files(in: "playlists").keys) + Array(try files(in: "library").keys)
    let playlistFiles = playlists.map { ($0, IndexedFile(path: "playlists/\($0.id).toml", status: nil, content: [1])) }
    let podcastFiles = podcasts.map { ($0, IndexedFile(path: "library/\($0.id).toml", status: nil, content: [1])) }
    try update { writer in
      for path in known { try writer.remove(path) }
      for (playlist, file) in playlistFiles { try writer.write(playlist, of: file) }
      for (podcast, file) in podcastFiles { try writer.write(podcast, of: file) }
    }
  }

  /// Returns the ids of the episodes that searches find, by column and word.
  func foundByWords() throws -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for column in ["title", "artist", "albumArtist", "album", "genre", "composer", "podcast"] {
      for word in ["aurora", "quoted", "x", "ss", "it", "夜", "e", "i"] {
        let query = "\(column):\"\(word)\""
        found[query] = try reading { database in
          let sql =
            "SELECT ifnull(id, 'no episode') FROM search LEFT JOIN episodes ON episode = search.rowid WHERE search MATCH ?"
          return Set(try database.statement(sql).rows({ $0.text(query) }) { $0.text(0) })
        }
      }
    }
    return found
  }

  /// Returns the row numbers of the episodes, by id.
  func rows() throws -> [String: Int64] {
    try reading { database in
      let rows = try database.statement("SELECT id, episode FROM episodes").rows { ($0.text(0), $0.integer(1)) }
      return Dictionary(uniqueKeysWithValues: rows)
    }
  }
}
