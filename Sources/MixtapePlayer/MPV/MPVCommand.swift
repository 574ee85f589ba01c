internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What mpv is told. See `DOCS/man/ipc.rst` and `DOCS/man/input.rst` of mpv.
enum MPVCommand: Hashable {
  /// Have warnings and errors sent, which name the reasons that mpv's own errors lack.
  case requestLog
  /// Have a property sent whenever it changes.
  case observe(MPVProperty)
  /// Pause, or go on.
  case setPause(Bool)
  /// Play a file or an address instead of what plays.
  case load(String, start: Duration)
  /// Go to a position.
  case seek(Duration)
  /// Play nothing any more.
  case stop

  /// A line that says so and asks for an answer with a number. Every text in it is a JSON string, and no text is taken apart
  /// by mpv: commands come as lists and objects, never as text.
  func line(request: Int) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return Array(try encoder.encode(MPVRequest(command: self, request_id: request))) + [UInt8(ascii: "\n")]
  }
}

/// What is asked of mpv to be told at every change; the number names it in both directions.
enum MPVProperty: Int, CaseIterable {
  case pause = 1
  case position = 2
  case duration = 3
  case output = 4

  var name: String {
    switch self {
    case .pause: "pause"
    case .position: "time-pos"
    case .duration: "duration"
    case .output: "current-ao"
    }
  }
}

/// A line to mpv.
private struct MPVRequest: Encodable {
  let command: MPVCommand
  let request_id: Int
}

extension MPVCommand: Encodable {
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .requestLog: try list(encoder, "request_log_messages", "warn")
    case .observe(let property): try list(encoder, "observe_property", property.rawValue, property.name)
    case .setPause(let isPaused): try list(encoder, "set_property", "pause", isPaused)
    case .seek(let position): try list(encoder, "seek", position / .seconds(1), "absolute+exact")
    case .stop: try list(encoder, "stop")
    case .load(let location, let start): try load(location, start, encoder)
    }
  }

  private func list(_ encoder: any Encoder, _ items: any Encodable...) throws {
    var container = encoder.unkeyedContainer()
    for item in items { try container.encode(item) }
  }

  private enum LoadKey: String, CodingKey { case name, url, flags, options }

  /// By names, as the place of the options is another one since mpv 0.38.
  private func load(_ location: String, _ start: Duration, _ encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: LoadKey.self)
    try container.encode("loadfile", forKey: .name)
    try container.encode(location, forKey: .url)
    try container.encode("replace", forKey: .flags)
    // The last one would begin at its end otherwise.
    try container.encode(["start": start.decimalSeconds], forKey: .options)
  }
}

extension Duration {
  /// Seconds with three decimals, never with an exponent.
  fileprivate var decimalSeconds: String {
    let milliseconds = max(0, Int64(self / .milliseconds(1)))
    return "\(milliseconds / 1000).\(String(milliseconds % 1000).paddedWithZeros(to: 3))"
  }
}
