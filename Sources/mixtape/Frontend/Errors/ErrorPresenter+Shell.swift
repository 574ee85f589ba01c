import MixtapeModel
import TerminalUI

extension ErrorPresenter {
  /// Text as one word of a command line, for a command that is shown to be copied into a shell.
  ///
  /// Within single quotes nothing has a meaning but the quote itself. What would steer a terminal is shown by its bytes,
  /// in the quotes of POSIX.1-2024 that know escapes.
  static func shellWord(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.steersTerminal) else {
      return "'\(text.replacing("'", with: #"'\''"#))'"
    }
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "'", "\\": "\\\(scalar)"
      case _ where scalar.steersTerminal: scalar.utf8.map(octal).joined()
      default: String(scalar)
      }
    }
    return "$'\(escaped.joined())'"
  }

  /// A byte in the form whose end no character that follows can be taken for: three digits.
  private static func octal(_ byte: UInt8) -> String { "\\" + String(byte, radix: 8).paddedWithZeros(to: 3) }
}
