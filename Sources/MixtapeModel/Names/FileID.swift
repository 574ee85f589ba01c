/// The id of a playlist or a podcast: its file name without `.toml`.
///
/// `Entity` makes ids of playlists and ids of podcasts different types. No value of it is stored.
public struct FileID<Entity>: Hashable, Sendable, RawRepresentable, Comparable, CustomStringConvertible {
  /// The id as text, a valid name (see ``NameRules``).
  public let rawValue: String

  /// Makes an id; `nil` if `rawValue` is not a valid one.
  public init?(rawValue: String) {
    guard NameRules.violation(in: rawValue) == nil else { return nil }
    self.rawValue = rawValue
  }

  /// Makes an id from a text that is known to be valid.
  init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// Makes an id from text that a user or a program gave.
  ///
  /// - Throws: ``MixtapeError/Code/invalidID`` with the violation as its cause.
  public init(validating text: String) throws(MixtapeError) {
    if let violation = NameRules.violation(in: text) {
      throw MixtapeError(.invalidID, .text(text), cause: InvalidName(violation))
    }
    self.rawValue = text
  }

  /// The id as text.
  public var description: String { rawValue }

  /// Compares ids by ``NaturalOrder``.
  public static func < (left: Self, right: Self) -> Bool { NaturalOrder.precedes(left.rawValue, right.rawValue) }
}

extension FileID {
  /// Makes an id from a name: in lower case, with one `-` for each run of characters that ids do not allow, and cut
  /// at the maximum length.
  ///
  /// Invisible characters, such as a joiner between letters, and apostrophes are dropped (`dont-stop`). Returns `nil`
  /// if nothing is left, for example for a name of emoji only.
  public init?(suggestedBy name: String) {
    var text = ""
    // Ids are composed. Names from a file system may be decomposed.
    for character in NameRules.composed(name.lowercased()) {
      guard let part = Self.suggestion(for: character) else {
        if let last = text.utf8.last, last != UInt8(ascii: "-") { text.append("-") }
        continue
      }
      guard text.utf8.count + part.utf8.count <= NameRules.maximumLength else { break }
      text += part
    }
    if text.utf8.last == UInt8(ascii: "-") { text.removeLast() }
    self.init(rawValue: text)
  }

  /// Returns an id made of the first of some names that gives one, or `untitled`.
  public static func suggested(by names: [String]) -> FileID {
    for name in names { if let id = FileID(suggestedBy: name) { return id } }
    return FileID(unchecked: "untitled")
  }

  /// Returns the text that a character of a name adds to an id; `nil` for a separator of words.
  private static func suggestion(for character: Character) -> String? {
    if let byte = character.asciiValue {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): return String(character)
      default: return byte == UInt8(ascii: "'") ? "" : nil
      }
    }
    if character == "\u{2019}" { return "" }
    let visible = String(
      String.UnicodeScalarView(character.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }))
    let isName = !visible.isEmpty && !NameRules.isBadStart(visible) && visible.allSatisfy(NameRules.isAllowed)
    return isName ? visible : nil
  }

  /// The id as a title, for a playlist or podcast without a name: `morning-commute` becomes `Morning Commute`.
  public var readable: String {
    rawValue.split { $0 == "-" || $0 == "_" }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
      .nonEmpty ?? rawValue
  }
}

extension FileID {
  /// Returns this id, or the first free one of those with `-2`, `-3`… at the end.
  func free(_ isTaken: (FileID) throws(MixtapeError) -> Bool) throws(MixtapeError) -> FileID {
    var (id, number) = (self, 1)
    while try isTaken(id) {
      number += 1
      id = FileID(unchecked: rawValue.cut(toFit: NameRules.maximumLength, with: "-\(number)"))
    }
    return id
  }
}

/// Names that are in use, to which new ones are added: `-2`, `-3`… is appended to a name that is taken.
public struct UniqueNames: Sendable {
  private var taken: Set<String>
  private var lastSuffixes: [String: Int] = [:]

  /// Makes a set of names that are taken.
  public init(taken: Set<String> = []) { self.taken = taken }

  /// Returns whether a name is taken.
  public func contains(_ name: String) -> Bool { taken.contains(name) }

  /// Adds a name as it is.
  ///
  /// - Returns: Whether it was free.
  @discardableResult
  public mutating func insert(_ name: String) -> Bool { taken.insert(name).inserted }

  /// Adds a name, with the first free suffix if it is taken.
  ///
  /// - Returns: The added name, of at most ``NameRules/maximumLength`` bytes.
  /// - Complexity: O(1) on average, also for many equal names.
  public mutating func add(_ name: String) -> String {
    guard !taken.insert(name).inserted else { return name }
    var suffix = lastSuffixes[name] ?? 1
    var candidate: String
    repeat {
      suffix += 1
      candidate = name.cut(toFit: NameRules.maximumLength, with: "-\(suffix)")
    } while !taken.insert(candidate).inserted
    lastSuffixes[name] = suffix
    return candidate
  }
}
