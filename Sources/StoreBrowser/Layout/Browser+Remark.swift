import MixtapeModel
import TerminalUI

extension Browser {
  /// Returns the question, the refusal of a dialog or the result of the last action as lines of a width; none if there is nothing
  /// to tell, or while words are typed in its place.
  func remarkLines(width: Int) -> [StyledText] {
    switch dialog {
    case .filter, .find: return []
    case .question(let question): return (("\(question.text, .boldYellow) [y/N]") as StyledText).wrapped(to: width)
    case .form(let form): if let refusal = form.refusal { return Self.lines(refusing: refusal, width: width) }
    case .assignment(let assignment):
      if let refusal = assignment.refusal { return Self.lines(refusing: refusal, width: width) }
    case .rules(let editor): if let refusal = editor.refusal { return Self.lines(refusing: refusal, width: width) }
    case .rating(let episodes):
      let what = episodes.count == 1 ? listing.text(of: episodes[0])?.title ?? episodes[0].rawValue : nil
      let question = "Rate \(what ?? "\(episodes.count) episodes"): 0 to \(Episode.maximumRating)"
      return (("\(question, .boldYellow), or - for no rating") as StyledText).wrapped(to: width)
    case .help, .picker, .history, .details, .conflicts, .bringIn, nil: break
    }
    guard let message else { return dialog == nil ? conflictLines + faultLines : [] }
    return message.isRefusal
      ? Self.lines(refusing: message.text, width: width) : Self.lines(of: message, width: width)
  }

  /// The number of values in conflict, in one line.
  private var conflictLines: [StyledText] {
    guard !conflicts.isEmpty else { return [] }
    return [
      StyledText(
        "! \(counted(conflicts.count, "open conflict")); ! shows \(conflicts.count == 1 ? "it" : "them")", .yellow)
    ]
  }

  /// The files of the tree with errors, in one line.
  private var faultLines: [StyledText] {
    guard let first = sidebar.faults.first else { return [] }
    let files = sidebar.faults.count == 1 ? "A file has errors" : "\(sidebar.faults.count) files have errors"
    return [StyledText("! \(files) (`mixtape check`): \(first.text)", .yellow)]
  }

  private static func lines(refusing reason: String, width: Int) -> [StyledText] {
    StyledText("! \(reason)", .boldYellow).wrapped(to: width)
  }

  /// Returns the result with its command, which gets lines of its own if it does not fit beside the result.
  private static func lines(of message: Message, width: Int) -> [StyledText] {
    let text = StyledText(message.text, .green)
    guard let command = message.command else { return text.wrapped(to: width) }
    let line: StyledText = "\(text)  \(command, .faint)"
    if line.width <= width { return [line] }
    return text.wrapped(to: width) + StyledText(command, .faint).wrapped(to: width)
  }
}
