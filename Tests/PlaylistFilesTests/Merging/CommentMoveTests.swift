import MixtapeModel
import PlaylistFiles
import Testing

/// Merges of comments on their own lines, if one side put the keys or elements below them in another order by hand.
@Suite("Merges of comments above moved keys and elements")
struct CommentMoveTests {
  private static let keys = "# about name\nname = \"a\"\nlimit = 1\n"
  private static let movedKeys = "limit = 1\n# about name\nname = \"a\"\n"

  private static let groups =
    "# about name\nname = \"a\"\n\n# why five\nlimit = 5\n\nepisodes = [\n  \"a/1\",\n]\n"
  private static let movedGroups =
    "# why five\nlimit = 5\n\n# about name\nname = \"a\"\n\nepisodes = [\n  \"a/1\",\n]\n"

  private static let list = "episodes = [\n  # A\n  \"a/1\",\n  # B\n  \"a/2\",\n  # C\n  \"a/3\",\n]\n"
  private static let lists = [
    "episodes = [\n  # B\n  \"a/2\",\n  # A\n  \"a/1\",\n  # C\n  \"a/3\",\n]\n",
    "episodes = [\n  # C\n  \"a/3\",\n  # A\n  \"a/1\",\n  # B\n  \"a/2\",\n]\n",
    // As `mixtape reorder` moves an element, without the comment above it.
    "episodes = [\n  \"a/3\",\n  # A\n  \"a/1\",\n  # B\n  \"a/2\",\n  # C\n]\n",
    "episodes = [\n  # A\n  # B\n  \"a/2\",\n  # C\n  \"a/3\",\n  \"a/1\",\n]\n",
  ]

  /// An edit of a version, as a replacement of text.
  private typealias Edit = (old: String, new: String)

  /// Versions of one side that differ only in the order of blocks, and edits of the other side.
  private static let moves: [(base: String, moved: String, edits: [Edit])] =
    [
      (keys, movedKeys, [("\"a\"", "\"b\""), ("= 1", "= 2")]),
      (groups, movedGroups, [("\"a\"", "\"b\""), ("= 5", "= 6"), ("]", "  \"a/2\",\n]")]),
    ]
    + lists.map {
      (list, $0, [("\"a/2\",", "\"a/2\",  # two"), ("episodes = [", "episodes = [  # open")])
    }

  @Test(arguments: moves.indices)
  func `the order of one side stays, with the edits of the other side`(of number: Int) throws {
    let (base, moved, edits) = Self.moves[number]
    for edit in edits {
      let (other, expected) = (base.replacing(edit.old, with: edit.new), moved.replacing(edit.old, with: edit.new))
      #expect(try playlist(base, moved, other) == expected)
      #expect(try playlist(base, other, moved) == expected)
    }
  }

  @Test func `a key or an element that the other side appends is the last one`() throws {
    for (ours, theirs) in [(Self.movedKeys, Self.keys + "seed = 3\n"), (Self.keys + "seed = 3\n", Self.movedKeys)] {
      #expect(try playlist(Self.keys, ours, theirs) == Self.movedKeys + "seed = 3\n")
    }
    let added = Self.list.replacing("]", with: "  \"a/4\",\n]")
    for moved in Self.lists.prefix(2) {
      let expected = moved.replacing("]", with: "  \"a/4\",\n]")
      #expect(try playlist(Self.list, moved, added) == expected)
      #expect(try playlist(Self.list, added, moved) == expected)
    }
  }

  @Test func `a new comment goes with the element that the other side moved`() throws {
    let base = "episodes = [\n  \"a/1\",\n  \"a/2\",\n  \"a/3\",\n]\n"
    let commented = base.replacing("  \"a/3\"", with: "  # C\n  \"a/3\"")
    let moved = "episodes = [\n  \"a/3\",\n  \"a/1\",\n  \"a/2\",\n]\n"
    let expected = moved.replacing("  \"a/3\"", with: "  # C\n  \"a/3\"")
    #expect(try playlist(base, moved, commented) == expected)
    #expect(try playlist(base, commented, moved) == expected)
  }

  @Test func `a comment stays if a blank line is below it, or it replaces one that the other side left behind`()
    throws
  {
    let base = "episodes = [\n  # A\n  \"a/1\",\n  \"a/2\",\n]\n"
    let moved = "episodes = [\n  # A\n  \"a/2\",\n  \"a/1\",\n]\n"
    let changed = base.replacing("# A", with: "# B")
    let added = base.replacing("# A", with: "# A\n  # B")
    for (ours, theirs) in [(moved, added), (added, moved)] {
      #expect(try playlist(base, ours, theirs) == moved.replacing("  \"a/1\"", with: "  # B\n  \"a/1\""))
    }
    #expect(try playlist(base, moved, changed) == moved.replacing("# A", with: "# B"))
    #expect(try playlist(base, changed, moved) == moved.replacing("# A", with: "# B"))
    let heading = "episodes = [\n  # B\n\n  \"a/1\",\n  \"a/2\",\n]\n"
    let plain = "episodes = [\n  \"a/1\",\n  \"a/2\",\n]\n"
    let swapped = "episodes = [\n  \"a/2\",\n  \"a/1\",\n]\n"
    for (ours, theirs) in [(heading, swapped), (swapped, heading)] {
      #expect(try playlist(plain, ours, theirs) == "episodes = [\n  # B\n  \"a/2\",\n\n  \"a/1\",\n]\n")
    }
  }

  @Test func `keys of a podcast and of its episodes`() throws {
    let head = "title = \"T\"\n# tags\ntags = [\"x\"]\n# au\nauthor = \"A\"\n"
    let movedHead = "# au\nauthor = \"A\"\ntitle = \"T\"\n# tags\ntags = [\"x\"]\n"
    let episode = "\n[[episodes]]\nid = \"a\"\n# ti\ntitle = \"x\"\n# no\nnotes = \"n\"\n"
    let movedEpisode = "\n[[episodes]]\nid = \"a\"\n# no\nnotes = \"n\"\n# ti\ntitle = \"x\"\n"
    let base = head + episode
    let rated = movedEpisode.replacing("# ti", with: "rating = 3\n# ti")
    for (moved, expected) in [
      (movedHead + episode, movedHead + episode + "rating = 3\n"), (head + movedEpisode, head + rated),
      (movedHead + movedEpisode, movedHead + rated),
    ] {
      for (ours, theirs) in [(moved, base + "rating = 3\n"), (base + "rating = 3\n", moved)] {
        #expect(try podcast(base, ours, theirs) == expected)
      }
    }
  }

  private func playlist(_ base: String, _ ours: String, _ theirs: String) throws -> String {
    let merged = try MergedFile.playlist(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: Playlist.ID(validating: "x"))
    #expect(merged.conflicts.isEmpty)
    return String(decoding: merged.bytes(), as: UTF8.self)
  }

  private func podcast(_ base: String, _ ours: String, _ theirs: String) throws -> String {
    let merged = try MergedFile.podcast(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: Podcast.ID(validating: "x"))
    #expect(merged.conflicts.isEmpty)
    return String(decoding: merged.bytes(), as: UTF8.self)
  }
}
