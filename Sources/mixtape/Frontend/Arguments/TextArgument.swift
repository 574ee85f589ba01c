import ArgumentParser
import MixtapeModel

/// An argument that is kept as typed, and checked when the command runs, so that the error can be specific. The type decides
/// how the shell completes it.
protocol TextArgument: ExpressibleByArgument {
  /// The text of the argument.
  var text: String { get }

  init(text: String)
}

extension TextArgument {
  init(argument: String) { self.init(text: argument) }
}

/// A folder as typed; `/` is the top.
protocol FolderTextArgument: TextArgument {}

extension FolderTextArgument {
  /// The folder.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFolder`` if the text is not a folder.
  var folder: Folder {
    get throws(MixtapeError) { try Folder(validating: text) }
  }
}

/// A file name instead of an id, because shells complete file names.
enum FileNameArgument {
  private static let suffix = ".toml"

  /// Returns the id in a text: `focus` for `focus.toml` and for `playlists/deep/focus.toml`, and any other text unchanged.
  ///
  /// - Parameter section: The directory of the store with such files. A path through other directories is returned unchanged.
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
  /// Completes an argument from the store of the command line.
  ///
  /// - Parameter offer: Returns the candidates that start with a prefix.
  static func ofStore(_ offer: @escaping @Sendable (Completions, _ prefix: String) -> [String]) -> CompletionKind {
    .custom { words, _, prefix in offer(Completions(words), prefix) }
  }
}
