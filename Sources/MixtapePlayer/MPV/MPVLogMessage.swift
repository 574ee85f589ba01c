internal import MixtapeModel

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
