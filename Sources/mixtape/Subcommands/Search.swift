import ArgumentParser
import MixtapeModel

struct Search: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Search the episodes of the library for words.",
    discussion: """
      Searches titles, artists, albums, genres, composers, descriptions and notes of episodes, and titles of podcasts. \
      Ignores case and accents. An episode must contain all words.

        "two words"   these words next to each other
        aur*          words that begin with "aur"
        title:moon    a word in one field
        podcast:moon  a word in the title, description or notes of the podcast
        -bus          no such word
        -- --word     a word that begins with dashes

      `-n 5` lists only the first 5.

      Examples:
        mixtape search auroras
        mixtape search night -train -n 5
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

  /// The place of `-n N` before `--`. It is not an option of the parser, which would read `-night` as several options.
  private var number: (index: Int, value: Int)? {
    let words = arguments.prefix { $0 != "--" }
    guard let index = words.firstIndex(of: "-n"), index + 1 < words.endIndex, let value = Int(words[index + 1]) else {
      return nil
    }
    return (index, value)
  }

  /// The search text, without `-n N`, and without the `--` that ends the options. Leading dashes of later words are
  /// removed, because a dash means `not`.
  private var text: [String] {
    var arguments = arguments
    if let index = number?.index { arguments.removeSubrange(index...(index + 1)) }
    guard let end = arguments.firstIndex(of: "--") else { return arguments }
    let words = arguments[(end + 1)...].map { word in
      word.hasPrefix("--") ? String(word.drop { $0 == "-" }) : word
    }
    return Array(arguments[..<end]) + words
  }

  func validate() throws {
    // Unknown options are among the arguments.
    let mistaken = arguments.prefix { $0 != "--" }.first { $0.hasPrefix("--") }
    if let mistaken {
      throw ValidationError(
        "there is no option \(ErrorPresenter.quoted(mistaken)); write `-- \(mistaken)` to search for the word")
    }
    if number == nil, arguments.prefix(while: { $0 != "--" }).contains("-n") {
      throw ValidationError("-n requires a number; write `-- -n` to leave out the word")
    }
    if text.allSatisfy(\.isBlank) { throw ValidationError("the search text is empty") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    var order = order
    order.sorting.add(limit: number?.value)
    let edits = [CriteriaEdit.search(text.joined(separator: " "))] + (try order.edits())
    return try session.list(try SmartCriteria().applying(edits), as: form, in: store)
  }
}
