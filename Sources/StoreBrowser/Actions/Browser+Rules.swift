import MixtapeModel

// The rules of a playlist.

extension Browser {
  mutating func openRules() {
    if let playlist = requirePlaylist() { dialog = .rules(RuleEditor(playlist)) }
  }

  /// Returns the question about the present rules, unless it was asked.
  mutating func scrollAndRead(_ editor: RuleEditor, _ layout: BrowserLayout) -> [BrowserEffect] {
    var editor = editor
    editor.cursor.fit(count: editor.rows.count, height: layout.ruleRows(of: editor))
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
    case .character("a"), .character("n"): editor.type(in: .rule(nil))
    case .enter, .character("e"): editor.type(in: editor.selected)
    case .character("d"), .delete: editor.removeSelected()
    case .character("m"): editor.changeMatch()
    default:
      _ = editor.cursor.move(key, count: editor.rows.count, page: BrowserLayout(self).ruleRows(of: editor))
    }
  }

  /// Saves the edits as one change. The rules stay open until that has succeeded.
  private mutating func save(_ editor: RuleEditor) -> [BrowserEffect] {
    var editor = editor
    do throws(FormError) {
      guard let change = try editor.change(taken: sidebars[.playlists]?.playlists ?? []) else {
        dialog = nil
        message = Message("Nothing to change")
        return []
      }
      editor.isSaving = true
      dialog = .rules(editor)
      awaitNew(change.operation)
      return [.change(change)]
    } catch {
      editor.refusal = error.reason
      if error.key == .name { editor.type(in: .name) }
      dialog = .rules(editor)
      return []
    }
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

extension RuleEditor {
  /// Returns the change that saves the edits; `nil` if there are none.
  fileprivate func change(taken: [Playlist.ID]) throws(FormError) -> BrowserEffect.Change? {
    switch target {
    case .playlist(let id):
      let edits = draft.edits
      return edits.isEmpty
        ? nil : BrowserEffect.Change(.conditions(id, edits), expecting: .criteria(draft.original))
    case .new(let folder):
      let plain = try Form.newPlaylist(name, in: folder, taken: Set(taken))
      guard draft.criteria.isActive else {
        throw FormError(key: nil, reason: "A smart playlist needs a rule or a search; a adds a rule")
      }
      return BrowserEffect.Change(.create(plain.withCriteria(draft.criteria)))
    }
  }
}
