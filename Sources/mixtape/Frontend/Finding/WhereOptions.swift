import ArgumentParser
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import StoreBrowser

/// The options that find episodes by rules or by words.
struct FindingOptions: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Take the episodes of the library that match this rule. If repeated, they must match all rules.",
      valueName: "rule"))
  var rules: [RuleArgument] = []

  @Option(help: ArgumentHelp("Take the episodes of the library that contain these words.", valueName: "words"))
  var search: String?

  func validate() throws {
    if let search, search.isBlank { throw ValidationError("the text of --search is empty") }
  }

  var isEmpty: Bool { rules.isEmpty && search == nil }

  var texts: [String] { rules.map(\.text) + [search].compactMap(\.self) }

  /// The word for the options, if there are any: `rule` or `search`.
  var noun: String? { rules.isEmpty ? search.map { _ in "search" } : "rule" }

  /// Returns the episodes that match all rules and the search, in order; an empty list without them.
  ///
  /// - Parameter edits: The order and the limit.
  /// - Throws: ``MixtapeError``, or a ``Problem`` with the place in a rule.
  func episodes(_ edits: [CriteriaEdit], in store: Store, _ session: Session) throws -> [Episode.ID] {
    try rules.episodes([search].compactMap(\.self).map(CriteriaEdit.search) + edits, in: store, session)
  }
}

/// The options that find episodes, for commands that also take their ids or names.
struct WhereOptions: ParsableArguments {
  @OptionGroup var finding: FindingOptions

  @OptionGroup var order: OrderOptions

  func validate() throws {
    if finding.isEmpty, order.sort != nil || !order.limit.isEmpty || order.seed != nil {
      throw ValidationError("--sort, --limit and --seed require --where or --search")
    }
  }

  /// Makes sure that there are arguments, a rule or a search.
  ///
  /// - Parameters: Those of ``Swift/Array/require(or:_:of:)``.
  func require(
    or arguments: some Collection, _ noun: String = "episodes", of command: String
  ) throws(Problem) {
    guard finding.isEmpty else { return }
    try finding.rules.require(or: arguments, noun, of: command)
  }

  /// Returns the episodes that are found, in the order of the options; an empty list without a rule or a search.
  ///
  /// - Throws: ``MixtapeError``, or a ``Problem`` with the place in a rule.
  func episodes(in store: Store, _ session: Session) throws -> [Episode.ID] {
    try finding.episodes(try order.edits(), in: store, session)
  }
}

extension [RuleArgument] {
  /// Makes sure that there are arguments or a rule. The validation of the parser would hide the error of an unknown option.
  ///
  /// - Parameters:
  ///   - noun: The noun for the arguments, in the plural.
  ///   - command: The command, for a hint.
  func require(or arguments: some Collection, _ noun: String, of command: String) throws(Problem) {
    guard isEmpty && arguments.isEmpty else { return }
    throw Problem.usage(
      "name the \(noun), or give a rule with --where",
      hints: "`mixtape \(command) --help` explains the arguments")
  }

  /// Returns the episodes that match all of the rules; an empty list without rules and edits.
  ///
  /// - Parameter edits: The search, the order and the limit.
  /// - Throws: ``MixtapeError``, or a ``Problem`` with the place in a rule.
  func episodes(_ edits: [CriteriaEdit] = [], in store: Store, _ session: Session) throws -> [Episode.ID] {
    if isEmpty, edits.isEmpty { return [] }
    try session.warnOfDoubtful(self)
    let conditions = try map { try $0.condition }
    let criteria = try SmartCriteria().applying(conditions.map(CriteriaEdit.add) + edits)
    guard criteria.isActive else { return [] }
    do throws(MixtapeError) {
      return try store.episodeIDs(matching: EpisodeQuery(criteria, now: session.context.now()))
    } catch {
      throw ErrorPresenter.failure(of: conditions.map(\.rule), error) ?? error
    }
  }
}

extension Session {
  /// Prints that nothing was named or found.
  ///
  /// - Parameters:
  ///   - verb: The action, such as `add`.
  ///   - source: What was to find something: a rule or a search; `nil` if nothing was named.
  ///   - arguments: The arguments that could stand for several episodes.
  ///   - operation: The kind of the change, for JSON; `nil` for a command that changes nothing.
  func printNothingFound(
    to verb: String, by source: String? = nil, or arguments: [WhatArgument] = [], _ noun: String = "episode",
    operation: String? = nil
  ) -> ExitStatus {
    let isNamed = arguments.contains { $0.text != "-" }
    let reason =
      source.map { "the \($0) finds no episodes" }
      ?? (isNamed ? "the named items contain no episodes" : "standard input contains no \(noun) ids")
    if wantsJSON, let operation { print(JSONOutput.unchanged(operation)) }
    remark("Nothing to \(verb): \(reason).")
    return .nothingToDo
  }
}

extension Store {
  /// Returns the episodes that an item stands for, in its order: those of a playlist that the library has, and all of a podcast.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` for a playlist that does not exist.
  func episodeIDs(of item: NamedItem) throws(MixtapeError) -> [Episode.ID] {
    switch item {
    case .playlist(let id): try contents(of: try existing(id)).episodes
    case .podcast(let id): try episodeIDs(of: [id])[id] ?? []
    case .episode(let id): [id]
    }
  }
}
