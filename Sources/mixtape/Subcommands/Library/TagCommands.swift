import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

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
    var holders: [String: [Podcast.ID]] = [:]
    for podcast in try library.summaries() {
      for tag in Set(podcast.head.tags) { holders[tag, default: []].append(podcast.id) }
    }
    let tags = holders.sorted { $0.key < $1.key }
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
      `mixtape podcast update ID --add-tag TAG` adds several tags to one podcast.

      Example:
        mixtape tag add calm night-sky four-seasons
      """)

  @OptionGroup var tagging: TaggingArguments

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return try session.present(try store.library.tag(try tagging.ids, tagging.tag.text), of: store)
  }
}

struct RemoveTag: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a tag from podcasts, as one change.",
    discussion: """
      Example:
        mixtape tag remove calm slow-pieces sleepy-atlas
      """)

  @OptionGroup var tagging: TaggingArguments

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return try session.present(try store.library.untag(try tagging.ids, tagging.tag.text), of: store)
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

  @Argument(help: "The tag.")
  var tag: TagArgument

  @Argument(help: ArgumentHelp("The new name.", valueName: "name"))
  var name: String

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return try session.present(try store.library.renameTag(tag.text, to: name), of: store)
  }
}
