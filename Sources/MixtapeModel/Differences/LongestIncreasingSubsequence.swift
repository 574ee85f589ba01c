extension [Int] {
  /// The longest part of different numbers that rises, with others between them or not: what stays in its order where the
  /// rest has moved. O(*n* log *n*), by patience sorting.
  func longestIncreasingSubsequence() -> [Int] {
    /// For each length, where the part of that length with the least end ends.
    var ends: [Int] = []
    var predecessors: [Int?] = []
    for (position, number) in enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      predecessors.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(position) } else { ends[low] = position }
    }
    var result: [Int] = []
    var position = ends.last
    while let current = position {
      result.append(self[current])
      position = predecessors[current]
    }
    return result.reversed()
  }
}
