#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What mpv says: the answer to a request, or that something happened.
enum MPVMessage: Hashable {
  /// The answer to a request; `error` is `nil` if it was done, `file` what mpv calls a file that it is to load.
  case reply(request: Int, error: String?, file: Int?)
  /// It begins to load a file.
  case fileStarted(Int)
  /// It knows what is in the file.
  case fileLoaded
  /// It plays from a new position: the first one, or where it was sent.
  case restarted
  /// It is done with a file.
  case fileEnded(Int, FileEnd)
  /// It plays or is paused, whoever asked for it.
  case pause(Bool)
  /// Where it is in the file; `nil` without a file.
  case position(Duration?)
  /// How long the file is; `nil` if that is not known.
  case duration(Duration?)
  /// Whether there is something that makes its sound heard.
  case output(Bool)
  /// A warning or an error in words, of a part of it.
  case log(part: String, text: String)

  /// Why it is done with a file.
  enum FileEnd: Hashable {
    case reachedEnd
    case failed(String)
    /// It was told to do something else.
    case replaced
    /// The file is a list of others.
    case redirected
  }

  /// Reads a line; `nil` if it is not known, which includes what is not valid: newer versions say more, and mpv itself
  /// writes numbers that JSON does not know.
  init?(line: [UInt8]) {
    // mpv sends texts on as they came, which need not be UTF-8.
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
    case (.pause, _): return nil
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

/// A line of mpv as it is, with the names that mpv uses.
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
    case other

    init(from decoder: any Decoder) throws {
      // A value says its kind only by what it can be decoded as, so a failure here is an answer; what is nothing that the
      // player knows is passed over.
      if let object = try? decoder.container(keyedBy: Key.self) {
        self = try object.decodeIfPresent(Int.self, forKey: .playlist_entry_id).map(Value.file) ?? .other
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

    var file: Int? { if case .file(let file) = self { file } else { nil } }

    /// A time that can be: not before the start, and not after what any clock shows.
    var duration: Duration? {
      guard case .number(let seconds) = self, seconds.isFinite else { return nil }
      return .milliseconds(Int64(min(max(0, seconds), 1e9) * 1000))
    }
  }
}
