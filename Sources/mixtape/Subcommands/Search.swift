import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Search: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Search the episodes of the library for words.",
    discussion: """
      Looks into titles, artists, albums, genres, composers and the titles of podcasts, without regard to case and \
      accents. Every word has to be there; "two words" in quotes have to stand together, aur* stands for words that begin \
      so, and title:moon looks into one field. -bus leaves out episodes with that word; all words after -- are searched \
      for, also those that begin with two dashes.

      Examples:
        mixtape search auroras
        mixtape search night -train
        mixtape search '"patch tuesday" byte'
        mixtape search 'title:moon*' --sort -dateAdded --ids
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Words to search for; `-word` excludes episodes with that word.", valueName: "text"))
  var arguments: [String]

  @OptionGroup var order: OrderOptions

  @OptionGroup var form: EpisodeListOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  /// The arguments without the `--` that ends the options. After it, a word that begins with two dashes is wanted, although
  /// a search takes one dash for `not`.
  private var text: [String] {
    guard let end = arguments.firstIndex(of: "--") else { return arguments }
    let words = arguments[(end + 1)...].map { word in
      word.hasPrefix("--") ? String(word.drop { $0 == "-" }) : word
    }
    return Array(arguments[..<end]) + words
  }

  func validate() throws {
    // The parser hands over every option that it does not know.
    let mistaken = arguments.prefix { $0 != "--" }.first { $0.hasPrefix("--") }
    if let mistaken {
      throw ValidationError(
        "there is no option \(ErrorPresenter.quoted(mistaken)); write `-- \(mistaken)` to search for the word")
    }
    if text.allSatisfy(\.isBlank) { throw ValidationError("the search text is empty") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let edits = [CriteriaEdit.search(text.joined(separator: " "))] + (try order.edits())
    return try session.list(try SmartCriteria().applying(edits), as: form, in: store)
  }
}
