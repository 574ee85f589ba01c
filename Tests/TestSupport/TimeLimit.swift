public import Testing

extension TimeLimitTrait.Duration {
  /// The time after which a test counts as hanging.
  ///
  /// The clock of an asynchronous test goes on while tests that start programs hold all threads, so this is longer than all tests
  /// together take.
  public static var generous: Self { .minutes(20) }
}
