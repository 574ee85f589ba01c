import ArgumentParser
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import TerminalUI

/// The options that find episodes by rules, for commands that also take ids of episodes.
struct WhereOptions: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Also take the episodes of the library that match this rule. If repeated, they must match all rules.",
      valueName: "rule"))
  var rules: [RuleArgument] = []

  @OptionGroup var order: OrderOptions

  func validate() throws {
    if rules.isEmpty, order.sort != nil || !order.limit.isEmpty || order.seed != nil {
      throw ValidationError("--sort, --limit and --seed require --where")
    }
  }

  /// Returns the episodes that the rules find, in the order of the options; an empty list without rules.
  ///
  /// - Throws: ``MixtapeError``, or a ``CommandFailure`` with the place in a rule.
  func episodes(in store: Store, _ session: Session) throws -> [Episode.ID] {
    try rules.episodes(try order.edits(), in: store, session)
  }
}

extension [RuleArgument] {
  /// Makes sure that there are arguments or a rule. The validation of the parser would hide the error of an unknown option.
  ///
  /// - Parameters:
  ///   - noun: The noun for the arguments, in the plural.
  ///   - command: The command, for a hint.
  func require(
    or arguments: some Collection, _ noun: String = "episodes", of command: String
  ) throws(CommandFailure) {
    guard isEmpty && arguments.isEmpty else { return }
    throw CommandFailure(
      .usage, code: "usage", "name the \(noun), or give a rule with --where",
      hints: "`mixtape \(command) --help` explains the arguments")
  }

  /// Returns the episodes that match all of the rules; an empty list without rules.
  ///
  /// - Parameter edits: The order and the limit.
  /// - Throws: ``MixtapeError``, or a ``CommandFailure`` with the place in a rule.
  func episodes(_ edits: [CriteriaEdit] = [], in store: Store, _ session: Session) throws -> [Episode.ID] {
    if isEmpty { return [] }
    try session.warnOfUnitlessTimes(in: self)
    let conditions = try map { try $0.condition }
    let criteria = try SmartCriteria().applying(conditions.map(CriteriaEdit.add) + edits)
    var found: [Episode.ID] = []
    do throws(MixtapeError) {
      try store.forEachEpisodeID(matching: EpisodeQuery(criteria, now: session.context.now())) {
        found.append($0)
        return true
      }
    } catch {
      throw ErrorPresenter.failure(of: conditions.map(\.rule), error) ?? error
    }
    return found
  }
}

extension Session {
  /// Returns the episodes that arguments name, followed by those that `--where` finds, each once.
  func episodes(_ arguments: [EpisodeArgument], _ found: WhereOptions, in store: Store) throws -> [Episode.ID] {
    let named = try arguments.elements(in: self)
    return (named + (try found.episodes(in: store, self))).withoutRepetitions
  }

  /// Prints that nothing was named or found.
  ///
  /// - Parameters:
  ///   - verb: The action, such as `add`.
  ///   - operation: The kind of the change, for JSON; `nil` for a command that changes nothing.
  func printNothingFound(
    to verb: String, _ rules: [RuleArgument], _ noun: String = "episode", operation: String? = nil
  ) -> ExitStatus {
    let reason = rules.isEmpty ? "standard input contains no \(noun) ids" : "the rule finds no episodes"
    if wantsJSON, let operation { print(JSONOutput.unchanged(operation)) }
    remark("Nothing to \(verb): \(reason).")
    return .nothingToDo
  }
}
