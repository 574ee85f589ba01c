/// The result of the last action on a screen, or the reason why it was refused, and the command that would have done it.
package struct ScreenMessage: Equatable, Sendable {
  package let text: String
  package var command: String?
  package var isRefusal = false

  /// Makes a message.
  package init(_ text: String, command: String? = nil, isRefusal: Bool = false) {
    self.text = text
    self.command = command
    self.isRefusal = isRefusal
  }
}
