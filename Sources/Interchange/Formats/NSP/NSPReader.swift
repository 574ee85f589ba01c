internal import MixtapeModel

/// A reader of NSP files.
struct NSPReader {
  private let source: [UInt8]
  private var reading = InterchangeReading()
  private var label: String?

  init(_ source: [UInt8]) { self.source = source }

  /// Reads the object of a file.
  mutating func read(_ root: JSONNode) -> InterchangeReading {
    var members: [String: JSONNode] = [:]
    for member in root.object ?? [] { members[member.key.lowercased()] = member.value }
    var playlist = InterchangePlaylist(name: members["name"]?.string?.trimmed.nonEmpty)
    label = playlist.name
    playlist.description = members["comment"]?.string?.nonEmpty
    readRules(members, &playlist)
    readSort(members, &playlist)
    readLimit(members, &playlist)
    if let offset = members["offset"], offset.number != 0 { lose(.element("offset"), "Mixtape has no offsets") }
    if !playlist.isSmart {
      reading.report(InterchangeDiagnostic(.warning, "there is no rule that Mixtape can say; the playlist is empty"))
      for key in [PlaylistKey.match, .sort, .limit] { playlist.keys[key] = nil }
    }
    reading.document = InterchangeDocument(playlists: [playlist])
    return reading
  }

  private mutating func lose(_ part: Loss.Part, _ reason: String) {
    reading.losses.append(Loss(part, of: label, reason))
  }

  private mutating func readRules(_ members: [String: JSONNode], _ playlist: inout InterchangePlaylist) {
    let (isAny, list) = members["any"].map { (true, $0) } ?? (false, members["all"] ?? .array([]))
    if members["any"] != nil, members["all"] != nil {
      lose(.element("all"), "the file has `any` too, and that one counts")
    }
    guard let elements = list.array else {
      reading.report(InterchangeDiagnostic(.error, "the rules are not an array", at: list.offset, in: source))
      return
    }
    let rules = elements.compactMap { rule($0, depth: 0) }
    guard !rules.isEmpty else { return }
    playlist.keys[.conditions] = .list(rules.map(\.description))
    if isAny { playlist.keys[.match] = .text(SmartCriteria.Match.any.rawValue) }
  }

  /// Converts a rule. Reports a rule that cannot be converted, and returns `nil`.
  private mutating func rule(_ node: JSONNode, depth: Int) -> Rule? {
    guard depth < Rule.maximumDepth, let member = node.object?.first else {
      lose(.rule(JSONWriter.text(node).onOneLine), "it is not an object with an operator")
      return nil
    }
    if let elements = member.value.array, ["all", "any"].contains(member.key.lowercased()) {
      let rules = elements.compactMap { rule($0, depth: depth + 1) }
      if rules.isEmpty { return nil }
      return member.key.lowercased() == "any" ? .or(rules) : .and(rules)
    }
    do throws(NSPRule.Obstacle) {
      return try NSPRule.rule(member.key, member.value)
    } catch {
      lose(.rule(JSONWriter.text(node).onOneLine), error.reason)
      return nil
    }
  }

  private mutating func readSort(_ members: [String: JSONNode], _ playlist: inout InterchangePlaylist) {
    guard let text = members["sort"]?.string?.trimmed.nonEmpty else { return }
    let isDescending = members["order"]?.string?.lowercased() == "desc"
    var keys: [SortKey] = []
    for part in text.split(separator: ",").map({ String($0).trimmed }) {
      let isReversed = part.hasPrefix("-")
      let name = String(part.drop { $0 == "-" || $0 == "+" })
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
    if let limit = members["limit"]?.number, limit >= 1, let count = Int64(exactly: limit.rounded()) {
      playlist.keys[.limit] = .number(count)
    } else if let percent = members["limitpercent"]?.number, percent > 0,
      let limit = PlaylistLimit("\(Int(exactly: percent).map(String.init) ?? "\(percent)")%")
    {
      playlist.keys[.limit] = .text(limit.description)
    }
  }
}
