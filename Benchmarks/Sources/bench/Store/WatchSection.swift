import Foundation

/// The delay until `mixtape watch` reports an edit, and the cost of waiting.
enum WatchSection {
  static func run() throws {
    guard let program = ProcessInfo.processInfo.environment["MIXTAPE_PROGRAM"] else { throw StoreSection.NoProgram() }
    var table = ReportTable(
      "Watching: from the rename of a saved file to the line that tells of it",
      columns: [
        "playlists", "start ms", "edit ms", "beyond the 100 ms of quiet (want ≤ 50)", "new file ms",
        "CPU ms in 10 s idle",
        "memory MB",
      ])
    for count in [100, 1_000, 10_000] {
      let store = try BenchStore(playlists: count, program: program)
      defer { store.remove() }
      let clock = ContinuousClock()
      let start = clock.now
      let watch = try RunningWatch(program, environment: store.mixtape.environment)
      defer { watch.end() }
      _ = try watch.line()
      let started = clock.now - start
      let edits = try (0..<20).map { run in
        try clock.measure {
          try store.save("name = \"Run \(run)\"\n", to: "playlist-7.toml")
          _ = try watch.line()
        }
      }
      let additions = try (0..<20).map { run in
        try clock.measure {
          try store.save("", to: "new-\(run).toml")
          _ = try watch.line()
        }
      }
      let before = try watch.processorTime()
      Thread.sleep(forTimeInterval: 10)
      let idle = try watch.processorTime() - before
      let edit = PairedMeasurement.median(edits) / .milliseconds(1)
      table.add(
        "\(count)", (started / .milliseconds(1)).brief, edit.brief, (edit - 100).brief,
        (PairedMeasurement.median(additions) / .milliseconds(1)).brief, idle.brief, try watch.memory().brief)
    }
    table.print()
  }
}

/// A running `mixtape watch` with its output in a pipe.
private final class RunningWatch {
  private let process = Process()
  private let output = Pipe()
  private var buffer: [UInt8] = []

  init(_ program: String, environment: [String]) throws {
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["watch", "--json", "--no-capture"]
    process.environment = Dictionary(
      environment.map { variable in
        let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), String(parts[1]))
      }, uniquingKeysWith: { $1 })
    process.standardOutput = output
    try process.run()
  }

  struct Ended: Error {}

  /// Waits for the next line and returns it.
  func line() throws -> String {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      let piece = output.fileHandleForReading.availableData
      guard !piece.isEmpty else { throw Ended() }
      buffer += piece
    }
  }

  /// Returns the processor time so far in milliseconds, with the system's precision of 10 ms.
  func processorTime() throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    return fields.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +) * 10
  }

  /// Returns the memory in use, in megabytes.
  func memory() throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
  }
}
