import ArgumentParser
import MixtapeModel
import MixtapeStore

struct New: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "List the new episodes of subscribed podcasts, the last published first.",
    discussion: """
      An episode is new until it was played or started. `podcast add` and imports of OPML write `newSince` into the file \
      of the podcast, so that episodes published before that day are not new. Without this key, all unplayed episodes are.

      Examples:
        mixtape new
        mixtape new night-sky -n 5
        mixtape new --ids | mixtape add focus -
      """)

  @Argument(help: ArgumentHelp("The podcasts (default: all subscribed ones).", valueName: "podcast"))
  var podcasts: [PodcastArgument] = []

  @Option(name: [.customShort("n"), .long], help: ArgumentHelp("Only the newest N.", valueName: "n"))
  var limit: Int?

  @OptionGroup var form: EpisodeListOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let ids = try podcasts.elements(in: session).withoutRepetitions
    for id in ids where try store.path(of: .podcast(id)) == nil { throw try store.notFound(.podcast(id)) }
    return try session.listNew(of: ids, atMost: limit, as: form, in: store)
  }
}
