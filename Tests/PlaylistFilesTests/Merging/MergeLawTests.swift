import LosslessTOML
import MixtapeModel
import PlaylistFiles
import TestSupport
import Testing

/// The laws of merges, on random files with random edits: by operation, and by hand with comments and odd formatting.
///
/// `MIXTAPE_TEST_STEPS=100000` runs 100,000 cases of each kind of file. Templates have the format of playlists.
@Suite("Laws of merges")
struct MergeLawTests {
  private static let rounds = TestSteps.count(300)

  @Test func ofPlaylists() throws {
    var random = SeededGenerator()
    let id = try Playlist.ID(validating: "x")
    for _ in 0..<Self.rounds {
      let base = RandomPlaylistText.source(using: &random)
      let (ours, theirs) = (
        try RandomPlaylistText.edited(base, using: &random), try RandomPlaylistText.edited(base, using: &random)
      )
      guard isMerged(base, ours, theirs, random, { try MergedFile.playlist(base: $0, ours: $1, theirs: $2, id: id) })
      else {
        continue
      }
      try expectLaws(base, ours, theirs, random, value: { PlaylistFile(parsing: $0, id: id).playlist }) {
        try MergedFile.playlist(base: $0, ours: $1, theirs: $2, id: id)
      }
      let playlists = try [base, ours, theirs].map {
        try #require(PlaylistFile(parsing: $0.withPlainLineEnds, id: id).playlist)
      }
      let merged = try MergedFile.playlist(
        base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: id)
      let result = try #require(
        PlaylistFile(parsing: merged.text.withPlainLineEnds, id: id).playlist, note(base, ours, theirs, random))
      let value = MergedPlaylist(base: playlists[0], ours: playlists[1], theirs: playlists[2])
      #expect(result == value.playlist, note(base, ours, theirs, random))
      // Rules that one side removed come back only with all rules of the other side.
      let rules = playlists.map(\.criteria.conditions)
      if rules[0] != nil, rules[1] == nil || rules[2] == nil {
        let expected = value.keyOfRulesInConflict == nil ? nil : rules[1]
        #expect(result.criteria.conditions == expected, note(base, ours, theirs, random))
      }
      // Keys do not outlive the rules that one side removed with them.
      let withRules = playlists.filter { $0.isSmart }
      if withRules.count == 2, playlists[0].isSmart, !result.isSmart {
        let known = playlists.flatMap(\.keysWithoutEffect)
        #expect(Set(result.keysWithoutEffect).isSubset(of: known), note(base, ours, theirs, random))
      }
    }
  }

  @Test func ofLibraryFiles() throws {
    var random = SeededGenerator()
    let id = try Podcast.ID(validating: "show")
    for _ in 0..<Self.rounds {
      let base = RandomPodcastText.source(using: &random)
      let (ours, theirs) = (
        try RandomPodcastText.edited(base, using: &random), try RandomPodcastText.edited(base, using: &random)
      )
      guard isMerged(base, ours, theirs, random, { try MergedFile.podcast(base: $0, ours: $1, theirs: $2, id: id) })
      else {
        continue
      }
      try expectLaws(base, ours, theirs, random, value: { PodcastFile(parsing: $0, id: id).podcast }) {
        try MergedFile.podcast(base: $0, ours: $1, theirs: $2, id: id)
      }
      let podcasts = try [base, ours, theirs].map {
        try #require(PodcastFile(parsing: $0.withPlainLineEnds, id: id).podcast, note(base, ours, theirs, random))
      }
      let merged = try MergedFile.podcast(
        base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: id)
      let result = try #require(
        PodcastFile(parsing: merged.text.withPlainLineEnds, id: id).podcast, note(base, ours, theirs, random))
      #expect(
        result == MergedPodcast(base: podcasts[0], ours: podcasts[1], theirs: podcasts[2]).podcast,
        note(base, ours, theirs, random))
    }
  }

  @Test func ofSettings() throws {
    var random = SeededGenerator()
    for _ in 0..<Self.rounds {
      let base = RandomSettingsText.source(using: &random)
      let (ours, theirs) = (
        try RandomSettingsText.edited(base, using: &random), try RandomSettingsText.edited(base, using: &random)
      )
      guard isMerged(base, ours, theirs, random, { try MergedFile.document(base: $0, ours: $1, theirs: $2) }) else {
        continue
      }
      try expectLaws(base, ours, theirs, random, value: { TOMLDocument(parsing: $0).isValid }) {
        try MergedFile.document(base: $0, ours: $1, theirs: $2)
      }
      let merged = try MergedFile.document(base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
      let values = [base, ours, theirs].map { TOMLLiteral.leaves(of: Array($0.utf8)) }
      let result = TOMLLiteral.leaves(of: merged.bytes())
      // A table that one side removed is in conflict as a whole.
      let inConflict = merged.conflicts.map(\.key)
      for key in Set(values.flatMap(\.keys)).union(result.keys) {
        let (old, our, their) = (values[0][key], values[1][key], values[2][key])
        let expected = our == their || old == their ? our : old == our ? their : our
        let isConflict = old != our && old != their && our != their
        let isReported = inConflict.contains { key == $0 || key.hasPrefix("\($0).") }
        #expect(isReported || !isConflict, "\(key): \(note(base, ours, theirs, random))")
        #expect(isReported || result[key] == expected, "\(key): \(note(base, ours, theirs, random))")
      }
    }
  }

  /// Returns whether two versions can be merged by meaning, whichever is ours. Records a failure if not.
  private func isMerged(
    _ base: String, _ ours: String, _ theirs: String, _ random: SeededGenerator,
    _ merge: ([UInt8], [UInt8], [UInt8]) throws -> MergedFile
  ) -> Bool {
    let (old, our, their) = (Array(base.utf8), Array(ours.utf8), Array(theirs.utf8))
    do {
      for (first, second) in [(our, their), (their, our)] { _ = try merge(old, first, second) }
      return true
    } catch {
      Issue.record("\(error)\n\(note(base, ours, theirs, random).rawValue)")
      return false
    }
  }

  private func expectLaws(
    _ base: String, _ ours: String, _ theirs: String, _ random: SeededGenerator,
    value: ([UInt8]) -> some Equatable, merge: ([UInt8], [UInt8], [UInt8]) throws -> MergedFile
  ) throws {
    let (old, our, their) = (Array(base.utf8), Array(ours.utf8), Array(theirs.utf8))
    #expect(try merge(old, our, old).bytes() == our && merge(old, old, our).bytes() == our, random.comment)
    #expect(try merge(old, our, our).bytes() == our, random.comment)
    let merged = try merge(old, our, their)
    let bytes = merged.bytes()
    let shown: () -> Comment = {
      Comment(
        rawValue: "\(note(base, ours, theirs, random).rawValue)\n--- merged\n\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(try merge(our, bytes, our).bytes() == bytes && merge(their, their, bytes).bytes() == bytes, shown())
    // The sides can be exchanged.
    let exchanged = try merge(old, their, our)
    #expect(Set(exchanged.conflicts.map(\.path)) == Set(merged.conflicts.map(\.path)), shown())
    #expect(
      value(bytes) == value(exchanged.bytes(.theirs)) && TOMLLiteral.same(bytes, exchanged.bytes(.theirs)),
      "\(shown())\n--- exchanged\n\(String(decoding: exchanged.bytes(.theirs), as: UTF8.self))")
    expectComments(old, our, their, merged, shown)
    let ends = [base, ours, theirs].map { $0.contains("\r\n") }
    if ends.allSatisfy({ !$0 }) { #expect(!bytes.contains(UInt8(ascii: "\r")), shown()) }
    if merged.conflicts.isEmpty { return }
    let marked = merged.bytes(.markers(size: 7))
    #expect(marked.filter { $0 == UInt8(ascii: "<") }.count >= 7, shown())
  }

  /// No comment is lost that a side added, or that both sides have, and none is there that no side has. Those of values in conflict are
  /// with the values.
  private func expectComments(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], _ merged: MergedFile, _ note: () -> Comment
  ) {
    let (old, our, their) = (comments(base), comments(ours), comments(theirs))
    let (result, other) = (comments(merged.bytes()), comments(merged.bytes(.theirs)))
    let expected = our.subtracting(old).union(their.subtracting(old)).union(our.intersection(their))
    #expect(expected.isSubset(of: result.union(other)), note())
    #expect(result.isSubset(of: our.union(their)), note())
    #expect(Set(merged.commentsAtEnd.map { $0.trimmedAtEnd }).isSubset(of: result), note())
  }

  private func comments(_ source: [UInt8]) -> Set<String> {
    Set(
      TOMLDocument(parsing: source).comments.map {
        String(decoding: source[$0.offsets], as: UTF8.self).trimmedAtEnd
      })
  }

  private func note(_ base: String, _ ours: String, _ theirs: String, _ random: SeededGenerator) -> Comment {
    "\(random)\n--- base\n\(base)\n--- ours\n\(ours)\n--- theirs\n\(theirs)"
  }
}

extension String {
  var trimmed: String { String(drop { $0 == " " || $0 == "\t" }) }
  /// The text without spaces and tabs at its end.
  var trimmedAtEnd: String { String(reversed().drop { $0 == " " || $0 == "\t" }.reversed()) }
  /// The bytes with one style of line ends.
  var withPlainLineEnds: [UInt8] { Array(replacing("\r\n", with: "\n").utf8) }
}

extension MergedFile {
  fileprivate var text: String { String(decoding: bytes(), as: UTF8.self) }
}

extension TOMLLiteral {
  /// Returns the values of a document that are not tables, by their keys with those of the tables around them.
  fileprivate static func leaves(of source: [UInt8]) -> [String: TOMLLiteral] {
    var leaves: [String: TOMLLiteral] = [:]
    func add(_ table: TOMLTable, _ path: [String]) {
      for entry in table.entries {
        let path = path + [entry.key]
        if let below = entry.value.table {
          add(below, path)
        } else {
          leaves[path.joined(separator: ".")] = TOMLLiteral(entry.value)
        }
      }
    }
    add(TOMLDocument(parsing: source).root, [])
    return leaves
  }

  /// Returns whether two documents have the same values in tables that Mixtape does not read.
  fileprivate static func same(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    let known = Set(
      ["episodes"] + PlaylistKey.allCases.map(\.rawValue) + PodcastDifference.Field.allCases.map(\.rawValue))
    let values = [first, second].map { leaves(of: $0).filter { value in !known.contains { value.key == $0 } } }
    return values[0] == values[1]
  }
}
