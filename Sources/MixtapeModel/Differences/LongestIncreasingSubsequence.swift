extension [Int] {
  /// Returns a longest increasing subsequence of different numbers, by patience sorting. O(*n* log *n*).
  func longestIncreasingSubsequence() -> [Int] {
    /// The position of the smallest last number of a subsequence, for each length.
    var ends: [Int] = []
    var predecessors: [Int?] = []
    for (position, number) in enumerated() {
      var (low, high) = (0, ends.count)
      // Most numbers of lists with few changes are greater than all before them.
      if let last = ends.last, self[last] < number { low = high }
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
