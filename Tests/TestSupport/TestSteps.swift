#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The number of rounds of random tests.
public enum TestSteps {
  /// Returns `usual`, or `MIXTAPE_TEST_STEPS` from the environment if that is set.
  public static func count(_ usual: Int) -> Int {
    ProcessInfo.processInfo.environment["MIXTAPE_TEST_STEPS"].flatMap(Int.init) ?? usual
  }
}
