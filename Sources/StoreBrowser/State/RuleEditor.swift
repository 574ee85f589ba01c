package import MixtapeModel
package import TerminalUI

/// The rules of a playlist while they are edited, with the episodes that they find.
package struct RuleEditor: Equatable, Sendable {
  /// A rule that is being typed.
  package struct Typing: Equatable, Sendable {
    /// The index of the rule that it replaces; `nil` for a new rule.
    package let index: Int?
    package var field: TextField
  }

  package let playlist: Playlist.ID
  /// The criteria of the playlist besides its rules, in one line.
  package let facts: String
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
  /// The question that was asked last.
  var asked: RuleQuestion?

  /// The number of episodes that are shown at most.
  package static let longestPreview = 100

  /// Makes the editor of a playlist. It begins with a new rule if the playlist has none.
  init(_ playlist: Playlist) {
    self.playlist = playlist.id
    draft = CriteriaDraft(playlist.criteria)
    let keys = PlaylistKey.keys(of: .criteria).filter { $0 != .conditions && $0 != .match }
    facts = keys.filter { playlist.keysInUse.contains($0) }.map { "\($0.rawValue) \(playlist[$0])" }
      .joined(separator: " · ")
    if draft.rules.isEmpty { type(at: nil) }
  }

  /// The number of rows: the rules, and a new one that is being typed.
  package var count: Int { draft.rules.count + (typing.map { $0.index == nil } == true ? 1 : 0) }

  /// The index of the selected rule; `nil` without a selection.
  package var selected: Int? { draft.rules.indices.contains(cursor.row) ? cursor.row : nil }

  /// Whether there is something to save.
  var isChanged: Bool { !draft.edits.isEmpty }

  /// The question that the present state asks.
  var question: RuleQuestion {
    var shown = draft
    if let typing, let rule = typing.rule { shown.put(rule, at: typing.index) }
    return RuleQuestion(playlist: playlist, criteria: shown.criteria, typed: typing?.field.text)
  }

  /// Whether the preview belongs to the present state.
  package var isCurrent: Bool { answered == question }

  // MARK: Changes

  /// Starts to type a rule.
  ///
  /// - Parameter index: The rule to replace; `nil` for a new one.
  mutating func type(at index: Int?) {
    typing = Typing(index: index, field: TextField(index.map { draft.rules[$0].text } ?? ""))
    cursor.select(index ?? draft.rules.count)
  }

  /// Puts the typed rule into the list.
  mutating func accept() {
    guard let typing else { return }
    guard !typing.field.text.isBlank else {
      if typing.index == nil { self.typing = nil } else { refusal = "The rule is empty; escape keeps the old one" }
      return
    }
    if isCurrent, case .fault(let fault) = preview { return refusal = "This rule is invalid: \(fault.message)" }
    guard let rule = typing.rule else { return refusal = "This rule is invalid" }
    draft.put(rule, at: typing.index)
    self.typing = nil
  }

  /// Completes the word before the cursor.
  mutating func complete() {
    guard var typing else { return }
    guard let completed = RuleCompletion.completing(typing.field.before) else {
      return refusal = "There is nothing to complete here"
    }
    typing.field.replaceBefore(with: completed)
    self.typing = typing
  }

  /// Removes the selected rule.
  mutating func removeSelected() { if let selected { draft.remove(selected) } }

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

extension RuleEditor.Typing {
  /// The typed rule; `nil` if it is invalid.
  var rule: WrittenRule? {
    do throws(RuleError) {
      return try WrittenRule(parsing: field.text.trimmingBlanks)
    } catch {
      // The answer to the question of the editor contains the error.
      return nil
    }
  }
}

extension CriteriaDraft {
  /// Replaces a rule, or appends one.
  fileprivate mutating func put(_ rule: WrittenRule, at index: Int?) {
    if let index { replace(index, with: rule) } else { add(rule) }
  }
}
