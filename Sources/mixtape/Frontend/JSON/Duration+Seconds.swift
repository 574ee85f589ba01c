extension Duration {
  /// The number of seconds, rounded to milliseconds, for JSON. The division of durations is not exact: 2541 s divided by
  /// 1 s is 2540.9999999999995.
  var roundedSeconds: Double {
    let (seconds, attoseconds) = components
    return (Double(seconds) * 1_000 + (Double(attoseconds) / 1e15).rounded()) / 1_000
  }
}
