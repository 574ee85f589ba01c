internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A message from mpv: the reply to a request, or an event.
enum MPVMessage: Hashable {
  /// The reply to a request. `error` is `nil` on success; `file` is mpv's number of a file to load.
  case reply(request: Int, error: String?, file: Int?)
  /// The beginning of loading a file, by mpv's number of it.
  case fileStarted(Int)
  /// The end of reading the header of the file.
  case fileLoaded
  /// The start of playback at a new position: at the first one, or after a seek.
  case restarted
  /// The end of a file, by mpv's number of it, with the reason.
  case fileEnded(Int, FileEnd)
  /// Whether mpv is paused, by Mixtape or by somebody else.
  case pause(Bool)
  /// The position in the file; `nil` without a file.
  case position(Duration?)
  /// The length of the file; `nil` if it is unknown.
  case duration(Duration?)
  /// Whether mpv has an open audio output.
  case output(Bool)
  /// The chapters of the open file.
  case chapters(ChapterList)
  /// A new speed.
  case speed(PlaybackSpeed)
  /// A new volume.
  case volume(Volume)
  /// A warning or an error of a part of mpv.
  case log(part: String, text: String)

  /// The reasons why a file has ended.
  enum FileEnd: Hashable {
    case reachedEnd
    case failed(String)
    /// A command to play another file, or to stop.
    case replaced
    /// A list of other files in place of sound.
    case redirected
  }

  /// Reads a line. Returns `nil` for an unknown or invalid message: newer versions send more, and mpv writes numbers that
  /// are not valid JSON.
  init?(line: [UInt8]) {
    // mpv forwards text of files unchanged, so it may not be UTF-8.
    let line = Data(String(decoding: line, as: UTF8.self).utf8)
    let decoded: RawMessage
    do { decoded = try JSONDecoder().decode(RawMessage.self, from: line) } catch { return nil }
    guard let message = MPVMessage(decoded) else { return nil }
    self = message
  }

  private init?(_ raw: RawMessage) {
    switch raw.event {
    case nil:
      guard let request = raw.request_id, let error = raw.error else { return nil }
      self = .reply(request: request, error: error == "success" ? nil : error, file: raw.data?.file)
    case "start-file":
      guard let file = raw.playlist_entry_id else { return nil }
      self = .fileStarted(file)
    case "file-loaded": self = .fileLoaded
    case "playback-restart": self = .restarted
    case "end-file":
      guard let file = raw.playlist_entry_id else { return nil }
      self = .fileEnded(file, FileEnd(raw))
    case "property-change":
      guard let property = raw.id.flatMap(MPVProperty.init(rawValue:)) else { return nil }
      self.init(property, raw.data)
    case "log-message":
      guard let part = raw.prefix, let text = raw.text else { return nil }
      self = .log(part: part, text: text)
    default: return nil
    }
  }

  private init?(_ property: MPVProperty, _ value: RawMessage.Value?) {
    switch (property, value) {
    case (.pause, .flag(let isPaused)): self = .pause(isPaused)
    case (.position, let value): self = .position(value?.duration)
    case (.duration, let value): self = .duration(value?.duration)
    case (.output, let value): self = .output(value != nil)
    case (.chapters, let value): self = .chapters(value?.chapters ?? .none)
    case (.speed, .number(let factor)): self = .speed(PlaybackSpeed(clamping: factor))
    // mpv allows up to 130 percent, and more by an option.
    case (.volume, .number(let percent)) where percent.isFinite:
      self = .volume(Volume(clamping: Int(min(max(percent, 0), 1_000).rounded())))
    case (.pause, _), (.speed, _), (.volume, _): return nil
    }
  }
}

extension MPVMessage.FileEnd {
  fileprivate init(_ raw: RawMessage) {
    switch raw.reason {
    case "eof": self = .reachedEnd
    case "stop", "quit": self = .replaced
    case "redirect": self = .redirected
    default: self = .failed(raw.file_error ?? "unknown error")
    }
  }
}

