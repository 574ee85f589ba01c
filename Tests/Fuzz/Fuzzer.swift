internal import Foundation

/// The fuzzers by the names that `scripts/fuzz` knows.
enum Fuzzer: String, CaseIterable {
  case toml, rules, searches, scripts, revisions, dates

  /// The fuzzer that `MIXTAPE_FUZZER` names.
  static let chosen: Fuzzer = {
    let name = ProcessInfo.processInfo.environment["MIXTAPE_FUZZER"] ?? ""
    guard let fuzzer = Fuzzer(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      preconditionFailure("MIXTAPE_FUZZER is \"\(name)\"; it names one of: \(names)")
    }
    return fuzzer
  }()

  /// Stops the program if an input shows that something does not hold.
  func check(_ input: [UInt8]) throws {
    switch self {
    case .toml: fuzzTOML(input)
    case .rules: try fuzzRule(String(decoding: input, as: UTF8.self))
    case .searches: try fuzzSearch(String(decoding: input, as: UTF8.self))
    case .scripts: fuzzScript(input)
    case .revisions: try fuzzRevision(String(decoding: input, as: UTF8.self))
    case .dates: fuzzDate(String(decoding: input, as: UTF8.self))
    }
  }
}

/// Takes an input from libFuzzer, which calls this function by its name.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try Fuzzer.chosen.check(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    preconditionFailure("unexpected error: \(error)")
  }
  return 0
}
