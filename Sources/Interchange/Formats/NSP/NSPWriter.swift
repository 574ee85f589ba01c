internal import MixtapeModel

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
