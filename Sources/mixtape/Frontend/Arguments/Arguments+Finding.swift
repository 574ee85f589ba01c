import ArgumentParser
import MixtapeModel

/// An order: names of fields, or `random`, with commas between them.
struct SortArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .list(SortKey.names) }

  /// The keys.
  ///
  /// - Throws: ``CommandFailure`` if there is one that cannot sort by.
  var keys: [SortKey] {
    get throws(CommandFailure) {
      try text.split(separator: ",", omittingEmptySubsequences: false).map { (part) throws(CommandFailure) -> SortKey in
        let word = String(part).trimmingBlanks
        if let key = SortKey(word) { return key }
        throw CommandFailure(
          .usage, code: "invalid-sort", "cannot sort by \(ErrorPresenter.quoted(word))",
          hints: ErrorPresenter.didYouMean(SortKey.names(near: word))
            ?? "there is \(SortKey.names.joined(separator: ", "))")
      }
    }
  }
}

/// How much of what is found is taken.
struct LimitArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .list(["10", "25", "50", "10%"]) }

  /// The limit.
  ///
  /// - Throws: ``CommandFailure`` if it is none.
  var limit: PlaylistLimit {
    get throws(CommandFailure) {
      if let count = Int(text), count >= 1 { return .items(count) }
      if let limit = PlaylistLimit(text) { return limit }
      throw CommandFailure(
        .usage, code: "invalid-limit", "\(ErrorPresenter.quoted(text)) is not a valid limit",
        hints: "a limit is a number of episodes (25), a time (90 min), a size (2 GB) or a part (10%)")
    }
  }
}

/// In what order episodes are found, and how many of them.
struct OrderOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The order: fields with commas between them, `-` in front for descending, or `random` (default: title).",
      valueName: "keys"))
  var sort: SortArgument?

  @Option(help: ArgumentHelp("How much of it to take: 25, \"90 min\", \"2 GB\" or 10%.", valueName: "limit"))
  var limit: LimitArgument?

  @Option(parsing: .unconditional, help: ArgumentHelp("Makes a random order repeatable.", valueName: "n"))
  var seed: Int64?

  /// What the options ask for.
  func edits() throws -> [CriteriaEdit] {
    let sort = try sort.map { CriteriaEdit.sort(try $0.keys) }
    let limit = try limit.map { CriteriaEdit.limit(try $0.limit) }
    return [sort, limit, seed.map(CriteriaEdit.seed)].compactMap(\.self)
  }
}

/// What episodes are found besides by rules, and how.
struct CriteriaOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How rules combine (default: all).", valueName: "how"))
  var match: SmartCriteria.Match?

  @Option(help: ArgumentHelp("Words that episodes must contain.", valueName: "text"))
  var search: String?

  @OptionGroup var order: OrderOptions

  func validate() throws {
    guard let search, search.isBlank else { return }
    throw ValidationError("--search requires a text; this one is empty")
  }

  /// What the options ask for.
  func edits() throws -> [CriteriaEdit] {
    let match = match.map(CriteriaEdit.match)
    return [match, search.map(CriteriaEdit.search)].compactMap(\.self) + (try order.edits())
  }
}

/// In what form episodes that were found are told.
struct EpisodeListOptions: ParsableArguments {
  @Flag(help: "Print only the number.")
  var count = false

  @Flag(help: "Print only the ids, one per line.")
  var ids = false

  @Flag(name: .customLong("exit-code"), help: "Exit with status 1 if there are none.")
  var exitCode = false

  func validate() throws {
    if count && ids { throw ValidationError("--count and --ids cannot be used together") }
  }
}
