import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Search: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "List the episodes of the library that words are found in.",
    discussion: """
      Looks into titles, artists, albums, genres, composers and the titles of podcasts, without regard to case and \
      accents. Every word has to be there; "two words" in quotes have to stand together, aur* stands for words that begin \
      so, and title:moon looks into one field.

      Examples:
        mixtape search aurora
        mixtape search '"patch tuesday" byte'
        mixtape search 'title:moon*' --sort -dateAdded --ids
      """)

  @Argument(help: ArgumentHelp("What to look for.", valueName: "text"))
  var text: [String]

  @OptionGroup var order: OrderOptions

  @OptionGroup var form: EpisodeListOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if text.allSatisfy(\.isBlank) { throw ValidationError("there is nothing to look for: the text is empty") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let edits = [CriteriaEdit.search(text.joined(separator: " "))] + (try order.edits())
    return try session.list(try SmartCriteria().applying(edits), as: form, in: store)
  }
}
