/// Where an element of a rearranged array comes from.
public enum TOMLPlacement: Hashable, Sendable {
  /// The element that was at an index before, with its comment.
  case existing(Int)
  /// A new element.
  case new(TOMLLiteral)
  /// An element of another document, as it is written there, with its comment.
  case copy(TOMLElement)
}

extension TOMLPlacement {
  /// The index before, if the element was there before.
  var existingIndex: Int? {
    if case .existing(let index) = self { index } else { nil }
  }

  /// The value, if the element is new.
  var literal: TOMLLiteral? {
    switch self {
    case .existing: nil
    case .new(let literal): literal
    case .copy(let element): element.literal
    }
  }
}

extension [TOMLPlacement] {
  /// Whether each old index is in bounds and used at most once.
  func isValid(count: Int) -> Bool {
    let indices = compactMap(\.existingIndex)
    return indices.allSatisfy { (0..<count).contains($0) } && Set(indices).count == indices.count
  }

  /// Whether the array stays as it is.
  func isIdentity(count: Int) -> Bool {
    self.count == count && enumerated().allSatisfy { $0.element.existingIndex == $0.offset }
  }

  /// The old indices of the elements that need not move: a longest run of them that keeps its order.
  ///
  /// Everything that belongs to the list stays where it is between these, so as little as can be seems to move.
  /// O(*n* log *n*).
  func unmoved() -> Set<Int> {
    let indices = compactMap(\.existingIndex)
    var lastOfLength: [Int] = []
    var predecessors = [Int](repeating: -1, count: indices.count)
    for (position, index) in indices.enumerated() {
      let length = lastOfLength.partitioningIndex { indices[$0] > index }
      predecessors[position] = length > 0 ? lastOfLength[length - 1] : -1
      if length == lastOfLength.count { lastOfLength.append(position) } else { lastOfLength[length] = position }
    }
    var result: Set<Int> = []
    var position = lastOfLength.last ?? -1
    while position >= 0 {
      result.insert(indices[position])
      position = predecessors[position]
    }
    return result
  }
}

extension [Int] {
  /// The first position whose element `belongs` holds for, where it holds for all that follow too.
  fileprivate func partitioningIndex(where belongs: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
