internal import Foundation

/// The fuzzers by their names in `scripts/fuzz`.
enum Fuzzer: String, CaseIterable {
  case toml, rules, searches, scripts, revisions, dates, xml, feeds, opml, feedtexts, lists

  /// The fuzzer named by `MIXTAPE_FUZZER`.
  static let chosen: Fuzzer = {
    let name = ProcessInfo.processInfo.environment["MIXTAPE_FUZZER"] ?? ""
    guard let fuzzer = Fuzzer(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      preconditionFailure("MIXTAPE_FUZZER is \"\(name)\"; it names one of: \(names)")
    }
    return fuzzer
  }()

  /// Stops the program if an input violates a property.
  func check(_ input: [UInt8]) throws {
    switch self {
    case .toml: fuzzTOML(input)
    case .rules: try fuzzRule(String(decoding: input, as: UTF8.self))
    case .searches: try fuzzSearch(String(decoding: input, as: UTF8.self))
    case .scripts: fuzzScript(input)
    case .revisions: try fuzzRevision(String(decoding: input, as: UTF8.self))
    case .xml: fuzzXML(input)
    case .feeds: fuzzFeed(input)
    case .opml: fuzzOPML(input)
    case .feedtexts: fuzzFeedText(String(decoding: input, as: UTF8.self))
    case .dates: fuzzDate(String(decoding: input, as: UTF8.self))
    case .lists: try fuzzList(input)
    }
  }
}

/// Receives an input from libFuzzer, which calls this function by its name.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try Fuzzer.chosen.check(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    preconditionFailure("unexpected error: \(error)")
  }
  return 0
}
