import ArgumentParser
import MixtapeModel
import MixtapeStore
import StoreBrowser

struct TagCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Show and change the tags of podcasts and albums.",
    subcommands: [ListTags.self, AddTag.self, RemoveTag.self, RenameTag.self])
}

struct ListTags: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the tags and the number of podcasts with each.",
    discussion: """
      `mixtape podcast list --tag TAG` lists the podcasts.

      Example:
        mixtape tag list
      """)

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let library = try session.openStore().library
    var podcastsByTag: [String: [Podcast.ID]] = [:]
    for podcast in try library.summaries() {
      for tag in Set(podcast.head.tags) { podcastsByTag[tag, default: []].append(podcast.id) }
    }
    let tags = podcastsByTag.sorted { $0.key < $1.key }
    session.print(json: .array(tags.map { ["tag": .string($0.key), "podcasts": .strings($0.value)] })) {
      var table = TextTable(freeText: [0])
      for tag in tags { table.append(StyledText(tag.key, .bold), StyledText(counted(tag.value.count, "podcast"))) }
      session.print(table.lines(within: session.width))
      if tags.isEmpty { session.remark("No tags.") }
    }
    return .done
  }
}

struct AddTag: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a tag to podcasts, as one change.",
    discussion: """
      `mixtape set ID --add-tag TAG` adds several tags to one podcast.

      Tags are on podcasts and albums, not on episodes: --where tags every podcast with at least one episode that \
      matches the rule.

      Examples:
        mixtape tag add calm night-sky four-seasons
        mixtape tag add favourite --where 'rating = 5'
      """)

  @OptionGroup var tagging: TaggingArguments

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try tagging.perform(.tag, of: "tag add", in: session) { .tag($0, $1) }
  }
}

struct RemoveTag: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a tag from podcasts, as one change.",
    discussion: """
      --where removes it from every podcast with at least one episode that matches the rule.

      Example:
        mixtape tag remove calm slow-pieces sleepy-atlas
      """)

  @OptionGroup var tagging: TaggingArguments

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try tagging.perform(.untag, of: "tag remove", in: session) { .untag($0, $1) }
  }
}

struct RenameTag: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a tag in all podcasts, as one change.",
    discussion: """
      If a podcast already has a tag with the new name, the two are merged.

      Example:
        mixtape tag rename calm quiet
      """)

  @Argument(help: "The tag.", completion: .tags)
  var tag: String

  @Argument(help: ArgumentHelp("The new name.", valueName: "name"))
  var name: String

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return try session.perform(.renameTag(tag, to: name), preview, in: store)
  }
}

/// A tag, and the podcasts to add it to or to remove it from.
struct TaggingArguments: ParsableArguments {
  @Argument(help: "The tag.", completion: .tags)
  var tag: String

  @Argument(
    help: ArgumentHelp("The podcasts; `-` reads them from standard input, one per line.", valueName: "podcast"))
  var podcasts: [PodcastArgument] = []

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Also take the podcasts with an episode that matches this rule. If repeated, it must match all rules.",
      valueName: "rule"))
  var rules: [RuleArgument] = []

  @OptionGroup var preview: DryRunOptions

  /// Changes the podcasts that are named, and those with an episode that the rules find.
  ///
  /// - Parameters:
  ///   - kind: The kind of the change.
  ///   - command: The command, for a hint.
  func perform(
    _ kind: PodcastOperation.Kind, of command: String, in session: Session,
    _ operation: (_ ids: [Podcast.ID], _ tag: String) -> PodcastOperation
  ) throws -> ExitStatus {
    try rules.require(or: podcasts, "podcasts", of: command)
    let store = try session.openStore()
    let named = try podcasts.elements(in: session)
    let ids = (named + (try rules.episodes(in: store, session).map(\.podcast))).withoutRepetitions
    guard !ids.isEmpty else {
      return session.printNothingFound(
        to: "change", by: rules.isEmpty ? nil : "rule", "podcast", operation: kind.rawValue)
    }
    return try session.perform(operation(ids, tag), preview, in: store)
  }
}
