public import Testing

extension TimeLimitTrait.Duration {
  /// The time limit of a test that hangs.
  ///
  /// The clock of an asynchronous test continues while tests that start programs block all threads, so this is longer
  /// than all tests together take.
  public static var generous: Self { .minutes(20) }
}
