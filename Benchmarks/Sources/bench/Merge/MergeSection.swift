import GitHistory
import MixtapeModel
import PlaylistFiles

/// Merges of two versions of one large file.
enum MergeSection {
  static func run() throws {
    var table = ReportTable(
      "Two versions of a file with 5,000 episodes and 500 changes each", columns: ["file", "ms (want < 20)"])
    var generator = EditGenerator()
    let ids = (0..<5_000).map { "show-\($0 % 50)/episode-\($0)" }
    let playlists = [ids, generator.edited(ids, "a"), generator.edited(ids, "b")].map(playlist)
    let id = try Playlist.ID(validating: "long")
    let list = try Measurement {
      consume(
        try MergedFile.playlist(base: playlists[0], ours: playlists[1], theirs: playlists[2], id: id, lines: lines)
          .bytes().count)
    }
    table.add("playlist", list.milliseconds.brief)
    let plays = [podcast(played: []), podcast(played: Set(0..<500)), podcast(played: Set((0..<500).map { $0 * 3 }))]
    let show = try Podcast.ID(validating: "show")
    let library = try Measurement {
      consume(
        try MergedFile.podcast(base: plays[0], ours: plays[1], theirs: plays[2], id: show, lines: lines).bytes().count)
    }
    table.add("podcast", library.milliseconds.brief)
    table.print()
  }

  /// The merge of lines by git.
  private static let lines: LineMerge = { base, ours, theirs in
    do throws(GitError) {
      return try Repository.mergedFavoringFirst(ours, theirs, from: base)
    } catch {
      return nil
    }
  }

  /// Returns a playlist file in which every tenth episode has a comment, which moves with it.
  private static func playlist(_ episodes: [String]) -> [UInt8] {
    let lines = episodes.map { "  \"\($0)\",\($0.hasSuffix("7") ? "  # comment on \($0)" : "")\n" }
    return Array("# A long list.\nname = \"Long\"\n\nepisodes = [\n\(lines.joined())]\n".utf8)
  }

  /// Returns a library file in which some episodes were played once more.
  private static func podcast(played: Set<Int>) -> [UInt8] {
    let episodes = (0..<5_000).map { number in
      """

      [[episodes]]
      id = "e\(number)"
      title = "Episode \(number)"
      guid = "g\(number)"
      url = "https://example.org/\(number).mp3"
      published = 2026-01-01T00:00:00Z
      duration = 1800
      playCount = \(played.contains(number) ? 2 : 1)

      """
    }
    return Array("title = \"Show\"\n\(episodes.joined())".utf8)
  }
}

/// A generator of edits that are the same in each run: xorshift.
private struct EditGenerator: RandomNumberGenerator {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// Returns a list after 500 changes: a third of them removals, additions and moves.
  mutating func edited(_ list: [String], _ tag: String) -> [String] {
    var list = list
    for number in 0..<500 {
      let place = Int.random(in: 0..<list.count, using: &self)
      switch number % 3 {
      case 0: list.remove(at: place)
      case 1: list.insert("show-1/\(tag)-\(number)", at: place)
      default:
        let moved = list.remove(at: place)
        list.insert(moved, at: Int.random(in: 0...list.count, using: &self))
      }
    }
    return list
  }
}
