internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A command to mpv. See `DOCS/man/ipc.rst` and `DOCS/man/input.rst` of mpv.
enum MPVCommand: Hashable {
  /// Requests warnings and errors of the log, which name reasons that mpv's error codes lack.
  case requestLog
  /// Requests an event for every change of a property.
  case observe(MPVProperty)
  /// Pauses or resumes.
  case setPause(Bool)
  /// Sets the speed.
  case setSpeed(PlaybackSpeed)
  /// Sets the volume.
  case setVolume(Volume)
  /// Plays a file or an address instead of the current one.
  case load(String, start: Duration)
  /// Seeks to a position.
  case seek(Duration)
  /// Stops, and unloads the file.
  case stop

  /// Returns the line that sends the command, with the number of the request.
  ///
  /// The command is a JSON list or object, so that mpv never parses text from a library.
  func line(request: Int) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return Array(try encoder.encode(MPVRequest(command: self, request_id: request))) + [UInt8(ascii: "\n")]
  }
}

/// The properties that are observed. The raw value identifies the property in requests and events.
enum MPVProperty: Int, CaseIterable {
  case pause = 1
  case position = 2
  case duration = 3
  case output = 4
  case speed = 5
  case volume = 6
  case chapters = 7

  var name: String {
    switch self {
    case .pause: "pause"
    case .position: "time-pos"
    case .duration: "duration"
    case .output: "current-ao"
    case .speed: "speed"
    case .volume: "volume"
    case .chapters: "chapter-list"
    }
  }
}

/// The JSON of a request to mpv.
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
    case .setSpeed(let speed): try list(encoder, "set_property", MPVProperty.speed.name, speed.rawValue)
    case .setVolume(let volume): try list(encoder, "set_property", MPVProperty.volume.name, volume.rawValue)
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

  /// Encodes the arguments by name, as the position of the options changed in mpv 0.38.
  private func load(_ location: String, _ start: Duration, _ encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: LoadKey.self)
    try container.encode("loadfile", forKey: .name)
    try container.encode(location, forKey: .url)
    try container.encode("replace", forKey: .flags)
    // Without it, mpv starts the file at the position of the previous one.
    try container.encode(["start": start.decimalSeconds], forKey: .options)
  }
}

extension Duration {
  /// The seconds with three decimals, never with an exponent.
  fileprivate var decimalSeconds: String {
    let milliseconds = max(0, Int64(self / .milliseconds(1)))
    return "\(milliseconds / 1000).\(String(milliseconds % 1000).paddedWithZeros(to: 3))"
  }
}
