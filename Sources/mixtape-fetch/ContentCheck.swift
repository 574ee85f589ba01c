import Companions

/// The decision whether a response is a file that an episode can be, by its header and its first bytes.
///
/// Servers answer with error pages, logins and messages in JSON under the type of a sound, and with sounds under the type of a web
/// page. So the bytes decide, and the type only about text that could be anything.
enum ContentCheck {
  case accepted
  case refused(FetchError)
  /// More bytes are needed.
  case undecided

  /// The number of bytes that are enough for a decision.
  static let sufficientCount = 512

  /// Decides.
  ///
  /// - Parameters:
  ///   - type: The media type by the server, in lower case.
  ///   - encoding: The content encoding by the server, in lower case.
  ///   - beginning: The bytes that have arrived.
  ///   - isComplete: Whether there are no other bytes.
  init(type: String, encoding: String, beginning: some Collection<UInt8>, isComplete: Bool) {
    let bytes = Array(beginning.prefix(Self.sufficientCount))
    if bytes.count < Self.signatureCount, !isComplete {
      self = .undecided
    } else if SoundSignature.isOfSound(bytes) {
      self = .accepted
    } else if let compression = Compression.name(of: bytes, encoding: encoding) {
      self = .refused(FetchError(.compressed, text: compression))
    } else if Self.isBinary(bytes) {
      self = .accepted
    } else if isComplete || bytes.count == Self.sufficientCount {
      self = TextDocument(bytes, type: type).map { .refused($0.refusal) } ?? .accepted
    } else {
      self = TextDocument.mayBegin(with: bytes, type: type) ? .undecided : .accepted
    }
  }

  /// The number of bytes that tell the formats of sounds apart.
  private static let signatureCount = 8

  /// Returns whether bytes have control characters that no text has.
  private static func isBinary(_ bytes: [UInt8]) -> Bool {
    bytes.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains($0) }
  }
}

/// The first bytes of sounds and videos.
private enum SoundSignature {
  /// The bytes that common formats begin with.
  private static let beginnings: [[UInt8]] =
    ["ID3", "OggS", "fLaC", "RIFF", "RF64", "FORM", "MAC ", "wvpk", "caff", "#!AMR"].map { Array($0.utf8) } + [
      [0x1A, 0x45, 0xDF, 0xA3],  // Matroska, WebM
      [0x30, 0x26, 0xB2, 0x75],  // ASF
    ]

  static func isOfSound(_ bytes: [UInt8]) -> Bool {
    if beginnings.contains(where: { bytes.starts(with: $0) }) { return true }
    // ISO base media: the type of its first box, after the length.
    if bytes.dropFirst(4).starts(with: "ftyp".utf8) { return true }
    return isFrame(bytes)
  }

  /// Returns whether bytes begin with a frame of MPEG audio, layer II or III, or of AAC (ADTS).
  private static func isFrame(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return false }
    let layer = bytes[1] >> 1 & 0b11
    return layer == 0b01 || layer == 0b10 || bytes[1] & 0xF6 == 0xF0
  }
}

/// Compressions of contents, which were not asked for.
private enum Compression {
  /// The names of encodings that compress. Servers also write others, such as `none` and `utf-8`.
  private static let encodings: Set<String> = ["gzip", "x-gzip", "deflate", "br", "zstd", "compress", "x-compress"]

  /// Returns the name of the compression by the first bytes or, since not all compressions have a signature, by the header.
  static func name(of bytes: [UInt8], encoding: String) -> String? {
    if bytes.starts(with: [0x1F, 0x8B, 0x08]) { return "gzip" }
    if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return "zstd" }
    return encoding.split { $0 == "," || $0 == " " }.map(String.init).first(where: encodings.contains)
  }
}

/// Documents in text that servers send in place of a file.
private enum TextDocument {
  case webPage, json, xml

  /// Returns whether a text may be a document, by those of its bytes that have arrived.
  static func mayBegin(with bytes: [UInt8], type: String) -> Bool {
    // 0xEF begins a byte order mark.
    let isSign: (UInt8) -> Bool = { $0 <= 0x20 || $0 == 0xEF || "<{[".utf8.contains($0) }
    return bytes.first.map(isSign) == true || TextDocument(type: type) != nil
  }

  /// Finds out what a text is, by its first bytes, else by its media type; `nil` for other texts.
  init?(_ bytes: [UInt8], type: String) {
    let text = String(decoding: bytes, as: UTF8.self).lowercased().drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    let next = text.dropFirst().first { !$0.isWhitespace }
    let stated = TextDocument(type: type)
    switch text.first {
    case "<" where next.map({ $0.isLetter || "!?".contains($0) }) == true:
      let isXML = text.hasPrefix("<?xml") || stated == .xml
      self = isXML && !text.contains("<html") && !text.contains("<!doctype html") ? .xml : .webPage
    // Texts of other kinds can begin with a bracket.
    case "{" where next.map({ "\"}".contains($0) }) ?? true: self = .json
    case "[" where next.map({ "\"{[]".contains($0) }) == true: self = .json
    default:
      guard let stated else { return nil }
      self = stated
    }
  }

  private init?(type: String) {
    if type == "text/html" || type == "application/xhtml+xml" {
      self = .webPage
    } else if type == "application/json" || type == "text/json" || type.hasSuffix("+json") {
      self = .json
    } else if type == "application/xml" || type == "text/xml" || type.hasSuffix("+xml") {
      self = .xml
    } else {
      return nil
    }
  }

  var refusal: FetchError {
    switch self {
    case .webPage: FetchError(.webPage)
    case .json: FetchError(.otherDocument, text: "JSON")
    case .xml: FetchError(.otherDocument, text: "XML")
    }
  }
}
