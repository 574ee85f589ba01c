import ArgumentParser
import Interchange

/// The name of a format of other programs.
struct FormatArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .list(InterchangeFormats.all.map(\.name)) }

  /// The names of all formats, for help texts.
  static var names: String { InterchangeFormats.all.map(\.name).joined(separator: ", ") }

  /// Returns the format.
  ///
  /// - Throws: A ``CommandFailure`` if there is no such format, or if it has to be written and cannot be.
  func format(toWrite: Bool = false) throws -> any InterchangeFormat {
    let usable = InterchangeFormats.all.filter { !toWrite || $0.capabilities.canWrite }
    if let format = usable.first(where: { $0.name == text.lowercased() }) { return format }
    let names = usable.map(\.name).joined(separator: ", ")
    throw CommandFailure(
      .usage, code: "unknown-format",
      InterchangeFormats.named(text) == nil
        ? "there is no format \(ErrorPresenter.quoted(text))" : "Mixtape reads \(text) and does not write it",
      hints: "the formats are \(names)")
  }
}
