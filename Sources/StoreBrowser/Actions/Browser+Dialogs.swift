import MixtapeModel

// The meaning of keys in dialogs.

extension Browser {
  mutating func pressInDialog(_ key: Key) -> [BrowserEffect] {
    switch dialog {
    case .help(let scroll): pressInHelp(key, scroll)
    case .question(let question): return pressInQuestion(key, question)
    case .filter(let pane, let field): return pressInFilter(key, pane, field)
    case .find(let field): pressInFind(key, field)
    case .picker(let picker): return pressInPicker(key, picker)
    case .assignment(let assignment): return pressInAssignment(key, assignment)
    case .history(let page): return pressInHistory(key, page)
    case .form(let form): return pressInForm(key, form)
    case .rules(let editor): return pressInRules(key, editor)
    case .details(let page): pressInDetails(key, page)
    case .conflicts(let page): return pressInConflicts(key, page)
    case .bringIn(let line): return pressInBringIn(key, line)
    case .rating(let episodes): return pressInRating(key, episodes)
    case nil: break
    }
    return []
  }

  private mutating func pressInHelp(_ key: Key, _ scroll: TextScroll) {
    var scroll = scroll
    let layout = BrowserLayout(self)
    // Any other key closes the help.
    let isScrolled = scroll.scroll(key, count: layout.helpLines.count, height: layout.listHeight(besides: 1))
    dialog = isScrolled ? .help(scroll) : nil
  }

  private mutating func pressInDetails(_ key: Key, _ page: DetailsPage) {
    var page = page
    let isScrolled = page.scroll(key, height: BrowserLayout(self).listHeight(besides: 0))
    // Any other key closes the details.
    if isScrolled { dialog = .details(page) } else { close(page) }
  }

  /// Closes details. A result counts as read.
  mutating func close(_ page: DetailsPage) {
    if page.subject == nil { unreadResult = [] }
    dialog = nil
  }

  private mutating func pressInQuestion(_ key: Key, _ question: Question) -> [BrowserEffect] {
    dialog = nil
    guard key == .character("y") || key == .character("Y") else {
      dialog = question.history.map(Dialog.history)
      message = question.refusal.map { Message($0, isRefusal: true) } ?? Message("Cancelled")
      return []
    }
    switch question.answer {
    case .change(let change):
      sidebar.marks = []
      return [.change(change)]
    case .edit(let place): return [.edit(place)]
    case .restore(let restoration): return [.restore(restoration)]
    }
  }

  private mutating func pressInFilter(_ key: Key, _ pane: Pane, _ field: TextField) -> [BrowserEffect] {
    var field = field
    switch key {
    case .enter, .up, .down:
      dialog = nil
      if key == .enter, pane == .sidebar { sidebar.selectMatch() }
      return []
    case _ where key.isCancel:
      field = TextField()
      dialog = nil
    default:
      guard field.press(key) else { return [] }
      dialog = .filter(pane, field)
    }
    let text = field.text.isBlank ? "" : field.text
    switch pane {
    case .sidebar: sidebar.filter(by: text)
    case .listing:
      listing.filter(by: text, nil)
      if !text.isEmpty, let source = listing.source { return [.read(.filter(text, source))] }
    }
    return []
  }

  private mutating func pressInFind(_ key: Key, _ field: TextField) {
    var field = field
    switch key {
    case .enter, .down: dialog = nil
    case _ where key.isCancel: (dialog, search, focus) = (nil, nil, .sidebar)
    default:
      guard field.press(key) else { return }
      dialog = .find(field)
      search = field.text.isBlank ? nil : field.text
      focus = .listing
    }
  }

  private mutating func pressInPicker(_ key: Key, _ picker: Picker) -> [BrowserEffect] {
    var picker = picker
    switch key {
    case _ where key.isCancel:
      dialog = nil
      return []
    case .enter: return pick(picker)
    case .tab:
      if let id = picker.selected?.id {
        if picker.marks.remove(id) == nil { picker.marks.insert(id) }
        _ = picker.cursor.move(.down, count: picker.found.count, page: 1)
      }
    case .up, .down, .pageUp, .pageDown:
      _ = picker.cursor.move(key, count: picker.found.count, page: BrowserLayout(self).listHeight(besides: 2))
    default: _ = picker.field.press(key)
    }
    dialog = .picker(picker)
    return []
  }

  /// Adds the chosen episodes, or removes the selected one if the playlist has it.
  private mutating func pick(_ picker: Picker) -> [BrowserEffect] {
    let chosen = picker.chosen
    guard let first = chosen.first else { return [] }
    var open = picker
    open.marks = []
    dialog = .picker(open)
    if chosen.count == 1, picker.held.contains(first) {
      return [.change(BrowserEffect.Change(.remove([.id(first)], from: picker.playlist)))]
    }
    return [.change(BrowserEffect.Change(.add(chosen, to: picker.playlist, at: nil)))]
  }

  private mutating func pressInAssignment(_ key: Key, _ assignment: Assignment) -> [BrowserEffect] {
    var assignment = assignment
    assignment.refusal = nil
    switch key {
    case _ where key.isCancel:
      dialog = nil
      return []
    case .enter:
      guard let operation = assignment.operation else {
        assignment.refusal = "Nothing to change; tab toggles a playlist"
        break
      }
      dialog = nil
      listing.marks = []
      return [.change(BrowserEffect.Change(operation))]
    case .tab: assignment.toggleSelected()
    case .control("n"): assignment.create()
    case .up, .down, .pageUp, .pageDown:
      let page = BrowserLayout(self).listHeight(besides: BrowserLayout.assignmentHead)
      _ = assignment.cursor.move(key, count: assignment.shown.count, page: page)
    default: if assignment.field.press(key) { assignment.refilter() }
    }
    dialog = .assignment(assignment)
    return []
  }

  private mutating func pressInForm(_ key: Key, _ form: Form) -> [BrowserEffect] {
    var form = form
    form.refusal = nil
    switch key {
    case _ where key.isCancel:
      dialog = nil
      return []
    case .enter: return submit(form)
    case .tab, .down: form.place = (form.place + 1) % form.fields.count
    case .backTab, .up: form.place = (form.place + form.fields.count - 1) % form.fields.count
    case .left where form.hasChoices: form.fields[form.place].choose(by: -1)
    case .right where form.hasChoices, .character(" ") where form.hasChoices: form.fields[form.place].choose(by: 1)
    default: if !form.hasChoices { _ = form.fields[form.place].text.press(key) }
    }
    dialog = .form(form)
    return []
  }

  private mutating func submit(_ form: Form) -> [BrowserEffect] {
    do throws(FormError) {
      let effect = try form.change(taken: Set(sidebars[.playlists]?.playlists ?? []))
      guard let effect else {
        dialog = nil
        message = Message("Nothing to change")
        return []
      }
      var form = form
      form.isSaving = true
      dialog = .form(form)
      if case .change(let change) = effect { awaitNew(change.operation) }
      return [effect]
    } catch {
      var form = form
      form.refusal = error.reason
      form.place = form.fields.firstIndex { $0.key == error.key } ?? form.place
      dialog = .form(form)
      return []
    }
  }

  /// Shows the tree of playlists, in which a new one will be selected.
  mutating func awaitNew(_ operation: PlaylistOperation) {
    guard case .create(let playlist) = operation else { return }
    show(.playlists)
    awaited = .playlist(playlist.id)
  }
}
