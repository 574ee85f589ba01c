/// A file that an item encloses.
struct Enclosure {
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

  /// Makes an enclosure.
  init(
    url: String, type: String?, length: String? = nil, duration: String? = nil, medium: String? = nil, isDefault: Bool
  ) {
    self.url = url
    self.type = type
    self.length = length.flatMap(Self.number)
    self.duration = duration.flatMap(FeedDuration.seconds)
    self.isDefault = isDefault
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

  /// Returns the file to play: sound before video before files of unknown kind; among equals the preferred one, then the
  /// first.
  static func best(of enclosures: [Enclosure]) -> Enclosure? {
    var best: Enclosure?
    for enclosure in enclosures where enclosure.kind != .other {
      guard let present = best else {
        best = enclosure
        continue
      }
      let isBetter =
        enclosure.kind == present.kind ? enclosure.isDefault && !present.isDefault : enclosure.kind < present.kind
      if isBetter { best = enclosure }
    }
    return best
  }

  /// Reads a size, also one with separators of thousands.
  private static func number(_ text: String) -> Int64? {
    let digits = text.filter { $0 != "," && $0 != "." && $0 != " " }
    guard let number = Int64(digits), number > 0 else { return nil }
    return number
  }
}
