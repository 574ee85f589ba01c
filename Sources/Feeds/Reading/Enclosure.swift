internal import MixtapeModel

/// A file that an item encloses.
struct Enclosure {
  /// The elements that enclose files, the best one first.
  enum Origin: Int, Comparable {
    /// `enclosure`, or a `link` with this relation.
    case enclosure
    /// `media:content`, or the `content` of Atom with an address.
    case content
    /// `podcast:alternateEnclosure`, which is for players that cannot play the enclosure.
    case alternative

    static func < (left: Origin, right: Origin) -> Bool { left.rawValue < right.rawValue }
  }

  let origin: Origin
  /// The whole address.
  let url: String
  /// The MIME type as it is written.
  private let type: String?
  /// The size in bytes, if it is credible.
  private(set) var length: Int64?
  /// The playing time in seconds.
  private(set) var duration: Double?
  /// The format for the field `fileFormat`.
  private(set) var format: String?
  let kind: SoundFormat.Kind
  /// Whether the item prefers it.
  let isDefault: Bool
  /// Whether it is only a part of the sound.
  let isSample: Bool

  /// Makes an enclosure.
  init(
    _ origin: Origin, url: String, type: String?, length: String? = nil, duration: String? = nil,
    medium: String? = nil, isDefault: Bool, isSample: Bool
  ) {
    self.origin = origin
    self.url = url
    self.type = type
    self.length = length.flatMap(Self.number)
    self.duration = duration.flatMap { FeedDuration($0)?.seconds }
    self.isDefault = isDefault
    self.isSample = isSample
    format = SoundFormat.format(type: type, address: url)
    let kind = SoundFormat.kind(type: type, address: url)
    switch medium?.lowercased() {
    case "audio": self.kind = kind == .other ? .other : .sound
    case "video": self.kind = kind == .unknown ? .video : kind
    case "image", "document", "executable": self.kind = .other
    default: self.kind = kind
    }
  }

  /// Whether a player may be able to play it. Elements such as `media:content` enclose files of all kinds.
  private var isPlayable: Bool { kind != .other && (origin != .content || kind != .unknown) }

  /// The reason why it is not played, as a clause.
  var refusal: String {
    let written = type?.oneLine(limit: 60).nonEmpty.map { " (\($0))" } ?? ""
    let file = "\"\(url.oneLine(limit: 100))\"\(written)"
    return kind == .other ? "\(file) is neither sound nor video" : "nothing says that \(file) is sound or video"
  }

  /// Returns the enclosure with the values that it lacks and another one with the same address has.
  func completed(by others: [Enclosure]) -> Enclosure {
    var result = self
    for other in others where other.url == url && other.isSample == isSample {
      result.length = result.length ?? other.length
      result.duration = result.duration ?? other.duration
      result.format = result.format ?? other.format
    }
    return result
  }

  /// Returns the file to play: whole files before samples, then sound before video before files of unknown kind; among equals the
  /// one of the best element, then the preferred one, then the first.
  static func best(of enclosures: [Enclosure]) -> Enclosure? {
    var best: Enclosure?
    for enclosure in enclosures where enclosure.isPlayable {
      guard let present = best else {
        best = enclosure
        continue
      }
      if enclosure.isBetter(than: present) { best = enclosure }
    }
    return best
  }

  private func isBetter(than other: Enclosure) -> Bool {
    if isSample != other.isSample { return other.isSample }
    if kind != other.kind { return kind < other.kind }
    if origin != other.origin { return origin < other.origin }
    return isDefault && !other.isDefault
  }

  /// Reads a size, also one with separators of thousands, or with a fraction.
  private static func number(_ text: String) -> Int64? {
    let line = text.trimmed
    // `12.5 MB` is no number of bytes.
    guard line.allSatisfy({ $0.isASCII && ($0.isNumber || ",. ".contains($0)) }) else { return nil }
    let parts = line.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
    let hasFraction = parts.count == 2 && parts[1].count != 3
    let digits = hasFraction ? String(parts[0]) : line.filter { $0 != "," && $0 != "." && $0 != " " }
    guard let number = Int64(digits), number > 0 else { return nil }
    return number
  }
}

