import ArgumentParser
import MixtapeModel

/// What people type in place of an id and the like, as it was typed. Whether it is one is found out when the command runs,
/// so that the message can say why it is none; the shell completes each kind of argument by its type.
protocol TextArgument: ExpressibleByArgument {
  /// What was typed.
  var text: String { get }

  init(text: String)
}

extension TextArgument {
  init(argument: String) { self.init(text: argument) }
}

/// What people type in place of a folder; `/` is the top.
protocol FolderTextArgument: TextArgument {}

extension FolderTextArgument {
  /// The folder.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFolder`` if it is none.
  var folder: Folder {
    get throws(MixtapeError) { try Folder(validating: text) }
  }
}

/// The file that people name in place of an id, as a shell completes it.
enum FileNameArgument {
  private static let suffix = ".toml"

  /// The id that a text means: of `focus.toml` and of `playlists/deep/focus.toml` it is `focus`, of any other text the text
  /// itself.
  ///
  /// - Parameter section: The directory of the store that holds such files. A path that leads through other directories is
  ///   left as it is.
  static func id(in text: String, section: String) -> String {
    guard text.hasSuffix(suffix) else { return text }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let directories = parts.dropLast()
    guard directories.allSatisfy({ $0 == "." || $0 == ".." }) || directories.contains(Substring(section)) else {
      return text
    }
    let name = (parts.last ?? "").dropLast(suffix.count)
    return name.isEmpty ? text : String(name)
  }
}

extension CompletionKind {
  /// Offers what the store of the line has.
  ///
  /// - Parameter offer: What there is that starts with a prefix.
  static func ofStore(_ offer: @escaping @Sendable (Completions, _ prefix: String) -> [String]) -> CompletionKind {
    .custom { words, _, prefix in offer(Completions(words), prefix) }
  }
}
