import GitHistory
import MixtapeModel
import PlaylistFiles
import TestSupport
import Testing

@testable import MixtapeStore

/// The laws of merges of all files, on random trees with random edits, moves, renamings and deletions.
@Suite("Laws of merges of commits")
struct TreeMergeLawTests {
  private typealias Files = [String: String]

  @Test func theLawsHold() throws {
    var random = SeededGenerator()
    let fixture = try MergeFixture()
    for _ in 0..<TestSteps.count(60) {
      var episode = 0
      let old = Self.files(&episode, using: &random)
      let base = try fixture.commit(old)
      var sides: [(commit: CommitID, files: Files)] = []
      for _ in MergeSide.allCases {
        var (commit, files) = (base, old)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let new = Self.changed(files, &episode, using: &random)
          let changes = Set(files.keys).union(new.keys).filter { files[$0] != new[$0] }.map { ($0, new[$0]) }
          commit = try fixture.commit(
            Dictionary(uniqueKeysWithValues: changes), on: commit,
            operation: Bool.random(using: &random) ? "edit" : nil)
          files = new
        }
        sides.append((commit, files))
      }
      try Self.expectLaws(fixture, base, old, sides[0], sides[1], random)
    }
  }

  private static func expectLaws(
    _ fixture: MergeFixture, _ base: CommitID, _ old: Files, _ ours: (commit: CommitID, files: Files),
    _ theirs: (commit: CommitID, files: Files), _ random: SeededGenerator
  ) throws {
    let note: Comment = "\(random)\nbase \(old)\nours \(ours.files)\ntheirs \(theirs.files)"
    for side in [ours, theirs] {
      #expect(try fixture.merge(side.commit, side.commit).changes.isEmpty, note)
      #expect(try fixture.merge(side.commit, base).changes.isEmpty, note)
      #expect(try fixture.files(try fixture.merge(base, side.commit), onto: base) == side.files, note)
    }
    let merge = try fixture.merge(ours.commit, theirs.commit)
    let exchanged = try fixture.merge(theirs.commit, ours.commit)
    let result = try fixture.files(merge, onto: ours.commit)
    #expect(try fixture.files(exchanged, onto: theirs.commit).mapValues(values) == result.mapValues(values), note)
    #expect(merge.unmergeable.isEmpty && exchanged.unmergeable.isEmpty, note)
    // Nothing is lost that nobody removed, and nothing is there twice.
    let names = result.keys.map { FileKey($0).name }
    #expect(Set(names).count == names.count, "\(note) \(names)")
    let added = [ours, theirs].flatMap { $0.files.values.flatMap(episodes) }.filter {
      !old.values.flatMap(episodes).contains($0)
    }
    let found = result.values.flatMap(episodes)
    #expect(Set(added).isSubset(of: found), "\(note) \(result)")
    #expect(Set(found).count == found.count, "\(note) \(result)")
    // No file returns that somebody deleted and nobody changed.
    let gone = old.keys.filter { path in
      let isUnchanged = [ours, theirs].contains { $0.files[path] == old[path] }
      return isUnchanged && [ours, theirs].contains { !$0.files.values.flatMap(episodes).contains(first(old[path])) }
    }
    for path in gone { #expect(!found.contains(first(old[path])), "\(path) \(note) \(result)") }
  }

  private static func values(_ text: String) -> [String] { text.split(separator: "\n").map(String.init).sorted() }
  private static func episodes(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { $0.hasPrefix("  ") }
  }
  private static func first(_ text: String?) -> Substring { episodes(text ?? "").first ?? "" }

  // MARK: Random trees

  private static let names = ["a", "b", "c", "d", "e"]
  private static let folders = ["", "work/", "home/"]

  private static func files(_ episode: inout Int, using random: inout SeededGenerator) -> Files {
    var files: Files = ["mixtape.toml": "format = 1\n"]
    for name in names where Bool.random(using: &random) { files[path(name, using: &random)] = text(&episode) }
    return files
  }

  private static func path(_ name: String, using random: inout SeededGenerator) -> String {
    "playlists/\(folders[Int.random(in: 0..<folders.count, using: &random)])\(name).toml"
  }

  private static func text(_ episode: inout Int) -> String {
    let lines = (0..<4).map { _ in
      episode += 1
      return "  \"p/\(episode)\",\n"
    }
    return "episodes = [\n\(lines.joined())]\n"
  }

  /// Returns the files after one change. No two files have one name.
  private static func changed(_ files: Files, _ episode: inout Int, using random: inout SeededGenerator) -> Files {
    var files = files
    let playlists = files.keys.filter { $0.hasPrefix("playlists/") }.sorted()
    let free = names.filter { name in !playlists.contains { FileKey($0).name == name } }
    guard let place = playlists.randomElement(using: &random) else {
      files[path(names[0], using: &random)] = text(&episode)
      return files
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: files[place] = nil
    case 1:
      if let name = free.randomElement(using: &random) { files[path(name, using: &random)] = text(&episode) }
    case 2: files[path(FileKey(place).name, using: &random)] = files.removeValue(forKey: place)
    case 3:
      if let name = free.randomElement(using: &random) {
        files[path(name, using: &random)] = files.removeValue(forKey: place)
      }
    default:
      episode += 1
      files[place] = files[place]?.replacing("]\n", with: "  \"p/\(episode)\",\n]\n")
    }
    return files
  }
}