/// The format of a file by its MIME type and the extension of its address.
package enum SoundFormat {
  /// The kinds of files that feeds enclose.
  enum Kind: Int, Comparable {
    case sound, video, unknown, other

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// Returns the kind of a file. The type decides if it names sound or video, else the extension.
  static func kind(type: String?, address: String) -> Kind {
    let type = type.map(normalized)
    if let type {
      if type.hasPrefix("audio/") || soundTypes.contains(type) { return .sound }
      // Many feeds give sound the type of video, or of nothing.
      if type.hasPrefix("video/") { return soundEndings.contains(ending(address)) ? .sound : .video }
    }
    if soundEndings.contains(ending(address)) { return .sound }
    if videoEndings.contains(ending(address)) { return .video }
    // A container for sound and video; in podcasts without an extension, it is sound.
    if type == "application/mp4" { return .sound }
    guard let type, !type.isEmpty else { return otherEndings.contains(ending(address)) ? .other : .unknown }
    // The address of a script with the name of the file, such as `get.php?file=a.mp3`.
    if let name = address.split(separator: "=").last, soundEndings.contains(ending(String(name))) { return .sound }
    return isOther(type) || otherEndings.contains(ending(address)) ? .other : .unknown
  }

  /// Returns whether a type names something that is neither sound nor video. Types that nobody knows, such as `x-audio/mp3`,
  /// `audo/mpeg` and `application/force-download`, name nothing.
  private static func isOther(_ type: String) -> Bool {
    let kind = type.prefix { $0 != "/" }
    return ["image", "text", "font", "model", "message", "chemical"].contains(kind) || otherTypes.contains(type)
      || type.hasSuffix("+xml") || type.hasSuffix("+json") || type.hasPrefix("application/vnd.openxmlformats")
  }

  /// Returns the format as in `fileFormat`: `mp3`, `m4a`, `ogg`…; `nil` if nothing says it.
  static func format(type: String?, address: String) -> String? {
    let ending = ending(address)
    if soundEndings.contains(ending) || videoEndings.contains(ending) { return ending == "oga" ? "ogg" : ending }
    return type.flatMap { formats[normalized($0)] }
  }

  /// Returns the MIME type of a file for an enclosure: that of its format, else of its extension, else of MP3, since programs
  /// ignore enclosures that are not sound or video.
  ///
  /// - Parameter format: The format as in `fileFormat`.
  package static func type(format: String?, address: String) -> String {
    [format?.lowercased(), ending(address)].compactMap { $0.flatMap { types[$0] } }.first ?? "audio/mpeg"
  }

  private static let types: [String: String] = [
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "alac": "audio/mp4", "aac": "audio/aac",
    "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "flac": "audio/flac", "wav": "audio/wav",
    "aif": "audio/aiff", "aiff": "audio/aiff", "wma": "audio/x-ms-wma", "mp4": "video/mp4", "m4v": "video/mp4",
    "mov": "video/quicktime", "webm": "video/webm", "ogv": "video/ogg", "mpg": "video/mpeg", "mpeg": "video/mpeg",
  ]

  /// Returns whether an extension in lower case is one of sound or video.
  static func isPlayable(_ ending: String) -> Bool { soundEndings.contains(ending) || videoEndings.contains(ending) }

  private static func ending(_ address: String) -> String { AddressReference(address).fileExtension ?? "" }

  private static func normalized(_ type: String) -> String {
    String(type.prefix { $0 != ";" }).trimmed.lowercased()
  }

  private static let soundTypes: Set<String> = [
    "application/ogg", "application/x-ogg", "mp3", "audio", "audio mpeg", "mpeg", "application/mp3",
    "application/x-mp3", "application/flac", "application/x-flac", "application/opus", "application/x-opus",
  ]
  private static let soundEndings: Set<String> = [
    "mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "flac", "wav", "wma", "aif", "aiff", "mp2", "mpga", "ape", "wv",
    "mka", "ra", "amr", "alac", "spx",
  ]
  private static let videoEndings: Set<String> = [
    "mp4", "m4v", "mov", "webm", "mkv", "ogv", "avi", "wmv", "mpg", "mpeg", "3gp",
  ]
  private static let otherEndings: Set<String> = [
    "jpg", "jpeg", "png", "gif", "webp", "svg", "pdf", "epub", "zip", "html", "htm", "txt", "doc", "docx", "torrent",
    "srt", "vtt", "json", "xml", "mobi",
  ]
  private static let otherTypes: Set<String> = [
    "application/pdf", "application/zip", "application/x-zip-compressed", "application/gzip", "application/epub+zip",
    "application/x-mobipocket-ebook", "application/msword", "application/vnd.ms-powerpoint", "application/vnd.ms-excel",
    "application/rtf", "application/json", "application/xml", "application/javascript", "application/x-bittorrent",
    "application/x-shockwave-flash", "application/srt", "application/x-subrip", "application/postscript",
  ]
  private static let formats: [String: String] = [
    "audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/mpg": "mp3", "audio/x-mp3": "mp3", "audio/x-mpeg": "mp3",
    "audio/mpeg3": "mp3", "audio/mp4": "m4a", "audio/m4a": "m4a", "audio/x-m4a": "m4a", "audio/x-m4b": "m4b",
    "audio/aac": "aac", "audio/x-aac": "aac", "audio/aacp": "aac", "audio/ogg": "ogg", "application/ogg": "ogg",
    "application/x-ogg": "ogg", "audio/vorbis": "ogg", "audio/opus": "opus", "application/opus": "opus",
    "application/x-opus": "opus", "audio/flac": "flac", "audio/x-flac": "flac", "application/flac": "flac",
    "application/x-flac": "flac", "application/mp4": "mp4", "audio/wav": "wav",
    "audio/x-wav": "wav", "audio/wave": "wav", "audio/vnd.wave": "wav", "audio/aiff": "aiff", "audio/x-aiff": "aiff",
    "audio/x-ms-wma": "wma", "audio/webm": "webm", "video/mp4": "mp4", "video/x-m4v": "m4v", "video/quicktime": "mov",
    "video/webm": "webm", "video/mpeg": "mpeg", "video/ogg": "ogv",
  ]
}
