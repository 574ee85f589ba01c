internal import MixtapeModel

/// NSP: the smart playlists of Navidrome, as JSON. They have rules and no entries.
struct NSPFormat: InterchangeFormat {
  var name: String { "nsp" }
  var title: String { "NSP" }
  var fileExtensions: [String] { ["nsp"] }

  var capabilities: Capabilities {
    Capabilities([
      .key(.name): .full,
      .key(.description): .full,
      .key(.conditions): .partial("without `matches` and `in playlist`"),
      .key(.match): .full,
      .key(.sort): .full,
      .key(.limit): .partial("a number, or percent"),
    ])
  }

  /// Returns whether the content begins like an NSP file.
  func recognizes(_ start: FormatSample) -> Recognition {
    let text = start.text.trimmed
    guard text.hasPrefix("{") || text.hasPrefix("/"), let keys = JSONMembers.keys(in: text) else {
      return text.hasPrefix("/") ? .possible : .no
    }
    return keys.isDisjoint(with: ["all", "any"]) || keys.contains("playlist") ? .no : .certain
  }

  func read(_ bytes: [UInt8]) -> InterchangeReading {
    let source = JSONComments.removed(from: TextDecoding.source(of: bytes))
    do throws(JSONReader.Failure) {
      let root = try JSONReader.read(source, decodingStringsBy: TextDecoding.line)
      guard root.object != nil else { return .refused("this is not NSP: the file is not an object") }
      var reader = NSPReader(source)
      return reader.read(root)
    } catch {
      return .refused(error, in: source)
    }
  }

  /// Writes the rules of a document's first playlist.
  func write(_ document: InterchangeDocument) -> [UInt8] {
    var writer = NSPWriter(label: nil)
    return JSONWriter.document(writer.node(document.playlists.first ?? InterchangePlaylist()))
  }

  /// Returns the rules, orders and limits that NSP cannot express.
  func particularLosses(of playlist: InterchangePlaylist) -> [Loss] {
    var writer = NSPWriter(label: playlist.label)
    _ = writer.node(playlist)
    return writer.losses
  }
}

/// A reader of NSP files.
struct NSPReader {
  private let source: [UInt8]
  private var reading = InterchangeReading()
  private var label: String?
  private var isWithoutRules = false

  init(_ source: [UInt8]) { self.source = source }

  /// Reads the object of a file.
  mutating func read(_ root: JSONNode) -> InterchangeReading {
    var members: [String: JSONNode] = [:]
    for member in root.object ?? [] { members[member.key.lowercased()] = member.value }
    guard members["all"] != nil || members["any"] != nil else {
      return .refused("this is not NSP: the file has no rules, which are in a member `all` or `any`")
    }
    var playlist = InterchangePlaylist(name: text(members, "name")?.trimmed.nonEmpty)
    label = playlist.name
    playlist.description = text(members, "comment")?.nonEmpty
    readRules(members, &playlist)
    readSort(members, &playlist)
    readLimit(members, &playlist)
    if let offset = members["offset"], offset.number != 0 { lose(.element("offset"), "Mixtape has no offsets") }
    for member in root.object ?? [] where !Self.members.contains(member.key.lowercased()) && !member.value.isNull {
      lose(.element(member.key.onOneLine), Loss.noKey)
    }
    if !playlist.isSmart {
      let reason = isWithoutRules ? "the file has no rules" : "no rule can be converted"
      reading.report(InterchangeDiagnostic(.warning, "\(reason); the playlist is empty"))
      for key in [PlaylistKey.match, .sort, .limit] where playlist.keys.removeValue(forKey: key) != nil {
        lose(.key(key), "the playlist has no rules")
      }
    }
    reading.document = InterchangeDocument(playlists: [playlist])
    return reading
  }

  private static let members: Set<String> = [
    "name", "comment", "all", "any", "sort", "order", "limit", "limitpercent", "offset",
  ]

  /// Returns a text, and reports another value as lost.
  private mutating func text(_ members: [String: JSONNode], _ name: String) -> String? {
    guard let node = members[name], !node.isNull else { return nil }
    if node.string == nil { lose(.element(name), "it is not text") }
    return node.string
  }

  private mutating func lose(_ part: Loss.Part, _ reason: String) {
    reading.losses.append(Loss(part, of: label, reason))
  }

