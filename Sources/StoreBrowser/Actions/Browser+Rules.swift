import MixtapeModel
import TerminalUI

// The rules of a playlist.

extension Browser {
  /// Opens the rules of the playlist.
  mutating func openRules() {
    if let playlist = requirePlaylist() { dialog = .rules(RuleEditor(playlist)) }
  }

  /// Returns the question about the present rules, unless it was asked.
  mutating func scrollAndRead(_ editor: RuleEditor, _ layout: BrowserLayout) -> [BrowserEffect] {
    var editor = editor
    editor.cursor.fit(count: editor.count, height: layout.ruleRows(of: editor))
    let question = editor.question
    let isNew = question != editor.asked
    editor.asked = question
    dialog = .rules(editor)
    return isNew ? [.read(.rules(question))] : []
  }

  mutating func pressInRules(_ key: Key, _ editor: RuleEditor) -> [BrowserEffect] {
    var editor = editor
    let wasLeaving = editor.isLeaving
    (editor.refusal, editor.isLeaving) = (nil, false)
    if editor.typing != nil {
      typeRule(key, &editor)
    } else {
      switch key {
      case _ where key.isCancel, .character("q"):
        guard editor.isChanged, !wasLeaving else {
          dialog = nil
          return []
        }
        editor.isLeaving = true
        editor.refusal = "Not saved: s saves the changes, escape discards them"
      case .character("s"): return save(editor)
      default: pressInRuleList(key, &editor)
      }
    }
    dialog = .rules(editor)
    return []
  }

  private func typeRule(_ key: Key, _ editor: inout RuleEditor) {
    switch key {
    case _ where key.isCancel: editor.typing = nil
    case .enter: editor.accept()
    case .tab: editor.complete()
    default: _ = editor.typing?.field.press(key)
    }
  }

  private func pressInRuleList(_ key: Key, _ editor: inout RuleEditor) {
    switch key {
    case .character("a"), .character("n"): editor.type(at: nil)
    case .enter, .character("e"): editor.type(at: editor.selected)
    case .character("d"), .delete: editor.removeSelected()
    case .character("m"): editor.changeMatch()
    default:
      _ = editor.cursor.move(key, count: editor.count, page: BrowserLayout(self).ruleRows(of: editor))
    }
  }

  /// Saves the edits as one change. The rules stay open until that has succeeded.
  private mutating func save(_ editor: RuleEditor) -> [BrowserEffect] {
    let edits = editor.draft.edits
    guard !edits.isEmpty else {
      dialog = nil
      message = Message("Nothing to change")
      return []
    }
    var editor = editor
    editor.isSaving = true
    dialog = .rules(editor)
    let operation = PlaylistOperation.conditions(editor.playlist, edits)
    return [.change(BrowserEffect.Change(operation, expecting: .criteria(editor.draft.original)))]
  }

  /// Closes the rules or the form after they are saved.
  mutating func finishSaving(_ outcome: BrowserOutcome) {
    switch dialog {
    case .rules(var editor) where editor.isSaving:
      editor.isSaving = false
      dialog = outcome.message.isRefusal ? .rules(editor) : nil
    case .form(var form) where form.isSaving:
      form.isSaving = false
      dialog = outcome.message.isRefusal ? .form(form) : nil
    default: break
    }
  }
}