/// The JSON of a message from mpv, with the names that mpv uses.
private struct RawMessage: Decodable {
  let event: String?
  let request_id: Int?
  let error: String?
  let data: Value?
  let id: Int?
  let playlist_entry_id: Int?
  let reason: String?
  let file_error: String?
  let prefix: String?
  let text: String?

  enum Value: Decodable {
    case flag(Bool)
    case number(Double)
    case file(Int)
    case list([ListedChapter])
    case other

    init(from decoder: any Decoder) throws {
      // The type of a value is only found by trying, so a failure here is expected. Other types are ignored.
      if let object = try? decoder.container(keyedBy: Key.self) {
        self = try object.decodeIfPresent(Int.self, forKey: .playlist_entry_id).map(Value.file) ?? .other
        return
      }
      if let list = try? LossyList<ListedChapter>(from: decoder) {
        self = .list(list.elements)
        return
      }
      guard let value = try? decoder.singleValueContainer() else {
        self = .other
        return
      }
      if let flag = try? value.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else {
        self = .other
      }
    }

    private enum Key: String, CodingKey { case playlist_entry_id }

    /// A chapter in a list.
    struct ListedChapter: Decodable {
      let title: String?
      let time: Double
    }

    var file: Int? { if case .file(let file) = self { file } else { nil } }

    /// The value as a list of chapters.
    var chapters: ChapterList? {
      guard case .list(let list) = self else { return nil }
      return ChapterList(
        list.compactMap { chapter in
          Value.number(chapter.time).duration.map { Chapter(chapter.title ?? "", at: $0) }
        })
    }

    /// The value as a time, limited to between 0 and 1,000,000,000 seconds.
    var duration: Duration? {
      guard case .number(let seconds) = self, seconds.isFinite else { return nil }
      return .milliseconds(Int64(min(max(0, seconds), 1e9) * 1000))
    }
  }
}

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

/// A message of mpv's log that gives the reason of a failure. Its text is printable and at most 200 characters long.
struct MPVLogMessage: Hashable {
  let text: String
  /// Whether the message is about the connection to a server rather than about the contents of the file.
  let isAboutConnection: Bool

  /// The maximum number of characters of a text. Longer texts are cut.
  static let maximumLength = 200

  /// The error of mpv for a file without a single sample that could be played.
  static let noDataError = "no audio or video data played"

  /// The names of FFmpeg's network protocols.
  private static let protocolNames = ["http", "https", "tcp", "tls"]

  /// Makes a message from a part of mpv, if it gives a reason; else `nil`.
  ///
  /// Reasons come from the part that opens files and from FFmpeg's network protocols. Other messages only repeat that a
  /// file failed, or are warnings about a file that still plays.
  init?(_ part: String, _ text: String) {
    let text = Self.printable(text)
    switch part {
    case "file":
      self.text = text
      isAboutConnection = false
    case "ffmpeg":
      let words = text.split(separator: ": ", maxSplits: 1)
      guard words.count == 2, let protocolName = words.first, Self.protocolNames.contains(String(protocolName)) else {
        return nil
      }
      self.text = String(words[1])
      isAboutConnection = true
    default: return nil
    }
  }

  /// Returns whether the reason for an error of mpv is only in the log.
  static func explains(_ error: String) -> Bool { error == "loading failed" }

  /// Returns the error for a file that mpv cannot play, from the error of mpv and its last log message.
  static func failure(_ error: String, _ message: MPVLogMessage?) -> MusicServiceError {
    switch error {
    case _ where explains(error): .notPlayable(message?.text ?? "it cannot be opened")
    case "unrecognized file format": .notPlayable("it has an unknown format")
    case noDataError: .notPlayable("it contains no sound")
    case "audio output initialization failed": .unavailable("mpv finds no audio device")
    default: .notPlayable(printable(error))
    }
  }

  /// Returns a text of mpv without control characters, cut to the maximum length.
  static func printable(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !scalar.breaksLine { kept.append(scalar) }
    return String(String(kept).prefix(maximumLength))
  }
}