  private mutating func readRules(_ members: [String: JSONNode], _ playlist: inout InterchangePlaylist) {
    // Navidrome ignores an empty `any` beside `all`.
    let any = members["any"].flatMap { members["all"] != nil && ($0.isNull || $0.array?.isEmpty == true) ? nil : $0 }
    let (isAny, list) = any.map { (true, $0) } ?? (false, members["all"] ?? .array([]))
    if any != nil, members["all"].map({ !$0.isNull && $0.array?.isEmpty != true }) == true {
      lose(.element("all"), "the file also has `any`, which takes precedence")
    }
    guard let elements = list.array else {
      reading.report(InterchangeDiagnostic(.error, "the rules are not an array", at: list.offset, in: source))
      return
    }
    isWithoutRules = elements.isEmpty
    let isLimited = ["limit", "limitpercent"].contains { members[$0]?.isNull == false }
    let (rules, lost) = ForeignRules(elements.map { Self.part($0, depth: 0) }, isAny: isAny)
      .converted(isLimited: isLimited)
    playlist.lostRules = lost
    reading.losses += lost.map { Loss($0, of: label) }
    guard !rules.isEmpty else { return }
    playlist.keys[.conditions] = .list(rules.map(\.description))
    if isAny { playlist.keys[.match] = .text(SmartCriteria.Match.any.rawValue) }
  }

  /// Converts a rule: an object with an operator, or with several that all have to be true.
  private static func part(_ node: JSONNode, depth: Int) -> ForeignRules.Part {
    guard depth < Rule.maximumDepth, let members = node.object, !members.isEmpty else {
      return .lost(JSONWriter.line(node), reason: "it is not an object with an operator")
    }
    return all(members.map { part($0, depth: depth) })
  }

  /// Converts an operator with its argument, or a group of rules.
  private static func part(_ member: JSONNode.Member, depth: Int) -> ForeignRules.Part {
    let name = member.key.lowercased()
    if let elements = member.value.array, ["all", "any"].contains(name) {
      return .group(ForeignRules(elements.map { part($0, depth: depth + 1) }, isAny: name == "any"))
    }
    guard let arguments = member.value.object, arguments.count > 1 else {
      return comparison(name, member.value, member)
    }
    // Several fields with one operator: all comparisons have to be true.
    return all(arguments.map { comparison(name, JSONNode(.object([$0])), member) })
  }

  private static func comparison(
    _ name: String, _ argument: JSONNode, _ member: JSONNode.Member
  ) -> ForeignRules.Part {
    do throws(NSPRule.ConversionError) {
      return .rule(try NSPRule.rule(name, argument))
    } catch {
      let text = JSONWriter.line(JSONNode(.object([JSONNode.Member(key: member.key, value: argument)])))
      return .lost(text, reason: error.reason)
    }
  }

  private static func all(_ parts: [ForeignRules.Part]) -> ForeignRules.Part {
    parts.count == 1 ? parts[0] : .group(ForeignRules(parts))
  }

  private mutating func readSort(_ members: [String: JSONNode], _ playlist: inout InterchangePlaylist) {
    let order = text(members, "order")?.trimmed.lowercased()
    if let order, !["", "asc", "desc"].contains(order) {
      lose(.element("order"), "it is neither \"asc\" nor \"desc\"")
    }
    let isDescending = order == "desc"
    // Navidrome sorts by title if the file names no field.
    let isSorted = order != nil || playlist.keys[.conditions] != nil
    guard let text = text(members, "sort")?.trimmed.nonEmpty ?? (isSorted ? "title" : nil) else { return }
    var keys: [SortKey] = []
    for part in text.split(separator: ",").map({ String($0).trimmed }) {
      let isReversed = part.hasPrefix("-")
      let name = String(part.drop { $0 == "-" || $0 == "+" }).trimmed
      if name.lowercased() == "random" {
        keys.append(.random)
      } else if let field = NSPFields.field(name) {
        keys.append(.field(field, descending: isReversed != isDescending))
      } else {
        lose(.key(.sort), "Mixtape has no field `\(name)`")
      }
    }
    if !keys.isEmpty, keys != SmartCriteria.defaultSort { playlist.keys[.sort] = .list(keys.map(\.description)) }
  }

