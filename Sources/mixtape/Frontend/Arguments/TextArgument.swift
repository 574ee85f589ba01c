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

extension CompletionKind {
  /// Offers what the store of the line has.
  ///
  /// - Parameter offer: What there is that starts with a prefix.
  static func ofStore(_ offer: @escaping @Sendable (Completions, _ prefix: String) -> [String]) -> CompletionKind {
    .custom { words, _, prefix in offer(Completions(words), prefix) }
  }
}
