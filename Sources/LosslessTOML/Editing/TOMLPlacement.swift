/// The origin of an element of a rearranged array.
public enum TOMLPlacement: Hashable, Sendable {
  /// The element at an index of the old array, with its comment.
  case existing(Int)
  /// A new element.
  case new(TOMLLiteral)
  /// An element of another document, with its text and its comment.
  case copy(TOMLElement)
}

extension TOMLPlacement {
  /// The index in the old array, if the element comes from there.
  var existingIndex: Int? {
    if case .existing(let index) = self { index } else { nil }
  }
}

extension [TOMLPlacement] {
  /// Returns whether each old index is in bounds and used at most once.
  func isValid(count: Int) -> Bool {
    let indices = compactMap(\.existingIndex)
    return indices.allSatisfy { (0..<count).contains($0) } && Set(indices).count == indices.count
  }

  /// Returns whether the array stays unchanged.
  func isIdentity(count: Int) -> Bool {
    self.count == count && enumerated().allSatisfy { $0.element.existingIndex == $0.offset }
  }

  /// Returns the old indices of elements that need not move: a longest increasing subsequence of the old indices.
  ///
  /// The comments of the array keep their places between these elements, so the smallest possible part of the file
  /// changes. O(*n* log *n*).
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
  /// Returns the first position for which `belongs` is true. It must be true for all positions after one for which it is
  /// true.
  fileprivate func partitioningIndex(where belongs: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
