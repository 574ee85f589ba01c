/// Texts as words of a command line in a shell.
package enum ShellWord {
  /// Returns a text as one word.
  ///
  /// In single quotes, only the quote itself is special. Characters are escaped in the `$'…'` quotes of POSIX.1-2024.
  ///
  /// - Parameter isEscaped: Returns whether a character is escaped, because it would not be shown.
  package static func quoting(_ text: String, escaping isEscaped: (Unicode.Scalar) -> Bool) -> String {
    guard text.unicodeScalars.contains(where: isEscaped) else {
      return "'\(text.replacing("'", with: #"'\''"#))'"
    }
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "'", "\\": "\\\(scalar)"
      case _ where isEscaped(scalar): scalar.utf8.map(octal).joined()
      default: String(scalar)
      }
    }
    return "$'\(escaped.joined())'"
  }

  /// Returns a byte as an octal escape. Three digits cannot run into the next character.
  private static func octal(_ byte: UInt8) -> String { "\\" + String(byte, radix: 8).paddedWithZeros(to: 3) }
}