  private mutating func readLimit(_ members: [String: JSONNode], _ playlist: inout InterchangePlaylist) {
    let (limit, percent) = (members["limit"], members["limitpercent"])
    if let limit, let count = limit.number.flatMap({ Int64(exactly: $0) }), count >= 1 {
      playlist.keys[.limit] = .number(count)
      if let percent, !percent.isNull, percent.number != 0 {
        lose(.element("limitPercent"), "the file also has `limit`, which takes precedence")
      }
      return
    }
    // Navidrome writes 0 for no limit.
    if let limit, !limit.isNull, limit.number != 0 { lose(.key(.limit), "it is not a positive whole number") }
    guard let percent, !percent.isNull, percent.number != 0 else { return }
    guard let number = percent.number,
      let limit = PlaylistLimit("\(Int(exactly: number).map(String.init) ?? "\(number)")%")
    else { return lose(.element("limitPercent"), "it is not a percentage") }
    playlist.keys[.limit] = .text(limit.description)
  }
}

/// A writer of NSP files.
struct NSPWriter {
  /// The parts that cannot be expressed.
  private(set) var losses: [Loss] = []
  private let label: String?

  /// Makes a writer.
  ///
  /// - Parameter label: The name of the playlist in reports of losses.
  init(label: String?) { self.label = label }

  /// Returns the object of a playlist.
  mutating func node(_ playlist: InterchangePlaylist) -> JSONNode {
    let match = playlist.keys[.match].flatMap { SmartCriteria.Match(rawValue: $0.description) } ?? .all
    var rules: [JSONNode] = []
    for text in playlist.keys[.conditions]?.texts ?? [] {
      if let node = rule(text, isNegated: match == .none) { rules.append(node) }
    }
    if rules.isEmpty, playlist.keys[.conditions] != nil {
      // Navidrome rejects a list without rules. This rule is always true.
      rules = [.object([("gt", .object([("playCount", -1)]))])]
    }
    let (sort, order) = sort(playlist)
    return .object([
      ("name", playlist.name.map(JSONNode.string)),
      ("comment", playlist.description?.nonEmpty.map(JSONNode.string)),
      (match == .any ? "any" : "all", .array(rules)),
      ("sort", sort.map(JSONNode.string)),
      ("order", order.map(JSONNode.string)),
      limit(playlist),
    ])
  }

  private mutating func lose(_ part: Loss.Part, _ reason: String) { losses.append(Loss(part, of: label, reason)) }

  private mutating func rule(_ text: String, isNegated: Bool) -> JSONNode? {
    do throws(RuleError) {
      let rule = try Rule(parsing: text)
      var translation = NSPTranslation()
      let node = translation.node(isNegated ? .not(rule) : rule)
      // Both bounds of a range have the same obstacle.
      for obstacle in translation.obstacles.withoutRepetitions { lose(.rule(text), obstacle) }
      return node
    } catch {
      lose(.rule(text), "it is not a valid rule")
      return nil
    }
  }

  private mutating func sort(_ playlist: InterchangePlaylist) -> (sort: String?, order: String?) {
    let keys = playlist.keys[.sort]?.texts?.compactMap(SortKey.init) ?? SmartCriteria.defaultSort
    var parts: [(name: String, descending: Bool)] = []
    for key in keys {
      switch key {
      case .random: parts.append(("random", false))
      // Navidrome orders the tracks of an album by these fields.
      case .library(let descending): parts += ["album", "discnumber", "tracknumber"].map { ($0, descending) }
      case .field(let field, let descending):
        if let name = NSPFields.name(of: field) {
          parts.append((name, descending))
        } else {
          lose(.key(.sort), "NSP has no field `\(field.rawValue)`")
        }
      }
    }
    if parts.count == 1 { return (parts[0].name, parts[0].descending ? "desc" : "asc") }
    return (parts.isEmpty ? nil : parts.map { ($0.descending ? "-" : "") + $0.name }.joined(separator: ","), nil)
  }

  private mutating func limit(_ playlist: InterchangePlaylist) -> (String, JSONNode?) {
    switch playlist.keys[.limit] {
    case .number(let count)?: return ("limit", JSONNode(.number(String(count))))
    case .text(let text)?:
      if case .amount(let percent, .percent)? = PlaylistLimit(text) { return ("limitPercent", .number(percent)) }
      lose(.key(.limit), "NSP has no limit such as \(text)")
      return ("limit", nil)
    case .list(let texts)?:
      lose(.key(.limit), "NSP has no limit such as \(texts.joined(separator: ", "))")
      return ("limit", nil)
    default: return ("limit", nil)
    }
  }
}

extension FileValue {
  /// The elements of a list; `nil` for other values.
  var texts: [String]? { if case .list(let texts) = self { texts } else { nil } }
}
