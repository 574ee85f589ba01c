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
      try expectLaws(base, ours, theirs, random) { try MergedFile.playlist(base: $0, ours: $1, theirs: $2, id: id) }
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
      // If an episode repeats, a side can remove the copy with the comment.
      let repeated = (playlists + [result]).flatMap { $0.episodes.repeated }
      let kept = Set(result.episodes).subtracting(repeated).map(\.rawValue)
      // Of rules in conflict, those of both sides keep the comments of both.
      let common = [playlists[1], playlists[2], result].map { Set($0.ruleTexts) }.reduce(Set(result.ruleTexts)) {
        $0.intersection($1)
      }
      for side in [ours, theirs] {
        for (element, comment) in CommentedLine.all(in: side)
        where (kept.contains(element) || common.contains(element)) && !base.contains(comment) {
          #expect(CommentedLine.contains(element, comment, in: merged.text), note(base, ours, theirs, random))
        }
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
      try expectLaws(base, ours, theirs, random) { try MergedFile.podcast(base: $0, ours: $1, theirs: $2, id: id) }
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
      try expectLaws(base, ours, theirs, random) { try MergedFile.document(base: $0, ours: $1, theirs: $2) }
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
    merge: ([UInt8], [UInt8], [UInt8]) throws -> MergedFile
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
      TOMLLiteral.same(bytes, exchanged.bytes(.theirs)),
      "\(shown())\n--- exchanged\n\(String(decoding: exchanged.bytes(.theirs), as: UTF8.self))")
    // The comments of a table in conflict are those of the side whose table is used.
    let isTableInConflict = merged.conflicts.contains { conflict in
      let header = "[\(conflict.path.joined(separator: "."))]"
      return [base, ours, theirs].contains { $0.contains(header) }
    }
    // Comments in a list of rules go with it.
    let isListRemoved = [ours, theirs].contains { !$0.contains("conditions") } && base.contains("conditions")
    let text = String(decoding: bytes, as: UTF8.self)
    // Reordering a list with leading commas leaves one on its own line: docs/merging.md states the limit.
    let isReordered = [ours, theirs].contains { text in
      text.split(whereSeparator: \.isNewline).contains { String($0).trimmed == "," }
    }
    if isTableInConflict || isListRemoved || isReordered {
      #expect(Set(comments(text)).isSubset(of: comments(ours) + comments(theirs)), shown())
    } else {
      expectComments(base, ours, theirs, text, shown)
      let paths = merged.conflicts.flatMap { [$0.path] + $0.followers }
      let keys = Set(paths.flatMap { path in path + path.indices.map { path[$0...].joined(separator: ".") } })
      let faults = CommentLaw.faults(base: base, ours: ours, theirs: theirs, merged: text, except: keys)
      #expect(faults.isEmpty, "\(faults)\n\(shown())")
    }
    let ends = [base, ours, theirs].map { $0.contains("\r\n") }
    if ends.allSatisfy({ !$0 }) { #expect(!bytes.contains(UInt8(ascii: "\r")), shown()) }
    if merged.conflicts.isEmpty { return }
    let marked = merged.bytes(.markers(size: 7))
    // Conflicts in one inline table have common markers.
    let count = Set(merged.conflicts.map(\.path.first)).count
    #expect(marked.filter { $0 == UInt8(ascii: "<") }.count >= 7 * count, shown())
  }

  /// Comments on their own lines are those that nobody removed, and all new ones.
  private func expectComments(
    _ base: String, _ ours: String, _ theirs: String, _ merged: String, _ note: () -> Comment
  ) {
    let (old, our, their, result) = (comments(base), comments(ours), comments(theirs), comments(merged))
    let (kept, removed) = (Set(our).union(their), Set(old).subtracting(our).union(Set(old).subtracting(their)))
    #expect(Set(result) == kept.subtracting(removed), note())
    // A comment that gets directly above a header is another comment.
    guard Set([base, ours, theirs].map(commentsAboveHeaders)).count == 1 else { return }
    if [our, their].allSatisfy({ Set($0).count == $0.count }) { #expect(Set(result).count == result.count, note()) }
  }

  private func commentsAboveHeaders(_ text: String) -> Set<String> {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0).trimmed }
    return Set(
      zip(lines, lines.dropFirst()).filter { comment, next in
        comment.hasPrefix("# own") && ["[", "#"].contains(where: next.hasPrefix)
      }.map(\.0))
  }

  private func comments(_ text: String) -> [String] {
    text.filledLines.map { $0.trimmed.trimmedAtEnd }.filter { $0.hasPrefix("# own") }
  }

  private func note(_ base: String, _ ours: String, _ theirs: String, _ random: SeededGenerator) -> Comment {
    "\(random)\n--- base\n\(base)\n--- ours\n\(ours)\n--- theirs\n\(theirs)"
  }
}

extension [Episode.ID] {
  /// The elements that occur more than once.
  fileprivate var repeated: [Element] { filter { episode in count { $0 == episode } > 1 } }
}

extension Playlist {
  /// The rules without spaces.
  fileprivate var ruleTexts: [String] { (criteria.conditions ?? []).map { $0.canonicalText.replacing(" ", with: "") } }
}

extension String {
  var trimmed: String { String(drop { $0 == " " || $0 == "\t" }) }
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

  /// Returns whether two documents have the same values. Texts of rules may differ.
  fileprivate static func same(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    let values = [first, second].map { source in
      Dictionary(
        uniqueKeysWithValues: TOMLDocument(parsing: source).root.entries.map { ($0.key, TOMLLiteral($0.value)) })
    }
    return values[0] == values[1]
  }
}
