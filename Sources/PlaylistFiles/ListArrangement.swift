internal import LosslessTOML
internal import MixtapeModel

/// Works out which elements of a list stay, so that each keeps its line and its comment.
enum ListArrangement {
  /// Places for the elements of `new`: each is an element of `old` of the same text where there is one left, else one of
  /// `copies`, else new.
  ///
  /// Linear in both lists.
  static func placements(from old: [String], to new: [String], copying copies: [TOMLElement] = []) -> [TOMLPlacement] {
    let copies = Dictionary(copies.map { ($0.literal, TOMLPlacement.copy($0)) }) { first, _ in first }
    return zip(ListMatching.origins(from: old, to: new), new).map { origin, text in
      let literal = TOMLLiteral.string(text)
      return origin.map(TOMLPlacement.existing) ?? copies[literal] ?? .new(literal)
    }
  }

  /// The elements of `old`, by their offsets, that others of `new` come instead of: those that go from between two that stay,
  /// in order, as long as no fewer come there.
  ///
  /// Linear in both lists.
  static func replacements(from old: [String], to new: [String]) -> [(offset: Int, text: String)] {
    let origins = ListMatching.origins(from: old, to: new)
    let kept = Set(origins.compactMap(\.self))
    var replacements: [(offset: Int, text: String)] = []
    var (start, coming): (Int, [String]) = (0, [])
    for (origin, text) in zip(origins + [old.count], new + [""]) {
      guard let origin else {
        coming.append(text)
        continue
      }
      if origin >= start {
        let going = (start..<origin).filter { !kept.contains($0) }
        if going.count <= coming.count { for pair in zip(going, coming) { replacements.append(pair) } }
        start = origin + 1
      }
      coming = []
    }
    return replacements
  }
}
