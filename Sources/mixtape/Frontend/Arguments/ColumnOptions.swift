import ArgumentParser
import MixtapeModel
import StoreBrowser

/// The names of columns, separated by commas.
struct ColumnsArgument: TextArgument {
  let text: String

  /// The columns that can be chosen.
  private static let all = EpisodeColumn.allCases.filter { $0 != .origin }
  static let names = all.map(\.rawValue)

  static var defaultCompletionKind: CompletionKind { .list(names) }

  /// The columns.
  ///
  /// - Throws: ``CommandFailure`` if there is no column with a name.
  var columns: [EpisodeColumn] {
    get throws(CommandFailure) {
      try text.split(separator: ",", omittingEmptySubsequences: false).map {
        (part) throws(CommandFailure) -> EpisodeColumn in
        let word = String(part).trimmingBlanks
        if let column = Self.all.first(where: { $0.rawValue == word }) { return column }
        throw CommandFailure(
          .usage, code: "invalid-column", "there is no column \(ErrorPresenter.quoted(word))",
          hints: ErrorPresenter.didYouMean(NearestNames.of(word, among: Self.names))
            ?? "columns: \(Self.names.joined(separator: ", "))")
      }
    }
  }
}

/// The option for the columns of a list of episodes.
struct ColumnOptions: ParsableArguments {
  @Option(
    name: .customLong("columns"),
    help: ArgumentHelp(
      "The columns, separated by commas: \(ColumnsArgument.names.joined(separator: ", ")).", valueName: "names"))
  var names: ColumnsArgument?

  /// The chosen columns; `nil` for the usual ones, as far as the terminal has room.
  ///
  /// - Throws: ``CommandFailure`` if there is no column with a name.
  var chosen: [EpisodeColumn]? {
    get throws(CommandFailure) { try names?.columns }
  }
}
