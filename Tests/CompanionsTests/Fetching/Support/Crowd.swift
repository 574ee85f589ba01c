import Foundation

/// A barrier: visitors wait until the expected number is present, and then leave.
final class Crowd: @unchecked Sendable {
  // Protected by the condition.
  private let condition = NSCondition()
  private let size: Int
  private var present: [String: Int] = [:]
  private var isComplete = false
  private(set) var greatest = 0
  private(set) var greatestOfHost = 0

  init(size: Int) { self.size = size }

  /// Waits until the crowd is complete, at most 10 seconds.
  func visit(_ host: String) {
    condition.lock()
    defer { condition.unlock() }
    present[host, default: 0] += 1
    greatest = max(greatest, present.values.reduce(0, +))
    greatestOfHost = max(greatestOfHost, present[host] ?? 0)
    if present.values.reduce(0, +) >= size { isComplete = true }
    condition.broadcast()
    let limit = Date(timeIntervalSinceNow: 10)
    while !isComplete, condition.wait(until: limit) {}
    present[host, default: 1] -= 1
  }
}
