import Foundation
import TestSupport

/// Whether to try every fault, which takes minutes: `MIXTAPE_TEST_THOROUGH=1`.
let isThorough = ProcessInfo.processInfo.environment["MIXTAPE_TEST_THOROUGH"] == "1"

extension RandomAccessCollection where Index == Int {
  /// Returns all elements in a thorough test; otherwise the first, the last, and every `share`-th from a random one on.
  func sample(oneOf share: Int, using generator: inout SeededGenerator) -> [Element] {
    let step = isThorough ? 1 : share
    let start = Int.random(in: 0..<step, using: &generator)
    return indices.filter { isThorough || $0 == startIndex || $0 == endIndex - 1 || ($0 - startIndex) % step == start }
      .map { self[$0] }
  }
}
