internal import MixtapeModel

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
    do {
      // mpv forwards text of files unchanged, so it may not be UTF-8.
      let json = try JSONReader.read(line) { String(decoding: $0, as: UTF8.self) }
      guard let message = try Self(json) else { return nil }
      self = message
    } catch {
      return nil
    }
  }

  private init?(_ json: JSONNode) throws(JSONMismatch) {
    let event: String? = try json.memberIfAny("event")
    switch event {
    case nil:
      let error: String = try json.member("error")
      self = .reply(
        request: try json.member("request_id"), error: error == "success" ? nil : error,
        file: json["data"]?["playlist_entry_id"]?.number.flatMap { Int(exactly: $0) })
    case "start-file": self = .fileStarted(try json.member("playlist_entry_id"))
    case "file-loaded": self = .fileLoaded
    case "playback-restart": self = .restarted
    case "end-file": self = .fileEnded(try json.member("playlist_entry_id"), FileEnd(json))
    case "property-change":
      guard let property = MPVProperty(rawValue: try json.member("id")) else { return nil }
      self.init(property, json["data"].flatMap { $0.isNull ? nil : $0 })
    case "log-message": self = .log(part: try json.member("prefix"), text: try json.member("text"))
    default: return nil
    }
  }

  private init?(_ property: MPVProperty, _ value: JSONNode?) {
    switch property {
    case .pause:
      guard let isPaused = value?.bool else { return nil }
      self = .pause(isPaused)
    case .position: self = .position(value?.duration)
    case .duration: self = .duration(value?.duration)
    case .output: self = .output(value != nil)
    case .chapters:
      let chapters = value?.array?.compactMap { chapter in
        chapter["time"]?.duration.map { Chapter(chapter["title"]?.string ?? "", at: $0) }
      }
      self = .chapters(ChapterList(chapters ?? []))
    case .speed:
      guard let factor = value?.number else { return nil }
      self = .speed(PlaybackSpeed(clamping: factor))
    case .volume:
      guard let percent = value?.number else { return nil }
      // mpv allows up to 130 percent, and more by an option.
      self = .volume(Volume(clamping: Int(min(max(percent, 0), 1_000).rounded())))
    }
  }
}

extension MPVMessage.FileEnd {
  fileprivate init(_ json: JSONNode) {
    switch json["reason"]?.string {
    case "eof": self = .reachedEnd
    case "stop", "quit": self = .replaced
    case "redirect": self = .redirected
    default: self = .failed(json["file_error"]?.string ?? "unknown error")
    }
  }
}

extension JSONNode {
  /// The finite number; `nil` for other values.
  var number: Double? {
    guard case .number(let text) = value, let number = Double(text), number.isFinite else { return nil }
    return number
  }

  /// The number as a time, limited to between 0 and 1,000,000,000 seconds.
  fileprivate var duration: Duration? { number.map { .milliseconds(Int64(min(max(0, $0), 1e9) * 1000)) } }
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
  func line(request: Int) -> [UInt8] {
    Array("\(JSONWriter.compact(["command": json, "request_id": .integer(request)]))\n".utf8)
  }

  private var json: JSONNode {
    switch self {
    case .requestLog: ["request_log_messages", "warn"]
    case .observe(let property): ["observe_property", .integer(property.rawValue), .string(property.name)]
    case .setPause(let isPaused): ["set_property", "pause", .bool(isPaused)]
    case .setSpeed(let speed): ["set_property", .string(MPVProperty.speed.name), .number(speed.rawValue)]
    case .setVolume(let volume): ["set_property", .string(MPVProperty.volume.name), .integer(volume.rawValue)]
    // Arguments by name, as the position of the options changed in mpv 0.38. Without a start, mpv begins at the position of the
    // previous file.
    case .load(let location, let start):
      [
        "flags": "replace", "name": "loadfile", "options": ["start": .string(start.decimalSeconds)],
        "url": .string(location),
      ]
    case .seek(let position): ["seek", .number(position / .seconds(1)), "absolute+exact"]
    case .stop: ["stop"]
    }
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
