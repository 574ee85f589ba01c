import MixtapeModel
package import TerminalUI

// The meaning of keys in the panes. ``BrowserKeys`` describes them to users.

extension Browser {
  /// Returns whether a key acts on rows that are being read. The caller handles it after the answer, so that fast typing loses
  /// no key.
  package func mustWait(for key: Key) -> Bool {
    guard dialog == nil else { return false }
    if focus == .shelf, !shelf.isLoaded { return Self.choosesRow(key) }
    guard listing.isLoading else { return false }
    if case .character(let character) = key, (focus == .listing ? "dJK *aArcephi" : "aArcp").contains(character) {
      return true
    }
    return focus == .listing && (key == .delete || Self.choosesRow(key))
  }

  /// Whether rows are being read on which keys act.
  package var isReading: Bool { listing.isLoading || !shelf.isLoaded }

  /// Returns whether a move of episodes is saved before a key acts. The caller saves it, so that the key finds the saved playlist.
  package func savesMove(before key: Key) -> Bool { isMoving && !continuesMove(key) }

  private func continuesMove(_ key: Key) -> Bool {
    dialog == nil && (key == .character("J") || key == .character("K"))
  }

  private static func choosesRow(_ key: Key) -> Bool {
    if case .character(let character) = key { return "jkgG".contains(character) }
    return [.enter, .up, .down, .pageUp, .pageDown, .home, .end].contains(key)
  }

  /// Handles a key.
  mutating func press(_ key: Key) -> [BrowserEffect] {
    switch key {
    case .control("c"): return savingMove() + [.quit]
    case .control("z"): return savingMove() + [.suspend]
    case .control("l"): return [.redraw]
    default: break
    }
    let saved = continuesMove(key) ? [] : savingMove()
    if case .mouse(let event) = key { return saved + press(event) }
    message = nil
    return saved + (dialog == nil ? pressInPanes(key) : pressInDialog(key))
  }

  private mutating func pressInPanes(_ key: Key) -> [BrowserEffect] {
    switch key {
    case .character("q"): return [.quit]
    case .character("?"): dialog = .help(ListCursor())
    case .tab, .backTab: focus = focus == .shelf ? .listing : .shelf
    case .character("1"): show(.playlists)
    case .character("2"): show(.library)
    case .character("3"): show(.tags)
    case .character("/"): dialog = .filter(focus, TextField(focus == .shelf ? shelf.filter : listing.filter))
    case .character("f"): dialog = .find(TextField(search ?? ""))
    case .character("u"): return [.undo]
    case .control("r"): return [.redo]
    case .character("n"): dialog = .form(Form(creatingIn: selectedFolder))
    case .character("r"): editHead()
    case .character("c"): openRules()
    case .character("a"): openPicker()
    case .character("A"): return openAssignment()
    case .character("h"): return openHistory()
    case .character("e"): return edit()
    case .character("i"): openDetails()
    case .character("p"): return play()
    case .character("P"): return command(.toggle)
    case .character(">"): return command(.next)
    case .character("<"): return command(.previous)
    case .character("]"): return command(.forward)
    case .character("["): return command(.back)
    case .character("l"): openChapters()
    case .character("S"): return command(.stop)
    default: return focus == .shelf ? pressInShelf(key) : pressInListing(key)
    }
    return []
  }

  private mutating func pressInShelf(_ key: Key) -> [BrowserEffect] {
    if shelf.cursor.move(key, count: shelf.rows.count, page: BrowserLayout(self).shelfHeight) {
      search = nil
      return []
    }
    switch key {
    case .enter, .right:
      if shelf.selected?.isGroup == true {
        shelf.toggleSelected()
      } else if shelf.selected != nil {
        search = nil
        focus = .listing
      }
    case .left: if shelf.selected?.isGroup == true { shelf.toggleSelected() }
    case .escape: clearShelf()
    case .character(" "): markInShelf()
    case .character("d"), .delete: askForDeletion()
    default: break
    }
    return []
  }

  private mutating func pressInListing(_ key: Key) -> [BrowserEffect] {
    if listing.cursor.move(key, count: listing.count, page: BrowserLayout(self).listingHeight) { return [] }
    switch key {
    case .left: focus = .shelf
    case .escape: return clearListing()
    case .character(" "): markInListing()
    case .character("*"): markAll()
    case .character("d"), .delete: return remove()
    case .character("J"): moveChosen(by: 1)
    case .character("K"): moveChosen(by: -1)
    case .enter: return play()
    default: break
    }
    return []
  }

  /// Shows another tree.
  mutating func show(_ kind: Shelf.Kind) {
    self.kind = kind
    (focus, search) = (.shelf, nil)
  }

  /// Removes the filter, or else the marks of the tree.
  private mutating func clearShelf() {
    if !shelf.filter.isEmpty { shelf.filter(by: "") } else { shelf.marks = [] }
  }

  /// Removes the marks, or else the filter, or else the result of a search; or goes to the tree.
  private mutating func clearListing() -> [BrowserEffect] {
    if !listing.marks.isEmpty {
      listing.marks = []
    } else if !listing.filter.isEmpty {
      listing.filter(by: "", nil)
    } else if search != nil {
      (search, focus) = (nil, .shelf)
    } else {
      focus = .shelf
    }
    return []
  }

  /// The folder of the selected row, for a new playlist.
  private var selectedFolder: Folder {
    guard kind == .playlists else { return .top }
    if case .folder(let folder) = shelf.selected?.item { return folder }
    return listing.playlist?.folder ?? .top
  }

  // MARK: Marks

  private mutating func markInShelf() {
    guard case .playlist(let id) = shelf.selected?.item else {
      return refuse("Only playlists can be marked here")
    }
    if shelf.marks.remove(id) == nil { shelf.marks.insert(id) }
    _ = shelf.cursor.move(.down, count: shelf.rows.count, page: 1)
  }

  private mutating func markInListing() {
    guard let offset = listing.selected else { return }
    if listing.marks.remove(offset) == nil { listing.marks.insert(offset) }
    _ = listing.cursor.move(.down, count: listing.count, page: 1)
  }

  /// Marks all shown entries, or none if all are marked.
  private mutating func markAll() {
    let shown = Set((0..<listing.count).map(listing.offset))
    listing.marks = listing.marks == shown ? [] : shown
  }

  mutating func refuse(_ reason: String) { message = Message(reason, isRefusal: true) }
}
