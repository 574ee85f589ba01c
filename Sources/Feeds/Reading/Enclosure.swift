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
  let type: String?
  /// The size in bytes, if it is credible.
  let length: Int64?
  /// The playing time in seconds.
  let duration: Double?
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
    let kind = SoundFormat.kind(type: type, address: url)
    switch medium?.lowercased() {
    case "audio": self.kind = kind == .other ? .other : .sound
    case "video": self.kind = kind == .unknown ? .video : kind
    case "image", "document", "executable": self.kind = .other
    default: self.kind = kind
    }
  }

  /// The format for the field `fileFormat`.
  var format: String? { SoundFormat.format(type: type, address: url) }

  /// Returns the file to play: whole files before samples, then sound before video before files of unknown kind; among equals the
  /// one of the best element, then the preferred one, then the first.
  static func best(of enclosures: [Enclosure]) -> Enclosure? {
    var best: Enclosure?
    for enclosure in enclosures where enclosure.kind != .other {
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
    let parts = line.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
    let hasFraction = parts.count == 2 && parts[1].count != 3
    let digits = hasFraction ? String(parts[0]) : line.filter { $0 != "," && $0 != "." && $0 != " " }
    guard let number = Int64(digits), number > 0 else { return nil }
    return number
  }
}
