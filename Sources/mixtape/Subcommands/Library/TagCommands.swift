import ArgumentParser

struct TagCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Show and change the tags of podcasts and albums.",
    subcommands: [ListTags.self, AddTag.self, RemoveTag.self, RenameTag.self])
}
