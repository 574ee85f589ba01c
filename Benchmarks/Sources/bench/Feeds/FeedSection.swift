import Companions
import Foundation
import SystemPackage

/// The time to read feeds, and to find that they are unchanged.
enum FeedSection {
  private static let feeds = 200
  private static let hosts = 40

  struct Failure: Error { let message: String }

  static func run() throws {
    try FeedParsingTable.run()
    try compareRequests()
  }

  private static func compareRequests() throws {
    let server = try FeedServer()
    let environment = ProcessInfo.processInfo.environment
    guard let mixtape = environment["MIXTAPE_PROGRAM"] else { throw Failure(message: "MIXTAPE_PROGRAM is not set") }
    let fetcher = FeedFetcher(
      program: FilePath(mixtape).removingLastComponent().appending("mixtape-fetch"), environment: [:],
      userAgent: "Mixtape/bench")
    let addresses = (0..<feeds).map { "http://h\($0 % hosts).localhost:\(server.port)/\($0)" }
    let requests = addresses.map { FeedRequest($0, validators: FeedValidators(entityTag: "\"1\"")) }
    let ours = try Measurement {
      var count = 0
      try fetcher.fetch(requests) { count += $0.outcome == .notModified ? 1 : 0 }
      guard count == feeds else { throw Failure(message: "\(count) of \(feeds) feeds were unchanged") }
    }
    var table = ReportTable(
      "Conditional requests for \(feeds) feeds of \(hosts) hosts with nothing new, from a local server",
      columns: ["program", "seconds (want < 2)", "ratio"])
    table.add("mixtape feed update", try updateTime(addresses, mixtape).brief, "")
    table.add("mixtape-fetch", (ours.milliseconds / 1000).brief, "1")
    if Peer.curl.isInstalled {
      let curl = Program(path: "curl", environment: ["PATH=\(environment["PATH"] ?? "/usr/bin:/bin")"])
      let arguments = ["--silent", "--parallel", "--parallel-max", "8", "--header", "If-None-Match: \"1\""]
      let theirs = try Measurement { try curl.run(arguments + addresses) }
      table.add("curl --parallel-max 8", (theirs.milliseconds / 1000).brief, (theirs.best / ours.best).brief)
    }
    table.print()
  }

  /// Returns the median time of an update of a store whose feeds have nothing new, in seconds.
  private static func updateTime(_ addresses: [String], _ program: String) throws -> Double {
    let store = try BenchStore(empty: "feeds", program: program)
    defer { store.remove() }
    let library = store.directory.appendingPathComponent("library")
    try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
    for (number, address) in addresses.enumerated() {
      let file = library.appendingPathComponent("podcast-\(number).toml")
      try Data("title = \"Podcast \(number)\"\nfeed = \"\(address)\"\n".utf8).write(to: file)
    }
    try store.mixtape.run(["init", store.directory.path])
    try store.mixtape.run(["feed", "update"])
    return try PairedMeasurement(5, ours: { _ in try store.mixtape.run(["feed", "update"]) }, theirs: { _ in }).ours
      / .seconds(1)
  }
}
