import GRDB
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeLibrary

extension LibraryIndex {
  /// Makes the index know these files and no others.
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

  /// Fails the test where searches do not find just the episodes of these podcasts, or the table of searches is damaged.
  func expectSearchesKnow(_ podcasts: [Podcast], _ comment: Comment) throws {
    let words = ["aurora", "quoted", "x", "ss"]
    for word in words {
      let found = try database.read { database in
        try Int64.fetchSet(
          database, sql: "SELECT rowid FROM search WHERE search MATCH ?", arguments: ["title:\"\(word)\""])
      }
      let known = try database.read { try Int64.fetchSet($0, sql: "SELECT episode FROM episodes") }
      #expect(found.isSubset(of: known), comment)
      let titles = podcasts.flatMap(\.episodes).compactMap { episode -> String? in
        if case .text(let title)? = episode.fields[.title] { TextFolding.fold(title) } else { nil }
      }
      let matching = titles.count { $0.split { !$0.isLetter && !$0.isNumber }.contains { $0 == word } }
      #expect(found.count >= matching && (matching > 0 || found.isEmpty), "\(word): \(comment)")
    }
  }
}
