import ArgumentParser
import MixtapeModel
import StoreBrowser

/// A sort order: names of fields, or `random`, separated by commas.
struct SortArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .list(SortKey.names) }

  var keys: [SortKey] {
    get throws(Problem) {
      try text.split(separator: ",", omittingEmptySubsequences: false).map { (part) throws(Problem) -> SortKey in
        let word = String(part).trimmingBlanks
        if let key = SortKey(word) { return key }
        throw Problem(
          .usage, code: "invalid-sort", "cannot sort by \(ErrorPresenter.quoted(word))",
          hints: ErrorPresenter.didYouMean(SortKey.names(near: word))
            ?? "valid fields: \(SortKey.names.joined(separator: ", "))")
      }
    }
  }
}

extension SortArgument {
  /// Returns options in which `--sort -published` is one word. Otherwise, the parser reads `-published` as short options when it
  /// reports another error: `-h` among them prints the help.
  static func joined(_ words: [String]) -> [String] {
    var joined: [String] = []
    for word in words {
      if joined.last == "--sort", word.hasPrefix("-") {
        joined[joined.count - 1] += "=\(word)"
      } else {
        joined.append(word)
      }
    }
    return joined
  }
}

enum NumberOption {
  static let name = "-n"

  /// Returns options in which `-n5` is two words.
  static func separated(_ words: [String]) -> [String] {
    words.flatMap { word in
      let number = word.dropFirst(name.count)
      let isJoined = word.hasPrefix(name) && !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber }
      return isJoined ? [name, String(number)] : [word]
    }
  }
}

/// A limit: a number of episodes, a total, a percentage, or a number for each podcast, artist or album.
struct LimitArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind {
    .list(["10", "25", "50", "10%"] + GroupLimit.Group.allCases.map { "3 per \($0.rawValue)" })
  }
}

extension [LimitArgument] {
  var limits: PlaylistLimits {
    get throws(Problem) {
      do throws(PlaylistLimits.Fault) {
        return try PlaylistLimits(map(\.text))
      } catch {
        switch error {
        case .invalid(let text):
          throw Problem(
            .usage, code: "invalid-limit", "\(ErrorPresenter.quoted(text)) is not a valid limit",
            hints:
              "write a number above 0: 25 (episodes), \"90 min\" (or s, h), \"2 GB\" (or MB, KB), 10% (up to 100%) or \"3 per podcast\""
          )
        case .repeated(let text):
          throw Problem(
            .usage, code: "invalid-limit", "\(ErrorPresenter.quoted(text)) is a second limit of one kind",
            hints: "give one limit for all episodes, and one such as \"3 per podcast\"")
        }
      }
    }
  }
}

/// The options for the order and the number of the episodes found, without a seed.
struct SortingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The order: fields separated by commas, with a leading `-` for descending, `library` or `random` (default: library).",
      valueName: "keys"))
  var sort: SortArgument?

  @Option(
    help: ArgumentHelp(
      "The limit: 25 episodes, \"90 min\", \"2 GB\", 10%, or \"3 per podcast\" (or artist, album). Two can be combined.",
      valueName: "limit"))
  var limit: [LimitArgument] = []

  func edits() throws -> [CriteriaEdit] {
    let sort = try sort.map { CriteriaEdit.sort(try $0.keys) }
    let limit = limit.isEmpty ? nil : CriteriaEdit.limit(try limit.limits)
    return [sort, limit].compactMap(\.self)
  }
}

extension SortingOptions {
  mutating func add(limit number: Int?) {
    if let number { limit.append(LimitArgument(text: String(number))) }
  }

  var isRandom: Bool {
    get throws(Problem) { try sort?.keys.contains(.random) ?? false }
  }
}

/// The options for the order and the number of the episodes found.
struct OrderOptions: ParsableArguments {
  @OptionGroup var sorting: SortingOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seed of a repeatable random order, or `day`.", valueName: "n"))
  var seed: PlaylistSeed?

  var sort: SortArgument? { sorting.sort }

  var limit: [LimitArgument] { sorting.limit }

  func edits() throws -> [CriteriaEdit] { try sorting.edits() + [seed.map(CriteriaEdit.seed)].compactMap(\.self) }
}

/// The options for criteria other than rules.
struct CriteriaOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How to combine rules (default: all).", valueName: "how"))
  var match: SmartCriteria.Match?

  @Option(help: ArgumentHelp("Words that episodes must contain.", valueName: "text"))
  var search: String?

  @OptionGroup var order: OrderOptions

  func validate() throws {
    guard let search, search.isBlank else { return }
    throw ValidationError("the text of --search is empty")
  }

  func edits() throws -> [CriteriaEdit] {
    let match = match.map(CriteriaEdit.match)
    return [match, search.map(CriteriaEdit.search)].compactMap(\.self) + (try order.edits())
  }
}

struct EpisodeListOptions: ParsableArguments {
  @Flag(help: "Print only the number of episodes.")
  var count = false

  @Flag(help: "Print only the ids, one per line.")
  var ids = false

  @Flag(name: .customLong("exit-code"), help: "Exit with status 1 if no episode is found.")
  var exitCode = false

  @OptionGroup var columns: ColumnOptions

  func validate() throws {
    if count && ids { throw ValidationError("--count and --ids cannot be used together") }
    if columns.names != nil, count || ids {
      throw ValidationError("--columns and --\(count ? "count" : "ids") cannot be used together")
    }
  }
}

/// The names of columns, separated by commas.
struct ColumnsArgument: TextArgument {
  let text: String

  private static let all = EpisodeColumn.allCases.filter { $0 != .origin }
  static let names = all.map(\.rawValue)

  static var defaultCompletionKind: CompletionKind { .list(names) }

  var columns: [EpisodeColumn] {
    get throws(Problem) {
      try text.split(separator: ",", omittingEmptySubsequences: false).map {
        (part) throws(Problem) -> EpisodeColumn in
        let word = String(part).trimmingBlanks
        if let column = Self.all.first(where: { $0.rawValue == word }) { return column }
        throw Problem(
          .usage, code: "invalid-column", "there is no column \(ErrorPresenter.quoted(word))",
          hints: ErrorPresenter.didYouMean(NearestNames.of(word, among: Self.names))
            ?? "columns: \(Self.names.joined(separator: ", "))")
      }
    }
  }
}

struct ColumnOptions: ParsableArguments {
  @Option(
    name: .customLong("columns"),
    help: ArgumentHelp(
      "The columns, separated by commas: \(ColumnsArgument.names.joined(separator: ", ")).", valueName: "names"))
  var names: ColumnsArgument?

  /// The chosen columns; `nil` for the usual ones, as far as the terminal has room.
  ///
  /// - Throws: ``Problem`` if there is no column with a name.
  var chosen: [EpisodeColumn]? {
    get throws(Problem) { try names?.columns }
  }
}
