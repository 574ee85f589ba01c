/// Returns Pearson's statistic: the deviation of counts from expected ones.
func chiSquare(_ counts: [Int], expected: [Double]) -> Double {
  zip(counts, expected).reduce(0) { $0 + (Double($1.0) - $1.1) * (Double($1.0) - $1.1) / $1.1 }
}

/// Returns the number of times that each element is at each place.
func places(of orders: [[Int]], count: Int) -> [[Int]] {
  var counts = Array(repeating: Array(repeating: 0, count: count), count: count)
  for order in orders { for (place, element) in order.enumerated() { counts[place][element] += 1 } }
  return counts
}

/// Returns the number of neighbours in one group.
func neighbours(_ groups: [Int]) -> Int { zip(groups, groups.dropFirst()).count { $0 == $1 } }
