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
