import ArgumentParser
import Interchange

/// The name of an interchange format.
struct FormatArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .list(InterchangeFormats.all.map(\.name)) }

  /// The names of all formats, for help texts.
  static var names: String { InterchangeFormats.all.map(\.name).joined(separator: ", ") }

  /// Returns the format.
  ///
  /// - Throws: A ``CommandFailure`` if the format is unknown, or does not support writing although that is required.
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
