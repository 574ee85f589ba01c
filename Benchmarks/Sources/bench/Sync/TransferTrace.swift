import Foundation

/// The times at which git commands start and end, from git's own trace. See `git help api-trace2`.
struct TransferTrace {
  private let file: URL

  /// Makes an empty trace in a directory.
  init(in directory: URL) throws {
    file = directory.appendingPathComponent("trace")
    try Data().write(to: file)
  }

  /// The variable that makes git write the trace.
  var variable: String { "GIT_TRACE2_EVENT=\(file.path)" }

  /// Returns the time from the end of the first command to the start of the last one.
  func timeBetweenTransfers() throws -> Duration {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    // The session of a process that git starts has the one of its parent in front.
    let events = try lines.map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
      .filter { !$0.sid.contains("/") }
    guard let end = events.first(where: { $0.event == "atexit" })?.seconds,
      let start = events.last(where: { $0.event == "start" })?.seconds
    else { throw CocoaError(.fileReadCorruptFile) }
    // A run can pass midnight.
    return .seconds(start < end ? start + 86_400 - end : start - end)
  }

  private struct Event: Decodable {
    let event: String
    let sid: String
    /// The time in the form `2026-11-22T20:27:00.123456Z`.
    let time: String

    /// The seconds since midnight.
    var seconds: Double? {
      let parts = time.dropLast().split(separator: "T").last?.split(separator: ":").map { Double($0) } ?? []
      return parts.reduce(0) { sum, part in sum.flatMap { sum in part.map { sum * 60 + $0 } } }
    }
  }
}
