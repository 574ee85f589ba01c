import Foundation
import MixtapeModel
import Testing

@testable import MixtapePlayer

/// A playback in a test that plays the part of mpv, with lines of real conversations.
struct MPVConversation {
  var playback: MPVPlayback
  var now = Duration.zero
  /// The numbers of the unanswered requests, with a short form of each.
  private(set) var open: [(request: Int, words: String)] = []
  private var files = 0

  /// Makes a conversation with an mpv that has answered the first requests, and has an audio device.
  init(
    _ timeouts: MPVPlayback.Timeouts = MPVPlayback.Timeouts(), hasOutput: Bool = true,
    localFile: @escaping @Sendable (Episode) throws(MusicServiceError) -> String? = { _ in nil }
  ) throws {
    playback = MPVPlayback(timeouts, localFile: localFile)
    playback.connect(at: now)
    #expect(told().count == 1 + MPVProperty.allCases.count)
    answerAll()
    if hasOutput { say(#"{"event":"property-change","id":4,"name":"current-ao","data":"null"}"#) }
  }

  /// Returns the commands to mpv since the last call, in a short form.
  mutating func told() -> [String] {
    let outbox = playback.takeOutbox().map { ($0.request, $0.command.words) }
    open += outbox.map { (request: $0.0, words: $0.1) }
    return outbox.map(\.1)
  }

  /// Sends lines as mpv.
  mutating func say(_ lines: String...) {
    for line in lines {
      guard let message = MPVMessage(line: Array(line.utf8)) else { continue }
      playback.receive(message, at: now)
    }
  }

  /// Answers the oldest request as mpv.
  mutating func answer(_ error: String = "success", file: Int? = nil) {
    _ = told()
    guard !open.isEmpty else { return }
    let data = file.map { #""data":{"playlist_entry_id":\#($0)},"# } ?? ""
    say(#"{\#(data)"request_id":\#(open.removeFirst().request),"error":"\#(error)"}"#)
  }

  /// Answers all requests as mpv. Files to load get the following numbers.
  mutating func answerAll() {
    _ = told()
    while let first = open.first {
      let isLoad = first.words.hasPrefix("load")
      if isLoad { files += 1 }
      answer(file: isLoad ? files : nil)
    }
  }

  /// Answers all requests as mpv, and loads the file to load.
  mutating func load() {
    answerAll()
    say(#"{"event":"start-file","playlist_entry_id":\#(files)}"#, #"{"event":"file-loaded"}"#)
  }

  /// Requests to play the first entry, and plays it as mpv.
  mutating func play() throws {
    try playback.play(at: .zero)
    begin()
  }

  /// Answers all requests as mpv, and plays the file to load from the start.
  mutating func begin() {
    load()
    say(
      #"{"event":"property-change","id":3,"name":"duration","data":100.0}"#,
      #"{"event":"property-change","id":2,"name":"time-pos","data":0.0}"#, #"{"event":"playback-restart"}"#)
  }

  /// Reports as mpv that the last loaded file has ended.
  mutating func end(_ reason: String) {
    say(#"{"event":"end-file","reason":"\#(reason)","playlist_entry_id":\#(files)}"#)
  }

  /// Reports as mpv that the last loaded file has failed, with the error.
  mutating func fail(_ error: String) {
    say(#"{"event":"end-file","reason":"error","playlist_entry_id":\#(files),"file_error":"\#(error)"}"#)
  }
}

extension MPVCommand {
  /// The command in a short form.
  fileprivate var words: String {
    switch self {
    case .requestLog: "log"
    case .observe(let property): "observe \(property.name)"
    case .setPause(let isPaused): isPaused ? "pause" : "unpause"
    case .load(let location, .zero): "load \(location)"
    case .load(let location, let start): "load \(location) from \(start.components.seconds)"
    case .seek(let position): "seek \(position.components.seconds)"
    case .setSpeed(let speed): "speed \(speed.rawValue)"
    case .setVolume(let volume): "volume \(volume.rawValue)"
    case .stop: "stop"
    }
  }
}

extension QueueEntry {
  /// Returns the entry of an episode by its id, with an address.
  static func at(_ address: String?, id: Int = 1) throws -> QueueEntry {
    let episode = try #require(Episode.ID(rawValue: "show/\(id)"))
    return QueueEntry(id: id, episode: Episode(id: episode, url: address))
  }
}
