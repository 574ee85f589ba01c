package import MixtapeModel

/// The rules of a playlist with its search, order and limit while they are edited, and the episodes that they find.
package struct RuleEditor: Equatable, Sendable {
  /// The playlist with the rules.
  package enum Target: Equatable, Sendable {
    case playlist(Playlist.ID)
    /// A new playlist in a folder. Its name is edited too.
    case new(Folder)
  }

  /// A line that can be typed.
  package enum Row: Hashable, Sendable {
    case name
    /// A rule, by its index; `nil` for a new one.
    case rule(Int?)
    case search, sort, limit
  }

  /// The text of a row that is being typed.
  package struct Typing: Equatable, Sendable {
    package let row: Row
    package var field: TextField
    init(row: Row, field: TextField) {
      self.row = row
      self.field = field
    }
  }

  package let target: Target
  /// The name of a new playlist.
  package private(set) var name = ""
  package private(set) var draft: CriteriaDraft
  package var cursor = ListCursor()
  package var typing: Typing?
  /// The reason why a key was refused.
  package var refusal: String?
  /// Whether escape was pressed although there are edits.
  var isLeaving = false
  /// Whether the edits are being saved.
  var isSaving = false
  /// The answer to the last question, and that question.
  package private(set) var preview: RulePreview?
  private var answered: RuleQuestion?
  var asked: RuleQuestion?

  /// The number of episodes that are shown at most.
  package static let longestPreview = 100

  /// Makes the editor of a playlist. It begins with a new rule if the playlist has neither rules nor a search.
  init(_ playlist: Playlist) {
    target = .playlist(playlist.id)
    draft = CriteriaDraft(playlist.criteria)
    if !playlist.criteria.isActive { type(in: .rule(nil)) }
  }

  /// Makes the editor of a new playlist, which begins with its name.
  init(creatingIn folder: Folder) {
    target = .new(folder)
    draft = CriteriaDraft(SmartCriteria())
    type(in: .name)
  }

  /// Whether the playlist is new.
  package var isNew: Bool { if case .new = target { true } else { false } }

  /// The playlist with the rules; `nil` for a new one.
  var playlist: Playlist.ID? { if case .playlist(let id) = target { id } else { nil } }

  /// The rows: the name of a new playlist, the rules with one that is being added, and the other criteria. While a rule is typed,
  /// its episodes or its error take the place of the other criteria.
  package var rows: [Row] {
    let rules = (isNew ? [.name] : []) + draft.rules.indices.map { Row.rule($0) }
    switch typing?.row {
    case .rule(nil): return rules + [.rule(nil)]
    case .rule: return rules
    case .name, .search, .sort, .limit, nil: return rules + [.search, .sort, .limit]
    }
  }

  var selected: Row { rows[min(cursor.row, rows.count - 1)] }

  /// Whether there is something to save.
  var isChanged: Bool { !draft.edits.isEmpty || !name.isEmpty }

  /// Returns the text of a row; empty for a criterion that is not set.
  package func text(of row: Row) -> String {
    switch row {
    case .name: name
    case .rule(let index): index.map { draft.rules[$0].text } ?? ""
    case .search: draft.search ?? ""
    case .sort:
      draft.sort == SmartCriteria.defaultSort ? "" : draft.sort.map(\.description).joined(separator: ", ")
    case .limit: draft.limits.description
    }
  }

  /// The question that the present state asks.
  var question: RuleQuestion {
    var shown = draft
    var typed: RuleQuestion.Typed?
    if let typing {
      let text = typing.field.text
      shown.put(text, in: typing.row)
      switch typing.row {
      case .rule: typed = .rule(text, ValueCompletion(typing.field.before))
      case .sort: typed = text.isBlank ? nil : .sort(text)
      case .limit: typed = text.isBlank ? nil : .limit(text)
      case .name, .search: break
      }
    }
    return RuleQuestion(playlist: playlist, criteria: shown.criteria, typed: typed)
  }

  /// Whether the preview belongs to the present state.
  package var isCurrent: Bool { answered == question }

  // MARK: Changes

  mutating func type(in row: Row) {
    typing = Typing(row: row, field: TextField(text(of: row)))
    select(row)
  }

  private mutating func select(_ row: Row) {
    if let place = rows.firstIndex(of: row) { cursor.select(place) }
  }

  /// Takes the typed text.
  mutating func accept() {
    guard let typing else { return }
    let text = typing.field.text.trimmingBlanks
    if case .rule(let index) = typing.row, text.isEmpty {
      if index == nil { self.typing = nil } else { refusal = "The rule is empty; escape keeps the old one" }
      return
    }
    if typing.row == .name { return accept(name: text) }
    let noun = if case .rule = typing.row { "rule" } else { typing.row.label }
    if question.typed != nil, isCurrent, case .fault(let fault) = preview {
      return refusal = "This \(noun) is invalid: \(fault.message)"
    }
    guard draft.put(text, in: typing.row) else { return refusal = "This \(noun) is invalid" }
    self.typing = nil
  }

  /// Takes the name of a new playlist. The first rule follows.
  private mutating func accept(name text: String) {
    if let reason = Playlist.refusal(ofName: text) { return refusal = reason }
    name = text
    typing = nil
    if draft.rules.isEmpty, draft.search == nil { type(in: .rule(nil)) }
  }

  /// Completes the word before the cursor: a part of a rule, or a value of the library. Of several values, it puts in their common
  /// beginning.
  mutating func complete() {
    guard var typing, case .rule = typing.row, let completed = completed(typing.field.before) else {
      let isAmbiguous = isCurrent && (preview?.values.count ?? 0) > 1
      return refusal = isAmbiguous ? "Several values fit; type more" : "There is nothing to complete here"
    }
    if completed.hasSuffix("\"") { typing.field.removeRestOfQuotedWord() }
    typing.field.replaceBefore(with: completed)
    self.typing = typing
  }

  /// Whether the values that can complete the typed rule are being read.
  var awaitsValues: Bool {
    guard let typing, case .rule = typing.row else { return false }
    return !isCurrent && ValueCompletion(typing.field.before) != nil
  }

  private func completed(_ text: String) -> String? {
    if let value = ValueCompletion(text), isCurrent, let values = preview?.values,
      let completed = value.completed(from: values)
    {
      return completed
    }
    return RuleCompletion.completing(text)
  }

  /// Removes the selected rule, or the value of another criterion.
  mutating func removeSelected() {
    switch selected {
    case .rule(let index?): draft.remove(index)
    case .search: draft.search = nil
    case .sort: draft.sort = SmartCriteria.defaultSort
    case .limit: draft.limits = PlaylistLimits()
    case .name, .rule(nil): break
    }
  }

  /// Selects the next way to combine rules.
  mutating func changeMatch() {
    let all = SmartCriteria.Match.allCases
    let place = all.firstIndex(of: draft.match) ?? 0
    draft.match = all[(place + 1) % all.count]
  }

  /// Follows a change of the playlist, unless there are edits. Saving edits is then refused, because their numbers are those of
  /// other rules.
  mutating func follow(_ criteria: SmartCriteria) {
    if !isChanged, typing == nil { draft = CriteriaDraft(criteria) }
  }

  /// Shows an answer, if it belongs to the question that was asked last.
  mutating func show(_ preview: RulePreview, of question: RuleQuestion) {
    guard question == asked else { return }
    (self.preview, answered) = (preview, question)
  }
}

