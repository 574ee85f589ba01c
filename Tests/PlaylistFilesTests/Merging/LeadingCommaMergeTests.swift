import MixtapeModel
import PlaylistFiles
import Testing

/// Merges of lists whose commas start the lines.
@Suite("Merges of lists with leading commas")
struct LeadingCommaMergeTests {
  private static let list = elements("    'a/1' # one", "  , 'a/2' # two", "  , 'a/3' # three")
  private static let short = elements("  'a/1' # one", "  , 'a/2'")

  private static func elements(_ lines: String...) -> String {
    "episodes = [\n" + lines.map { $0 + "\n" }.joined() + "]\n"
  }

  /// Versions: base, both sides, and the result, which is the same if the sides are exchanged.
  private static let merges: [[String]] = [
    // Removing, moving and appending.
    [
      list, list.replacing("]", with: "  , 'a/4' # four\n]"), list.replacing("]", with: "  , 'a/5' # five\n]"),
      list.replacing("]", with: "  , 'a/4' # four\n  , 'a/5' # five\n]"),
    ],
    [
      list, elements("    'a/1' # one", "  , 'a/3' # three"), list.replacing("# one", with: "# eins"),
      elements("    'a/1' # eins", "  , 'a/3' # three"),
    ],
    [
      list, elements("    'a/2' # two", "  , 'a/3' # three"), list.replacing("]", with: "  , 'a/5' # five\n]"),
      elements("    'a/2' # two", "  , 'a/3' # three", "  , 'a/5' # five"),
    ],
    [
      list, elements("    'a/3' # three", "  , 'a/1' # one", "  , 'a/2' # two"),
      list.replacing("]", with: "  , 'a/5' # five\n]"),
      elements("    'a/3' # three", "  , 'a/1' # one", "  , 'a/2' # two", "  , 'a/5' # five"),
    ],
    // Comments on their own lines.
    [
      list.replacing("  , 'a/3'", with: "  # own\n  , 'a/3'"),
      elements("    'a/1' # one", "  # own", "  , 'a/3' # three", "  , 'a/2' # two"),
      list.replacing("  , 'a/3'", with: "  # own\n  , 'a/3'").replacing("]", with: "  # end\n]"),
      elements("    'a/1' # one", "  # own", "  , 'a/3' # three", "  , 'a/2' # two", "  # end"),
    ],
    // One side puts the commas at the ends of lines.
    [
      elements("  'a/1' # one"), elements("  'a/1', # one", "  'a/2' # two"), elements("  'a/1' # eins", "  , 'a/3'"),
      elements("  'a/1', # eins", "  'a/2' # two", "  , 'a/3'"),
    ],
    [
      elements("  'a/1' # one"), elements("  'a/1', # one", "  'a/2' # two"), elements("  'a/1' # eins"),
      elements("  'a/1', # eins", "  'a/2' # two"),
    ],
    [
      short, elements("  'a/1', # one", "  'a/2'"), short.replacing("# one", with: "# eins"),
      elements("  'a/1', # eins", "  'a/2'"),
    ],
    [
      short, elements("  'a/1', # one", "  'a/2'"), short.replacing("]", with: "  , 'a/3'\n]"),
      elements("  'a/1', # one", "  'a/2'", "  , 'a/3'"),
    ],
    // The first element is removed, or another one is put before it.
    [
      list, elements("    'a/2' # two", "  , 'a/3' # three"), list.replacing("# two", with: "# zwei"),
      elements("    'a/2' # zwei", "  , 'a/3' # three"),
    ],
    [
      list, elements("    'a/0' # zero", "  , 'a/1' # one", "  , 'a/2' # two", "  , 'a/3' # three"),
      list.replacing("# one", with: "# eins"),
      elements("    'a/0' # zero", "  , 'a/1' # eins", "  , 'a/2' # two", "  , 'a/3' # three"),
    ],
  ]

  @Test(arguments: merges)
  func `commas and comments stay with their lines`(_ versions: [String]) throws {
    #expect(try merge(versions[0], versions[1], versions[2]) == versions[3])
    #expect(try merge(versions[0], versions[2], versions[1]) == versions[3])
  }

  /// Versions in which both sides changed one comment, or whose commas have lines of their own, and all comments of the result.
  private static let comments: [([String], [String])] = [
    (
      [
        list, list.replacing("# two", with: "# zwei").replacing("# three", with: "# drei"),
        list.replacing("# two", with: "# deux").replacing("# one", with: "# un"),
      ], ["un", "zwei", "deux", "drei"]
    ),
    (
      [elements("  'a/1' # one"), elements("  'a/1', # one", "  'a/2' # two"), elements("  'a/1' # eins", "  ,")],
      ["eins", "two"]
    ),
    ([elements("  'a/1' # one"), elements("  'a/1', # one"), elements("  'a/1' # eins", "  ,")], ["eins"]),
    (
      [short, elements("  'a/1', # one", "  'a/2', 'a/4'"), short.replacing("]", with: "  , 'a/3' # 3\n]")],
      ["one", "3"]
    ),
    (
      [
        elements("  'a/1' # one", "  # own", "  ,", "  'a/2'"), elements("  'a/1' # eins", "  # own", "  ,", "  'a/2'"),
        elements("  'a/1' # one", "  # own", "  ,", "  'a/2' # two"),
      ], ["eins", "own", "two"]
    ),
  ]

  @Test(arguments: comments)
  func `each comment is there once`(_ versions: [String], _ expected: [String]) throws {
    for (ours, theirs) in [(versions[1], versions[2]), (versions[2], versions[1])] {
      let merged = try merge(versions[0], ours, theirs)
      let found = merged.split(separator: "#").dropFirst().compactMap {
        $0.split { " \n".contains($0) }.first.map(String.init)
      }
      #expect(found.sorted() == expected.sorted(), "\(merged)")
    }
  }

  private func merge(_ base: String, _ ours: String, _ theirs: String) throws -> String {
    let merged = try MergedFile.playlist(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: Playlist.ID(validating: "x"))
    #expect(merged.conflicts.isEmpty)
    return String(decoding: merged.bytes(), as: UTF8.self)
  }
}
