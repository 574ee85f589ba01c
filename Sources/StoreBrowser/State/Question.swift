import MixtapeModel

/// A question that `y` answers with yes, and every other key with no.
package struct Question: Equatable, Sendable {
  /// The text of the question, without the choices.
  package let text: String
  /// The action after a yes.
  let answer: Answer
  /// The message after a no, if something is to be done; `nil` for that of a cancelled action.
  var refusal: String?
  /// The history in which it is asked. It stays on the screen, and open after a no.
  var history: ChangesPage?

  /// The actions of questions.
  enum Answer: Equatable, Sendable {
    case change(BrowserEffect.Change)
    /// Opens the editor again.
    case edit(BrowserEffect.Place)
    case restore(BrowserEffect.Restoration)
  }
}
