/// A reason in mpv's words, fit to be shown: no line ends, no other control characters, and not too long.
struct MPVComplaint: Hashable {
  let text: String
  /// Whether it is about the connection to a server, and not about what the file holds.
  let isOfConnection: Bool

  /// Texts are cut off after so many characters.
  static let maximumLength = 200

  /// What mpv calls the failure of a file of which nothing could be heard.
  static let silence = "no audio or video data played"

  /// What FFmpeg calls what it speaks over.
  private static let connections = ["http", "https", "tcp", "tls"]

  /// Keeps those that name a reason: of the part that opens files, and of FFmpeg's connections. The others say that
  /// something failed, or complain about details of the sound that is heard nevertheless.
  init?(_ part: String, _ text: String) {
    let text = Self.printable(text)
    switch part {
    case "file":
      self.text = text
      isOfConnection = false
    case "ffmpeg":
      let words = text.split(separator: ": ", maxSplits: 1)
      guard words.count == 2, let protocolName = words.first, Self.connections.contains(String(protocolName)) else {
        return nil
      }
      self.text = String(words[1])
      isOfConnection = true
    default: return nil
    }
  }

  /// Whether an error of mpv says so little that a complaint has to explain it.
  static func explains(_ error: String) -> Bool { error == "loading failed" }

  /// Why a file is not played, of the error that mpv gives for it and of what it said before.
  static func failure(_ error: String, _ complaint: MPVComplaint?) -> MusicServiceError {
    switch error {
    case _ where explains(error): .notPlayable(complaint?.text ?? "it cannot be opened")
    case "unrecognized file format": .notPlayable("it is not in a format of sound that is known")
    case silence: .notPlayable("there is no sound in it")
    case "audio output initialization failed": .unavailable("mpv finds no device to play on")
    default: .notPlayable(printable(error))
    }
  }

  /// A text of mpv in a form that can be shown in a line.
  static func printable(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !scalar.isControl { kept.append(scalar) }
    return String(String(kept).prefix(maximumLength))
  }
}
