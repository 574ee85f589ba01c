import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

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
