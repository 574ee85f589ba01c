import Foundation

/// Whether every fault is tried, which takes minutes: `MIXTAPE_TEST_THOROUGH=1`.
let isThorough = ProcessInfo.processInfo.environment["MIXTAPE_TEST_THOROUGH"] == "1"
