internal import LosslessTOML

/// The texts and comments of theirs that a merged file gets besides its values.
///
/// - A value that both versions have gets the text of theirs if theirs changed it and ours did not. The same holds for the comment on its
///   line.
/// - A comment that nobody removed and that the file does not have gets above the value, element or table that is below it in its
///   version. Else it gets to the end.
struct CarriedText {
  /// The merged file.
  private(set) var result: NamedVersion
  /// The comments that the merged file has at its end.
  private(set) var commentsAtEnd: [String] = []

  private var base, ours, theirs: NamedVersion
  private var writings: [TOMLPath: TOMLWriting] = [:]

  init<File: MergeableFile>(
    _ base: File, _ ours: File, _ theirs: File, into result: TOMLDocument, _ episodes: MergedEpisodes
  ) {
    self.base = NamedVersion(base.document, episodes: episodes.base)
    self.ours = NamedVersion(ours.document, episodes: episodes.ours)
    self.theirs = NamedVersion(theirs.document, episodes: episodes.theirs)
    self.result = NamedVersion(result, episodes: episodes.result)
  }

  // MARK: Values

  /// Writes values like theirs, with the comments on their lines.
  mutating func carryWritings() throws(TOMLEditError) {
    carry(theirs.document.root, at: [])
    if !writings.isEmpty { try result.document.write(writings) }
  }

  private mutating func carry(_ table: TOMLTable, at path: [String]) {
    for entry in table.entries { carry(entry.value, at: path + [entry.key]) }
  }

  private mutating func carry(_ value: TOMLValue, at path: [String]) {
    if theirs.writing(of: path) != nil, isCarried(path) { return }
    if let table = value.table { return carry(table, at: path) }
    guard value.array != nil else { return }
    for name in changedElements(of: path) {
      guard let element = theirs.value(of: path + [name]) else { continue }
      carry(element, at: path + [name])
    }
  }

  /// Carries the text and the comment of one value. Returns whether the values in it need not be carried.
  private mutating func isCarried(_ path: [String]) -> Bool {
    guard let their = theirs.writing(of: path), let place = result.path(of: path),
      let present = result.document.writing(at: place), present != their
    else { return true }
    let (old, our) = (base.writing(of: path), ours.writing(of: path))
    var written = present
    written.text = text(at: path, in: place, old, our, their) ?? present.text
    if present.comment != nil { written.comment = comment(old, our, their) ?? present.comment }
    if written != present { writings[place] = written }
    return written.text == their.text
  }

  /// Returns the text of a value in the version that decides about it; `nil` if that version has another value.
  private mutating func text(
    at path: [String], in place: TOMLPath, _ old: TOMLWriting?, _ our: TOMLWriting?, _ their: TOMLWriting
  ) -> [UInt8]? {
    guard let value = result.document[place] else { return nil }
    let isTheirs = our == nil || our?.text == old?.text
    if isTheirs, theirs.value(of: path)?.isSame(as: value) == true { return their.text }
    // Elements of a list are carried one by one.
    guard value.array == nil else { return nil }
    if ours.value(of: path)?.isSame(as: value) == true { return our?.text }
    return theirs.value(of: path)?.isSame(as: value) == true ? their.text : nil
  }

  /// Returns the comment of a line that both versions have: that of the side that changed it, or that of ours.
  private func comment(_ old: TOMLWriting?, _ our: TOMLWriting?, _ their: TOMLWriting) -> [UInt8]? {
    guard let our else { return their.comment }
    guard let ourComment = our.comment, let theirComment = their.comment else { return our.comment ?? their.comment }
    return ourComment == old?.comment ? theirComment : ourComment
  }

  /// Returns the elements of a list that the result does not write like theirs.
  private mutating func changedElements(of path: [String]) -> [String] {
    let present = Set(result.texts(ofElementsAt: path))
    let texts = theirs.texts(ofElementsAt: path)
    guard texts.contains(where: { !present.contains($0) }) else { return [] }
    return zip(theirs.elements(of: path), texts).filter { !present.contains($0.1) }.map(\.0)
  }