extension RuleEditor.Row {
  /// The name of the row beside its text; empty for a rule, which has a number.
  package var label: String {
    switch self {
    case .name: "name"
    case .rule: ""
    case .search: "search"
    case .sort: "sort"
    case .limit: "limit"
    }
  }
}

extension CriteriaDraft {
  /// Puts a typed text into a row.
  ///
  /// - Returns: `false` if it is invalid, and changes nothing. The answer to the question of the editor contains the error.
  @discardableResult
  fileprivate mutating func put(_ text: String, in row: RuleEditor.Row) -> Bool {
    let text = text.trimmingBlanks
    let parts = text.split(separator: ",").map { String($0).trimmingBlanks }
    switch row {
    case .name: break
    case .rule(let index):
      guard let rule = Self.rule(text) else { return false }
      if let index { replace(index, with: rule) } else { add(rule) }
    case .search: search = text.nonEmpty
    case .sort:
      let keys = parts.compactMap { SortKey($0) }
      guard keys.count == parts.count else { return false }
      sort = keys.isEmpty ? SmartCriteria.defaultSort : keys
    case .limit:
      guard let limits = Self.limits(parts) else { return false }
      self.limits = limits
    }
    return true
  }

  private static func rule(_ text: String) -> WrittenRule? {
    do throws(RuleError) { return try WrittenRule(parsing: text) } catch { return nil }
  }

  private static func limits(_ texts: [String]) -> PlaylistLimits? {
    do throws(PlaylistLimits.Fault) { return try PlaylistLimits(texts) } catch { return nil }
  }
}

/// A question about rules that are being edited.
package struct RuleQuestion: Hashable, Sendable {
  /// A text that is being typed and must be checked.
  package enum Typed: Hashable, Sendable {
    /// A rule, and the completion of the text before the cursor from values of the library, if one is expected there.
    case rule(String, ValueCompletion?)
    case sort(String)
    case limit(String)
  }

  /// The playlist of the rules; `nil` for a new one.
  package let playlist: Playlist.ID?
  /// The criteria with the text that is being typed, if that is valid.
  package let criteria: SmartCriteria
  package let typed: Typed?
}

/// The answer to a question about rules.
package enum RulePreview: Equatable, Sendable {
  case matches(Matches)
  /// The rules cannot be evaluated, or the typed one is incomplete.
  case fault(Fault)

  /// The values of the library that complete the typed rule at the cursor.
  var values: [String] {
    switch self {
    case .matches(let matches): matches.values
    case .fault(let fault): fault.values
    }
  }

  /// The episodes that rules find.
  package struct Matches: Equatable, Sendable {
    /// The number of episodes that all rules find together, with the search and the limits of the playlist.
    package let count: Int
    /// The number of episodes that the typed rule finds by itself; `nil` if none is typed.
    package let typedCount: Int?
    /// The first episodes, in the order of the playlist.
    package let first: [Picker.Found]
    /// Warnings, such as one of a time without a unit.
    package let warnings: [String]
    /// The values of the library that complete the typed rule at the cursor.
    package let values: [String]

    package init(
      count: Int, typedCount: Int? = nil, first: [Picker.Found] = [], warnings: [String] = [], values: [String] = []
    ) {
      self.count = count
      self.typedCount = typedCount
      self.first = first
      self.warnings = warnings
      self.values = values
    }
  }

  /// An error in rules.
  package struct Fault: Equatable, Sendable {
    package let message: String
    /// The bytes of the typed text that the error is about; `nil` if it has no place there.
    package let range: Range<Int>?
    /// Suggestions, or the words that are valid at the place.
    package let hints: [String]
    /// The values of the library that complete the typed rule at the cursor.
    package let values: [String]

    package init(_ message: String, at range: Range<Int>? = nil, hints: [String] = [], values: [String] = []) {
      self.message = message
      self.range = range
      self.hints = hints
      self.values = values
    }
  }
}
