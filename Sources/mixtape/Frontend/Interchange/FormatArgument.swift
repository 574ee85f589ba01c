import ArgumentParser
import Interchange

/// The name of an interchange format.
struct FormatArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind {
    .list(InterchangeFormats.all.map(\.name) + [SubscriptionFormat.name])
  }

  /// The names of the formats that Mixtape reads, for help texts.
  static var names: String { names(of: InterchangeFormats.all.filter(\.capabilities.canRead)) }

  private static func names(of formats: [any InterchangeFormat]) -> String {
    (formats.map(\.name) + [SubscriptionFormat.name]).joined(separator: ", ")
  }

  /// Whether the format is that of lists of podcasts, and not one of playlists.
  var isOfSubscriptions: Bool { text.lowercased() == SubscriptionFormat.name }

  /// Returns the failure for the extension of a file that no written format has.
  static func unknownExtension(_ name: String) -> CommandFailure {
    let usable = InterchangeFormats.all.filter(\.capabilities.canWrite)
    return CommandFailure(
      .usage, code: "unknown-format", "Mixtape writes no format with the extension \(ErrorPresenter.quoted(name))",
      hints: "--to names the format: \(names(of: usable))")
  }

  /// Returns the format of playlists.
  ///
  /// - Throws: A ``CommandFailure`` if the format is unknown, or Mixtape does not read it, or does not write it.
  func format(toWrite: Bool = false) throws -> any InterchangeFormat {
    let usable = InterchangeFormats.all.filter { toWrite ? $0.capabilities.canWrite : $0.capabilities.canRead }
    if let format = usable.first(where: { $0.name == text.lowercased() }) { return format }
    let isUnknown = InterchangeFormats.named(text) == nil
    let one = toWrite ? "Mixtape reads \(text) and does not write it" : "Mixtape writes \(text) and does not read it"
    throw CommandFailure(
      .usage, code: "unknown-format", isUnknown ? "there is no format \(ErrorPresenter.quoted(text))" : one,
      hints: "the formats are \(Self.names(of: usable))")
  }
}
