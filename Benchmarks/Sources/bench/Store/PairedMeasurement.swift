#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Two equivalent functions, measured alternately, so that both run under the same conditions.
struct PairedMeasurement {
  /// The median time of each function.
  let ours: Duration
  let theirs: Duration

  /// The median of the ratios of each pair. Less than 1 means that Mixtape is faster.
  let ratio: Double

  /// Runs both functions `count` times, after two runs that do not count.
  ///
  /// Data that earlier runs have left in memory is written to the disk before each run. Otherwise the program that syncs more
  /// would also wait for the data of the other one.
  ///
  /// - Parameters:
  ///   - prepareOurs: Called before each run of Mixtape, and not timed.
  ///   - prepare: Called before each run of the other program, and not timed.
  init(
    _ count: Int, preparingOurs prepareOurs: (Int) throws -> Void = { _ in }, ours: (Int) throws -> Void,
    preparing prepare: (Int) throws -> Void = { _ in },
    theirs: (Int) throws -> Void
  ) rethrows {
    let clock = ContinuousClock()
    try self.init(
      count, preparingOurs: prepareOurs, timeOfOurs: { run in try clock.measure { try ours(run) } },
      preparing: prepare, timeOfTheirs: { run in try clock.measure { try theirs(run) } })
  }

  /// Does the same with functions that return the time that counts.
  init(
    _ count: Int, preparingOurs prepareOurs: (Int) throws -> Void, timeOfOurs ours: (Int) throws -> Duration,
    preparing prepare: (Int) throws -> Void, timeOfTheirs theirs: (Int) throws -> Duration
  ) rethrows {
    var pairs: [(ours: Duration, theirs: Duration)] = []
    for run in -2..<count {
      try prepareOurs(run)
      sync()
      let first = try ours(run)
      try prepare(run)
      sync()
      let second = try theirs(run)
      if run >= 0 { pairs.append((first, second)) }
    }
    self.ours = Self.median(pairs.map(\.ours))
    self.theirs = Self.median(pairs.map(\.theirs))
    ratio = Self.median(pairs.map { $0.ours / $0.theirs })
  }

  static func median<Value: Comparable>(_ values: [Value]) -> Value { values.sorted()[values.count / 2] }
}
