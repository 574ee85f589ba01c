/// The limit of the episodes that a smart playlist takes of those it finds. It is never exceeded.
public enum PlaylistLimit: Hashable, Sendable, CustomStringConvertible {
  /// A number of episodes, at least 1.
  case items(Int)
  /// An amount of playing time or size, or a percentage of the episodes found.
  case amount(Double, Unit)

  /// The units of an amount.
  public enum Unit: String, CaseIterable, Hashable, Sendable {
    /// Seconds of playing time.
    case seconds = "s"
    /// Minutes of playing time.
    case minutes = "min"
    /// Hours of playing time.
    case hours = "h"
    /// 1,000 bytes.
    case kilobytes = "KB"
    /// 1,000,000 bytes.
    case megabytes = "MB"
    /// 1,000,000,000 bytes.
    case gigabytes = "GB"
    /// Percent of the episodes found, at most 100.
    case percent = "%"
  }

  /// Reads an amount such as `90 min`, `2 GB`, `1.5 h` or `10%`: digits with or without a fraction, at most one space, and
  /// a unit. A time may have several parts of whole numbers, as in `1 h 30 min` and `1:30:00`.
  ///
  /// Returns `nil` for any other text. A number of episodes is an integer in the file, not text. Numbers below 0.001 or
  /// above 10¹⁵ are invalid: they would be written with an exponent, which this does not read.
  public init?(_ text: String) {
    guard let limit = Self(amount: text) ?? Self(compound: text) else { return nil }
    self = limit
  }

  private init?(amount text: String) {
    let bytes = Substring(text).utf8
    let numberEnd = bytes.firstIndex { !$0.isDigit && $0 != UInt8(ascii: ".") } ?? bytes.endIndex
    var unitText = bytes[numberEnd...]
    if unitText.first == UInt8(ascii: " ") { unitText.removeFirst() }
    // Bytes are compared: for `String`, the kelvin sign equals `K`.
    let known = Unit.allCases.first { $0.rawValue.utf8.elementsEqual(unitText) }
    guard let unit = known ?? Quantity.Unit(timeWord: Substring(unitText)).flatMap({ Unit(rawValue: $0.rawValue) }),
      let number = WrittenNumber(Substring(bytes[..<numberEnd])),
      (0.001...(unit == .percent ? 100 : 1e15)).contains(number.value)
    else { return nil }
    self = .amount(number.value, unit)
  }

  /// Reads a time of several parts. The text has single spaces at most, and is not 0, as in the schema for editors.
  private init?(compound text: String) {
    guard let time = WrittenTime(text), time.isCompound, let quantity = time.quantity, quantity.number > 0,
      let unit = quantity.unit.flatMap({ Unit(rawValue: $0.rawValue) }), !text.contains("."), !text.contains("  "),
      text.first != " ", text.last != " "
    else { return nil }
    self = .amount(quantity.number, unit)
  }

  /// The limit as it is written in files.
  public var description: String {
    switch self {
    case .items(let count): return String(count)
    case .amount(let amount, let unit):
      let number = Int(exactly: amount).map(String.init) ?? String(amount)
      return unit == .percent ? "\(number)%" : "\(number) \(unit.rawValue)"
    }
  }
}

// MARK: - Amounts

extension PlaylistLimit {
  /// The field that the limit adds up, and its maximum in seconds or bytes; `nil` for a limit by number or percentage.
  public var total: (field: RuleField, amount: Double)? {
    guard case .amount(let amount, let unit) = self, let unit = Quantity.Unit(rawValue: unit.rawValue) else {
      return nil
    }
    return Quantity(amount, unit).map { (unit.field, $0.inFieldUnit) }
  }

  /// Returns the number of episodes that the limit takes of `count`; `nil` for a limit of time or size.
  ///
  /// A percentage is computed from the decimal number as it is written, and rounded down.
  public func items(of count: Int) -> Int? {
    switch self {
    case .items(let most): min(most, count)
    case .amount(let percent, .percent): Int(DecimalNumber(percent).multiplied(by: count) / 100)
    case .amount: nil
    }
  }
}

