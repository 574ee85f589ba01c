internal import LosslessTOML

/// Works out which elements of a list stay, so that each keeps its line and its comment.
enum ListArrangement {
  /// Places for the elements of `new`: each is an element of `old` of the same text where there is one left, else one of
  /// `copies`, else new.
  ///
  /// What the lists share at both ends is matched first, so that of equal elements the one that was meant goes.
  /// Linear in both lists.
  static func placements(from old: [String], to new: [String], copying copies: [TOMLElement] = []) -> [TOMLPlacement] {
    let shorter = min(old.count, new.count)
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.reversed(), new.reversed()).prefix(shorter - head).prefix { $0 == $1 }.count
    var waiting: [String: [Int]] = [:]
    for index in (head..<old.count - tail).reversed() { waiting[old[index], default: []].append(index) }
    let copies = Dictionary(copies.map { ($0.literal, TOMLPlacement.copy($0)) }) { first, _ in first }
    let middle = new[head..<new.count - tail].map { text -> TOMLPlacement in
      let literal = TOMLLiteral.string(text)
      return waiting[text]?.popLast().map(TOMLPlacement.existing) ?? copies[literal] ?? .new(literal)
    }
    return (0..<head).map(TOMLPlacement.existing) + middle
      + (old.count - tail..<old.count).map(TOMLPlacement.existing)
  }
}
