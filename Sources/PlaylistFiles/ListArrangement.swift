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
}
