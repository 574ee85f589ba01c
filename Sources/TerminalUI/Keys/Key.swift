/// What somebody does on a keyboard.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// A letter with the control key, in lower case.
  case control(Character)
  /// Text that was pasted, in one line.
  case pasted(String)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right
  case home, end, pageUp, pageDown
}
