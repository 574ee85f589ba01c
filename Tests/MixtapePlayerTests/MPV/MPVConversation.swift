import Foundation
import MixtapeModel
import Testing

@testable import MixtapePlayer

/// A playback in a test that plays mpv's part, with the lines that mpv has sent in real conversations.
struct MPVConversation {
  var playback: MPVPlayback
  var now = Duration.zero
  /// The numbers of the requests that were not answered, with what they were about.
  private(set) var open: [(request: Int, words: String)] = []
  private var files = 0

  /// Begins one with an mpv that has answered the greetings, and has a device.
  init(_ timeouts: MPVPlayback.Timeouts = MPVPlayback.Timeouts(), hasOutput: Bool = true) throws {
    playback = MPVPlayback(timeouts)
    playback.connect(at: now)
    #expect(told().count == 1 + MPVProperty.allCases.count)
    answerAll()
    if hasOutput { say(#"{"event":"property-change","id":4,"name":"current-ao","data":"null"}"#) }
  }

  /// What mpv was told since this was asked the last time, in short.
  mutating func told() -> [String] {
    let outbox = playback.takeOutbox().map { ($0.request, $0.command.words) }
    open += outbox.map { (request: $0.0, words: $0.1) }
    return outbox.map(\.1)
  }

  /// Has mpv say lines.
  mutating func say(_ lines: String...) {
    for line in lines {
      guard let message = MPVMessage(line: Array(line.utf8)) else { continue }
      playback.receive(message, at: now)
    }
  }

  /// Has mpv answer the oldest request.
  mutating func answer(_ error: String = "success", file: Int? = nil) {
    _ = told()
    guard !open.isEmpty else { return }
    let data = file.map { #""data":{"playlist_entry_id":\#($0)},"# } ?? ""
    say(#"{\#(data)"request_id":\#(open.removeFirst().request),"error":"\#(error)"}"#)
  }

  /// Has mpv answer everything; what it is to load are files with the numbers that follow.
  mutating func answerAll() {
    _ = told()
    while let first = open.first {
      let isLoad = first.words.hasPrefix("load")
      if isLoad { files += 1 }
      answer(file: isLoad ? files : nil)
    }
  }

  /// Has mpv answer everything and play what it is to load, from the start.
  mutating func begin() {
    answerAll()
    say(
      #"{"event":"start-file","playlist_entry_id":\#(files)}"#, #"{"event":"file-loaded"}"#,
      #"{"event":"property-change","id":3,"name":"duration","data":100.0}"#,
      #"{"event":"property-change","id":2,"name":"time-pos","data":0.0}"#, #"{"event":"playback-restart"}"#)
  }

  /// Has mpv say that it is done with the file that it was to load last.
  mutating func end(_ reason: String) {
    say(#"{"event":"end-file","reason":"\#(reason)","playlist_entry_id":\#(files)}"#)
  }

  /// Has mpv say why it is done with the file that it was to load last.
  mutating func fail(_ error: String) {
    say(#"{"event":"end-file","reason":"error","playlist_entry_id":\#(files),"file_error":"\#(error)"}"#)
  }
}

extension MPVCommand {
  /// In short.
  fileprivate var words: String {
    switch self {
    case .requestLog: "log"
    case .observe(let property): "observe \(property.name)"
    case .setPause(let isPaused): isPaused ? "pause" : "unpause"
    case .load(let location, .zero): "load \(location)"
    case .load(let location, let start): "load \(location) from \(start.components.seconds)"
    case .seek(let position): "seek \(position.components.seconds)"
    case .stop: "stop"
    }
  }
}

extension QueueEntry {
  /// An entry of an episode by its id, with an address.
  static func at(_ address: String?, id: Int = 1) throws -> QueueEntry {
    let episode = try #require(Episode.ID(rawValue: "show/\(id)"))
    return QueueEntry(id: id, episode: Episode(id: episode, url: address))
  }
}
