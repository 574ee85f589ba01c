import ArgumentParser
import MixtapeModel

struct Query: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "List the episodes of the library that rules find.",
    discussion: """
      Put single quotes around each rule. An episode must match all rules, unless --match says otherwise. Without a \
      rule, --search, --sort or --limit applies to the whole library. Prints the id, the title, the playing time and \
      the rating.

      Fields of rules: \(RuleField.allCases.map(\.rawValue).joined(separator: ", ")). Other names: \
      \(RuleField.aliases.keys.sorted().joined(separator: ", ")). An operator that a field does not support is an error, \
      which lists those that it supports. `mixtape create NAME --build` asks for the parts of rules.

      Examples:
        mixtape query 'duration < 20 min and not played in the last 30 days'
        mixtape query 'rating >= 4' --sort -lastPlayedAt --limit 10
        mixtape query 'genre = "Ragtime"' --ids | mixtape add focus -
        mixtape query 'playCount is missing' --count
        mixtape query --sort -dateAdded --limit 10
      """)

  @Argument(help: ArgumentHelp("A rule that episodes must match (default: every episode).", valueName: "rule"))
  var rules: [RuleArgument] = []

  @OptionGroup var criteria: CriteriaOptions

  @Option(name: .customShort("n"), help: ArgumentHelp("Only the first N, as `--limit N`.", valueName: "n"))
  var number: Int?

  @OptionGroup var form: EpisodeListOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    guard rules.isEmpty else { return }
    if criteria.match != nil { throw ValidationError("--match requires a rule") }
    guard criteria.search == nil, criteria.order.sort == nil, criteria.order.limit.isEmpty, number == nil else {
      return
    }
    throw ValidationError("a rule, --search, --sort or --limit is required")
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let conditions = try rules.map { try $0.condition }
    try session.warnOfUnitlessTimes(in: rules)
    var criteria = criteria
    criteria.order.sorting.add(limit: number)
    let edits = conditions.map(CriteriaEdit.add) + (try criteria.edits())
    do {
      return try session.list(try SmartCriteria().applying(edits), as: form, in: store)
    } catch let error as MixtapeError {
      throw ErrorPresenter.failure(of: conditions.map(\.rule), error) ?? error
    }
  }
}