/// The maximum number of episodes that a smart playlist takes of each podcast, artist or album.
public struct GroupLimit: Hashable, Sendable, CustomStringConvertible {
  /// The ways to group episodes.
  public enum Group: String, CaseIterable, Hashable, Sendable {
    /// The episodes of one file of the library.
    case podcast
    /// The episodes with equal artists.
    case artist
    /// The episodes with equal albums.
    case album
  }

  /// The number of episodes of each group, at least 1.
  public let count: Int
  /// The way to group episodes. Episodes without a value are one group.
  public let group: Group

  /// Makes a limit; `nil` if the count is below 1 or above ``maximumCount``.
  public init?(_ count: Int, per group: Group) {
    guard (1...Self.maximumCount).contains(count) else { return nil }
    self.count = count
    self.group = group
  }

  /// Reads a text such as `3 per podcast`; `nil` for any other text.
  public init?(_ text: String) {
    let words = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[1].elementsEqual("per".utf8), words[0].allSatisfy(\.isDigit),
      let group = Group.allCases.first(where: { $0.rawValue.utf8.elementsEqual(words[2]) }),
      let count = Int(Substring(words[0]))
    else { return nil }
    self.init(count, per: group)
  }

  /// The maximum number of episodes of a group.
  public static let maximumCount = 999_999_999

  /// The limit as it is written in files.
  public var description: String { "\(count) per \(group.rawValue)" }
}

extension GroupLimit.Group {
  /// The field with equal values in a group; `nil` for the file of the podcast.
  public var field: RuleField? {
    switch self {
    case .podcast: nil
    case .artist: .artist
    case .album: .album
    }
  }
}

/// The limits of a smart playlist: the key `limit` of its file.
public struct PlaylistLimits: Hashable, Sendable, CustomStringConvertible {
  /// The limit of all episodes taken; `nil` for none.
  public var whole: PlaylistLimit?
  /// The limit of the episodes taken of each podcast, artist or album; `nil` for none.
  public var perGroup: GroupLimit?

  /// Makes limits.
  public init(_ whole: PlaylistLimit? = nil, perGroup: GroupLimit? = nil) {
    self.whole = whole
    self.perGroup = perGroup
  }

  /// Reads limits from texts as on a command line, such as `25`, `90 min` and `3 per podcast`.
  ///
  /// - Throws: ``Fault`` for a text that is not a limit, and for a second limit of the same kind.
  public init(_ texts: some Sequence<String>) throws(Fault) {
    self.init()
    for text in texts {
      if let limit = GroupLimit(text) {
        guard perGroup == nil else { throw .repeated(text) }
        perGroup = limit
      } else if let limit = PlaylistLimit(text) ?? Self.count(text) {
        guard whole == nil else { throw .repeated(text) }
        whole = limit
      } else {
        throw .invalid(text)
      }
    }
  }

  /// The reasons why texts are not limits.
  public enum Fault: Error, Hashable, Sendable {
    /// The text is not a limit.
    case invalid(String)
    /// The text is a second limit of the same kind.
    case repeated(String)
  }

  /// Whether there is no limit.
  public var isEmpty: Bool { whole == nil && perGroup == nil }

  /// The limits as they are written in files, joined by commas.
  public var description: String { texts.joined(separator: ", ") }

  /// The limits as they are written in files.
  package var texts: [String] { [whole?.description, perGroup?.description].compactMap(\.self) }

  private static func count(_ text: String) -> PlaylistLimit? {
    guard text.utf8.allSatisfy(\.isDigit), let count = Int(text), count >= 1 else { return nil }
    return .items(count)
  }
}

extension SmartCriteria {
  /// The limits of the episodes taken: the value of the key `limit`.
  public var limits: PlaylistLimits {
    get { PlaylistLimits(limit, perGroup: groupLimit) }
    set { (limit, groupLimit) = (newValue.whole, newValue.perGroup) }
  }
}
