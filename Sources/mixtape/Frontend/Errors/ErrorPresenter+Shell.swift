import MixtapeModel
import MixtapeStore
import SystemPackage
import TerminalUI

extension ErrorPresenter {
  /// The name of git, which then works in the current directory.
  static let plainGit = "git"

  /// Returns the words that start git in a store, for a shell in any directory.
  static func git(in store: Store) -> String { "\(plainGit) -C \(shellWord(store.directory.string))" }

  /// Returns the words that start git in a store, for a shell in a directory.
  static func git(in store: Store, from directory: FilePath) -> String {
    store.directory == directory ? plainGit : git(in: store)
  }

  /// Returns a text as one word for a command line in a shell.
  ///
  /// In single quotes, only the quote itself is special. Control characters are escaped in the `$'…'` quotes of POSIX.1-2024.
  static func shellWord(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.controlsTerminal) else {
      return "'\(text.replacing("'", with: #"'\''"#))'"
    }
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "'", "\\": "\\\(scalar)"
      case _ where scalar.controlsTerminal: scalar.utf8.map(octal).joined()
      default: String(scalar)
      }
    }
    return "$'\(escaped.joined())'"
  }

  /// Returns a byte as an octal escape. Three digits cannot run into the next character.
  private static func octal(_ byte: UInt8) -> String { "\\" + String(byte, radix: 8).paddedWithZeros(to: 3) }
}
