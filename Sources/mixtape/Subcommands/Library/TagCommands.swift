import ArgumentParser

struct TagCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Look at and change the tags of podcasts and albums.",
    subcommands: [ListTags.self, AddTag.self, RemoveTag.self, RenameTag.self])
}
