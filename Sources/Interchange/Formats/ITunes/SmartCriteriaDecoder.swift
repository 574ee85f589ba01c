internal import MixtapeModel

/// A decoder of the rules of iTunes, which are binary data.
///
/// `Smart Info` has flags, the limit and the order. `Smart Criteria` is a list: the letters `SLst`, at offset 8 the
/// number of rules, at 12 whether `or` joins them, and the rules from 136 on. Each rule has a field, an operator, at
/// offset 52 the length of its argument, and the argument from 56 on: UTF-16, 68 bytes of numbers, or another list.
struct SmartCriteriaDecoder {
  /// The parts that cannot be converted, without rules.
  private(set) var losses: [Loss] = []
  /// The rules that cannot be converted.
  private(set) var lostRules: [LostRule] = []
  private let playlist: String?
  private let ids: [String: Playlist.ID]

  /// Makes a decoder.
  ///
  /// - Parameters:
  ///   - playlist: The name of the playlist in reports of losses.
  ///   - ids: The ids for playlists in rules, by persistent id.
  init(playlist: String?, ids: [String: Playlist.ID]) {
    self.playlist = playlist
    self.ids = ids
  }

  /// Returns the keys of a playlist file; empty if live updating is off or no rule can be converted.
  mutating func keys(info: [UInt8], criteria: [UInt8]) -> [PlaylistKey: FileValue] {
    let info = BigEndianBytes(info[...])
    let live = info.byte(at: 0)
    guard live == 1 else {
      let reason = live == 0 ? "live updating is off in iTunes" : "they cannot be read"
      lose(.element("rules"), "\(reason); its current tracks are imported")
      return [:]
    }
    var keys: [PlaylistKey: FileValue] = [:]
    if info.byte(at: 1) == 1 {
      let list = rules(BigEndianBytes(criteria[...]), depth: 0) ?? ForeignRules([])
      let converted = list.converted(isLimited: info.byte(at: 2) == 1)
      lostRules = converted.lost
      guard !converted.rules.isEmpty, lostRules.isEmpty || converted.rules != [SmartRule.isMusic] else {
        lostRules = lostRules.map { $0.with(nil) }
        lose(.element("rules"), "no rule can be converted; its current tracks are imported")
        return [:]
      }
      keys[.conditions] = .list(converted.rules.map(\.description))
      if list.isAny, converted.rules.count > 1 { keys[.match] = .text(SmartCriteria.Match.any.rawValue) }
    } else {
      keys[.conditions] = .list([])
    }
    if info.byte(at: 2) == 1 { readLimit(info, into: &keys) }
    if info.byte(at: 12) == 1 { lose(.element("only checked items"), "Mixtape has no check marks") }
    return keys
  }

  private mutating func lose(_ part: Loss.Part, _ reason: String) {
    losses.append(Loss(part, of: playlist, reason))
  }

  // MARK: Limits

  private mutating func readLimit(_ info: BigEndianBytes, into keys: inout [PlaylistKey: FileValue]) {
    guard let amount = info.number32(at: 8), amount > 0, amount <= 1_000_000_000 else { return }
    switch info.byte(at: 3) {
    case 1: keys[.limit] = .text("\(amount) min")
    case 2: keys[.limit] = .text("\(amount) MB")
    case 3: keys[.limit] = .number(Int64(amount))
    case 4: keys[.limit] = .text("\(amount) h")
    case 5: keys[.limit] = .text("\(amount) GB")
    default: lose(.key(.limit), "its unit is unknown")
    }
    // The flag reverses the order, so that it selects the least recent and the least played.
    let isMost = info.byte(at: 13) != 1
    switch info.number32(at: 4).map({ $0 & 0xFF }) {
    case 0x02: keys[.sort] = .list(["random"])
    case 0x05: break
    case 0x06: keys[.sort] = .list(["album"])
    case 0x07: keys[.sort] = .list(["artist"])
    case 0x09: keys[.sort] = .list(["genre"])
    case 0x1C: keys[.sort] = .list(["-rating"])
    case 0x01: keys[.sort] = .list(["rating"])
    case 0x1A: keys[.sort] = .list([isMost ? "-lastPlayedAt" : "lastPlayedAt"])
    case 0x19: keys[.sort] = .list([isMost ? "-playCount" : "playCount"])
    case 0x15: keys[.sort] = .list([isMost ? "-dateAdded" : "dateAdded"])
    default: lose(.key(.sort), "its order is unknown")
    }
  }

