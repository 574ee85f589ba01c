/// The comments of a text and the elements and keys to which they belong, for the law that comments survive with them.
struct CommentLaw {
  /// A key or an element that starts a line, with the header of its section and the line below that.
  struct Subject: Hashable {
    let section: [String]
    let name: String
  }

  /// The comments directly above each subject; `nil` for a subject that starts several lines.
  private(set) var above: [Subject: [String]?] = [:]
  /// The same comments and those further above, with only comments and blank lines between.
  private(set) var before: [Subject: [String]] = [:]
  /// The comments after each subject on its line.
  private(set) var after: [Subject: [String]] = [:]
  /// The number of copies of each comment.
  private(set) var counts: [String: Int] = [:]

  init(_ text: String) {
    let lines = text.unicodeScalars.drop { $0 == "\u{FEFF}" }.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).replacing("\r", with: "").trimmed.trimmedAtEnd }
    var (section, direct, all): ([String], [String], [String]) = ([], [], [])
    // The key whose list is open.
    var list: Subject?
    for (number, line) in lines.enumerated() {
      guard !line.isEmpty else {
        direct = []
        continue
      }
      let comments = Self.comments(of: line)
      for comment in comments { counts[comment, default: 0] += 1 }
      if line.hasPrefix("#") {
        (direct, all) = (direct + comments, all + comments)
        continue
      }
      if line.hasPrefix("["), !line.hasPrefix("[ "), line.contains("]") {
        section = [String(line.prefix { $0 != "#" }).trimmedAtEnd] + lines[(number + 1)...].prefix(1)
      } else if let names = Self.names(in: line) {
        let (first, last) = (Subject(section: section, name: names.first), Subject(section: section, name: names.last))
        above[first] = above[first] == nil ? direct : .some(nil)
        before[first] = all
        // A list can have an element several times.
        after[last, default: []] += comments
        if String(line.prefix { $0 != "#" }).trimmedAtEnd.hasSuffix("[") { list = last }
      } else if line.hasPrefix("]"), let key = list {
        after[key, default: []] += comments
      }
      (direct, all) = ([], [])
    }
  }

  /// Returns the first and the last element of a line of a list, or the key of a line.
  private static func names(in line: String) -> (first: String, last: String)? {
    let line = line.drop { ", \t".contains($0) }
    if let quote = line.first, "'\"".contains(quote) {
      let texts = line.prefix { $0 != "#" }.split(separator: quote, omittingEmptySubsequences: false)
      let elements = texts.indices.filter { $0 % 2 == 1 }.map { "'\(texts[$0])'" }
      return elements.first.flatMap { first in elements.last.map { (first, $0) } }
    }
    let key = String(line.prefix { $0.isLetter || $0 == "." })
    let isKey = !key.isEmpty && line.dropFirst(key.count).drop { $0 == " " }.first == "="
    return isKey ? (key, key) : nil
  }

  /// Returns the comments of a line. A merge can join two.
  private static func comments(of line: String) -> [String] {
    line.split(separator: "#", omittingEmptySubsequences: false).dropFirst().map { String($0).trimmed.trimmedAtEnd }
  }
}

extension CommentLaw {
  /// Returns the faults of a merge: the comments that nobody removed and that are not with their subject, or not there once.
  ///
  /// - Parameter excluded: The names of subjects in conflict, for which the result has the comments of one side.
  static func faults(
    base: String, ours: String, theirs: String, merged: String, except excluded: Set<String>
  ) -> [String] {
    let (base, ours, theirs, merged) = (Self(base), Self(ours), Self(theirs), Self(merged))
    var faults: [String] = []
    for (subject, comments) in merged.above where comments != nil && !excluded.contains(subject.name) {
      for (side, other) in [(ours, theirs), (theirs, ours)] where side.isKept(subject, base, other) {
        for comment in side.above[subject]??.filter({ isUnique($0, in: [base, side, other]) }) ?? []
        where isLeft(comment, base: base, other: other, at: { $0.above[subject] ?? nil }, of: subject) {
          if merged.counts[comment] != 1 || merged.before[subject]?.contains(comment) != true {
            faults.append("# \(comment), above \(subject.name)")
          }
        }
        for comment in side.after[subject]?.filter({ isUnique($0, in: [base, side, other]) }) ?? []
        where isLeft(comment, base: base, other: other, at: { $0.after[subject] }, of: subject) {
          if merged.counts[comment] != 1 || merged.after[subject]?.contains(comment) != true {
            faults.append("# \(comment), after \(subject.name)")
          }
        }
      }
    }
    return faults.sorted()
  }

  /// Returns whether a subject starts at most one line of each version, and the other side did not move a comment that this side replaced.
  private func isKept(_ subject: Subject, _ base: Self, _ other: Self) -> Bool {
    for version in [base, self, other] { if let comments = version.above[subject], comments == nil { return false } }
    guard let old = base.above[subject] ?? nil else { return true }
    let their = (other.above[subject] ?? nil) ?? []
    return old.allSatisfy { counts[$0] != nil || their.contains($0) || other.counts[$0] == nil }
  }

  private static func isUnique(_ comment: String, in versions: [Self]) -> Bool {
    versions.allSatisfy { $0.counts[comment] ?? 1 == 1 }
  }

  /// Returns whether a comment of a side is new, or the other side has it, too; and belongs to one subject in all versions.
  private static func isLeft(
    _ comment: String, base: Self, other: Self, at place: (Self) -> [String]?, of subject: Subject
  ) -> Bool {
    guard base.counts[comment] == nil || other.counts[comment] != nil else { return false }
    return [base, other].allSatisfy { $0.counts[comment] == nil || place($0)?.contains(comment) == true }
  }
}
