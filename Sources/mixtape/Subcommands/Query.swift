import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Query: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "List the episodes of the library that rules find.",
    discussion: """
      Rules are written as in `conditions`; of several, every one has to hold, unless --match says otherwise. Put single \
      quotes around a rule, so that the shell leaves it alone. Shows the id, the title, the playing time and the rating.

      Examples:
        mixtape query 'duration < 20 min and not played in the last 30 days'
        mixtape query 'rating >= 4' --sort -lastPlayedAt --limit 10
        mixtape query 'genre = "Jazz"' --ids | mixtape add focus -
        mixtape query 'playCount is missing' --count
      """)

  @Argument(help: ArgumentHelp("What has to hold of an episode.", valueName: "rule"))
  var rules: [RuleArgument]

  @OptionGroup var criteria: CriteriaOptions

  @OptionGroup var form: EpisodeListOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let edits = try rules.map { CriteriaEdit.add(try $0.condition) } + criteria.edits()
    return try session.list(try SmartCriteria().applying(edits), as: form, in: store)
  }
}