  // MARK: Rules

  /// Returns the rules of a list; `nil` if the bytes are not a list.
  private mutating func rules(_ list: BigEndianBytes, depth: Int) -> ForeignRules? {
    guard list.bytes.starts(with: "SLst".utf8), let count = list.number32(at: 8), depth < 16 else { return nil }
    let isAny = list.number32(at: 12).map { $0 & 0xFF } == 1
    let rules = rules(in: list, count: count)
    if Self.isFilter(rules, isAny: isAny) { return ForeignRules([.rule(SmartRule.isMusic)]) }
    var parts: [ForeignRules.Part] = []
    for rule in rules { parts.append(part(rule, depth: depth)) }
    return ForeignRules(parts, isAny: isAny)
  }

  private mutating func part(_ rule: SmartRule, depth: Int) -> ForeignRules.Part {
    if rule.fieldNumber == 0 {
      let nested = rules(rule.argument, depth: depth + 1)
      return nested.map { .group($0) } ?? .lost("nested rules", reason: "they cannot be read")
    }
    do throws(SmartRule.ConversionError) {
      return .rule(try rule.rule)
    } catch {
      return .lost(rule.text, reason: error.reason)
    }
  }

  /// Returns whether rules are the filter that iTunes adds: music, or music and music videos, which Mixtape does not have.
  private static func isFilter(_ rules: [SmartRule], isAny: Bool) -> Bool {
    if !rules.isEmpty, rules.allSatisfy(\.isOfMusic) { return true }
    return isAny && rules.contains(where: \.isOfMusic) && rules.allSatisfy { $0.isOfMusic || $0.isOfMusicVideos }
  }

  private mutating func rules(in list: BigEndianBytes, count: UInt32) -> [SmartRule] {
    var rules: [SmartRule] = []
    var offset = 136
    for _ in 0..<min(count, 10_000) {
      guard let field = list.number32(at: offset), let action = list.number32(at: offset + 4),
        let length = list.number32(at: offset + 52),
        let argument = list.slice(at: offset + 56, length: Int(length))
      else {
        lose(.element("rules"), "the data end before the last rule")
        break
      }
      offset += 56 + Int(length)
      rules.append(SmartRule(field: field, action: action, argument: BigEndianBytes(argument), playlists: ids))
    }
    return rules
  }
}

/// Bytes with big-endian numbers.
struct BigEndianBytes {
  let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Returns a number of 4 bytes; `nil` beyond the end.
  func number32(at offset: Int) -> UInt32? { number(at: offset, length: 4).map { UInt32(truncatingIfNeeded: $0) } }

  /// Returns a number of 8 bytes; `nil` beyond the end.
  func number64(at offset: Int) -> UInt64? { number(at: offset, length: 8) }

  /// Returns a byte; `nil` beyond the end.
  func byte(at offset: Int) -> UInt8? {
    offset >= 0 && offset < bytes.count ? bytes[bytes.startIndex + offset] : nil
  }

  /// Returns some of the bytes; `nil` beyond the end.
  func slice(at offset: Int, length: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, length >= 0, offset <= bytes.count, length <= bytes.count - offset else { return nil }
    return bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + length)]
  }

  private func number(at offset: Int, length: Int) -> UInt64? {
    slice(at: offset, length: length)?.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
