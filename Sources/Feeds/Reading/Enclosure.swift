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
