internal import LosslessTOML
internal import MixtapeModel

/// Matches the elements of an old and a new list, so that those that stay keep their lines and comments.
enum ListArrangement {
  /// Returns placements for the elements of `new`: elements of `old` with the same text, else new elements.
  ///
  /// Linear in both lists.
  static func placements(from old: [String], to new: [String]) -> [TOMLPlacement] {
    zip(ListMatching.origins(from: old, to: new), new).map { origin, text in
      origin.map(TOMLPlacement.existing) ?? .new(.string(text))
    }
  }

  /// Returns the elements of `old`, by their offsets, that elements of `new` replace.
  ///
  /// Between two elements that stay, removed ones are replaced by new ones in order, if there are at least as many.
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
