import ArgumentParser
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import StoreBrowser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct Explain: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain why an episode is in a playlist or not.",
    discussion: """
      Prints whether each rule matches, and the value that the rule tested.

      Example:
        mixtape explain recently-added night-sky/042-auroras
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: ArgumentHelp("The episode, as <podcast>/<episode>, or its position.", valueName: "episode"))
  var episode: EpisodeArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let playlist = try store.existing(try playlist.id(in: session))
    let id = try id(in: playlist, of: store, session)
    let explanation = try store.explain(playlist, id)
    if case .notInLibrary(position: nil) = explanation.outcome {
      throw try store.notFound(id)
    }
    session.print(json: JSONOutput.explanation(explanation, of: id, in: playlist)) {
      session.print(ExplanationReport(explanation, of: id, in: playlist).lines)
    }
    return .done
  }

  /// Returns the episode. A number is a position, as `show` prints it.
  private func id(in playlist: Playlist, of store: Store, _ session: Session) throws -> Episode.ID {
    if let position = Int(episode.text) {
      let episodes = try store.contents(of: playlist).episodes
      guard (1...).contains(position), position <= episodes.count else {
        throw MixtapeError(.positionOutOfRange, .position(position, count: episodes.count))
      }
      return episodes[position - 1]
    }
    try EpisodeReferenceArgument(text: episode.text).requireTitle(hint: "a position is a number such as `5`")
    return try episode.id(in: session, preferring: try store.contents(of: playlist).episodes)
  }
}

struct ExplanationReport {
  private(set) var lines: [StyledText]

  init(_ explanation: Explanation, of episode: Episode.ID, in playlist: Playlist) {
    let (isIn, reason) = Self.reason(explanation, playlist)
    lines = ["\(episode, .bold) is \(isIn ? "" : "not ")in \(playlist.id, .bold): \(reason)"]
    let details = Self.results(explanation, playlist).lines
    if !details.isEmpty { lines += [""] + details }
  }

  private static func reason(_ explanation: Explanation, _ playlist: Playlist) -> (isIn: Bool, StyledText) {
    switch explanation.outcome {
    case .picked(let position): return (true, "picked by hand, at position \(position)")
    case .found(let position):
      return (true, "its rules find it, at position \(playlist.episodes.count + position)")
    case .cutOff(let position, let taken):
      return (
        false,
        "its rules find it at position \(position), but the limit allows \(taken == 0 ? "no episode" : "only the first \(taken)")"
      )
    case .beyondGroup(let limit):
      return (false, "its rules match, but the limit takes only \(limit)")
    case .withoutAmount(let field):
      return (false, "its rules match, but it has no \(field.rawValue), which the limit requires")
    case .notInLibrary(let position?):
      return (false, "it is listed at position \(position), but it is missing from the library")
    case .notInLibrary: return (false, "it is missing from the library")
    case .notFound where !playlist.isSmart: return (false, "it is not picked by hand, and the playlist has no rules")
    case .notFound where explanation.search == false: return (false, "the search does not find it")
    case .notFound: return (false, mismatchDescription(explanation, playlist.criteria.match))
    }
  }

  private static func mismatchDescription(_ explanation: Explanation, _ match: SmartCriteria.Match) -> StyledText {
    let count = explanation.conditions.count
    let failing = explanation.conditions.count { !$0.holds }
    return switch match {
    case .all where count == 1, .any where count == 1: "its rule does not match"
    case .all: "\(failing) of its \(counted(count, "rule")) \(failing == 1 ? "does" : "do") not match"
    case .any: "none of its \(counted(count, "rule")) matches"
    case .none where count == 1: "its rule matches, but `match` is \"none\""
    case .none:
      "\(count - failing) of its \(counted(count, "rule")) \(count - failing == 1 ? "matches" : "match"), but `match` is \"none\""
    }
  }

  private static func results(_ explanation: Explanation, _ playlist: Playlist) -> TextTable {
    var table = TextTable(indentation: 2)
    let texts = playlist.criteria.conditions ?? []
    for (result, condition) in zip(explanation.conditions, texts) {
      table.append(mark(result.holds), StyledText(condition), testedValue(of: result))
      for part in result.parts {
        table.append(mark(part.holds), "  \(part.rule)", testedValue(of: part))
      }
    }
    if let search = explanation.search {
      table.append(mark(search), "search: \(playlist.criteria.search ?? "")", "")
    }
    return table
  }

  private static func mark(_ holds: Bool) -> StyledText {
    holds ? StyledText("matches", .green) : StyledText("fails", .red)
  }

  private static func testedValue(of result: Explanation.ConditionResult) -> StyledText {
    let values = result.tested.map { tested in
      let texts = tested.values.map { $0.date.map(Timestamp.precise) ?? $0.text }
      return "\(tested.field.rawValue) is \(texts.isEmpty ? "missing" : texts.joined(separator: ", "))"
    }
    return StyledText(values.joined(separator: ", "), .faint)
  }
}

extension JSONOutput {
  static func explanation(_ explanation: Explanation, of episode: Episode.ID, in playlist: Playlist) -> JSONNode {
    let outcome = outcome(explanation.outcome)
    let texts = playlist.criteria.conditions?.map(\.text) ?? []
    return .object(
      [
        ("playlist", .string(playlist.id.rawValue)), ("episode", .string(episode.rawValue)),
        ("contains", .bool(outcome.contains)), ("reason", .string(outcome.reason)),
        ("position", outcome.position.map { .integer($0) } ?? .null),
        ("taken", outcome.taken.map { .integer($0) } ?? .null),
        ("match", .string(playlist.criteria.match.rawValue)),
        ("conditions", .array(zip(explanation.conditions, texts).map { result($0, $1) })),
        ("search", explanation.search.map(JSONNode.bool) ?? .null),
      ])
  }

  private static func outcome(
    _ outcome: Explanation.Outcome
  ) -> (contains: Bool, reason: String, position: Int?, taken: Int?) {
    switch outcome {
    case .picked(let position): (true, "picked", position, nil)
    case .found(let position): (true, "found", position, nil)
    case .cutOff(let position, let taken): (false, "cut-off", position, taken)
    case .beyondGroup: (false, "beyond-group", nil, nil)
    case .withoutAmount: (false, "without-amount", nil, nil)
    case .notFound: (false, "not-found", nil, nil)
    case .notInLibrary(let position): (false, "not-in-library", position, nil)
    }
  }

  private static func result(_ result: Explanation.ConditionResult, _ text: String) -> JSONNode {
    let other = result.tested.dropFirst().first
    return [
      "rule": .string(text), "holds": .bool(result.holds),
      "field": .optional(result.tested.first?.field.rawValue),
      "value": result.tested.first.map(testedValue) ?? .null,
      "other": other.map { ["field": .string($0.field.rawValue), "value": testedValue($0)] } ?? .null,
      "parts": .array(result.parts.map { self.result($0, $0.rule.description) }),
    ]
  }

  /// Returns the value of a field: an array of a set, and null for a missing value.
  private static func testedValue(_ tested: Explanation.ComparedField) -> JSONNode {
    let values = tested.values.map { tested in
      tested.date.map { JSONNode.string(Timestamp.precise($0)) } ?? value(tested)
    }
    return tested.field.isSet || values.count > 1 ? .array(values) : values.first ?? .null
  }
}

extension Episode.FieldValue {
  fileprivate var date: Date? { if case .date(let date) = self { date } else { nil } }
}