  // MARK: Comments

  /// Adds the comments that the result does not have, and that nobody removed.
  ///
  /// - Parameter conflicts: The paths of the values in conflict. The comments of these stay with their side.
  mutating func carryComments(except conflicts: [[String]]) throws(TOMLEditError) {
    var missing = missingComments(except: conflicts)
    guard !missing.isEmpty else { return }
    var comments: [(text: [UInt8], above: TOMLPath?)] = []
    for var version in [theirs, ours] {
      let lost = version.document.comments.map { (range: $0, text: Array(version.document.source[$0.offsets])) }
        .filter { comment in
          guard let count = missing[comment.text], count > 0 else { return false }
          missing[comment.text] = count - 1
          return true
        }
      let subjects = version.document.subjects(of: lost.map(\.range))
      for comment in lost {
        let names = subjects[comment.range].flatMap { version.names(of: $0) }
        comments.append((comment.text, names.flatMap { result.path(of: $0) }))
      }
    }
    commentsAtEnd = try result.document.add(comments).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns how often each comment is missing in the result.
  private mutating func missingComments(except conflicts: [[String]]) -> [[UInt8]: Int] {
    let (old, present) = (base.commentCounts(except: []), result.commentCounts(except: []))
    // The text of a value that the result does not have comes as a whole if somebody takes it.
    let kept = Set(conflicts.filter { result.value(of: $0) != nil })
    let (our, their) = (
      ours.commentCounts(except: conflicts, withLines: kept), theirs.commentCounts(except: conflicts, withLines: kept)
    )
    var missing: [[UInt8]: Int] = [:]
    for text in Set(our.keys).union(their.keys) {
      let (before, mine, other) = (old[text] ?? 0, our[text] ?? 0, their[text] ?? 0)
      let count = min(max(mine, other), mine + other - before) - (present[text] ?? 0)
      if count > 0 { missing[text] = count }
    }
    return missing
  }
}

extension NamedVersion {
  /// Returns the texts of the elements of a list, each up to the white space before the next element.
  fileprivate mutating func texts(ofElementsAt names: [String]) -> [ArraySlice<UInt8>] {
    guard let path = path(of: names), let array = document[path]?.array else { return [] }
    let source = document.source
    let starts = array.map(\.range.lowerBound) + [array.isArrayOfTables ? source.count : array.range.upperBound]
    return zip(starts, starts.dropFirst()).map { start, end in
      let last = source[start..<end].lastIndex { $0 > UInt8(ascii: " ") } ?? start
      return source[start...last]
    }
  }

  /// Returns the number of comments of each text, without those of some values.
  ///
  /// - Parameter kept: The paths of values whose comments on their own lines count.
  fileprivate mutating func commentCounts(
    except paths: [[String]], withLines kept: Set<[String]> = []
  ) -> [[UInt8]: Int] {
    let excluded = paths.compactMap { names in
      path(of: names).flatMap(document.rangeWithComment).map { (range: $0.offsets, isKept: kept.contains(names)) }
    }
    let counted = document.comments.filter { comment in
      !excluded.contains { excluded in
        excluded.range.contains(comment.lowerBound) && !(excluded.isKept && document.isOnOwnLine(comment))
      }
    }
    return Dictionary(counted.map { (Array(document.source[$0.offsets]), 1) }, uniquingKeysWith: +)
  }
}

extension TOMLDocument {
  fileprivate func isOnOwnLine(_ comment: SourceRange) -> Bool {
    let before = source[..<comment.lowerBound].last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return before == nil || before == UInt8(ascii: "\n")
  }
}

extension TOMLValue {
  fileprivate func isSame(as other: TOMLValue) -> Bool { TOMLLiteral(self).means(TOMLLiteral(other)) }
}
