import MixtapeModel

/// The line for the address of a feed, a directory of music or the file of a list.
package struct BringIn: Equatable, Sendable {
  /// The way to bring something into the library, or the reason for a refusal.
  package enum Way: Equatable, Sendable {
    case command(Command)
    case refusal(String)

    /// The command for it.
    package struct Command: Equatable, Sendable {
      /// The work in progress: `scanning /music`.
      package let title: String
      /// The effect of the command, as a sentence.
      package let sentence: String
      package let arguments: [String]

      package init(_ title: String, _ sentence: String, _ arguments: [String]) {
        self.title = title
        self.sentence = sentence
        self.arguments = arguments
      }
    }
  }

  package var field = TextField()
  /// The way for the text that was answered last.
  package private(set) var way: Way?
  private var answered = ""
  /// The text that was asked last.
  var asked = ""

  /// The text without the blanks around it.
  var text: String { field.text.trimmingBlanks }

  /// Whether ``way`` belongs to the present text.
  package var isCurrent: Bool { answered == text }

  /// Shows an answer, if its text is still the one that was typed.
  mutating func show(_ way: Way?, of text: String) {
    guard text == self.text else { return }
    (self.way, answered) = (way, text)
  }
}
