import ArgumentParser
import MixtapeModel
import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct AddPodcast: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a podcast or an album to the library.",
    discussion: """
      The id is also the file name. It is made from the title, unless --id is given. Write the episodes into the \
      file.

      Examples:
        mixtape podcast add "Harbour News" --id harbour --feed https://example.org/harbour/feed.xml
        mixtape podcast add "The Four Seasons" --kind album --author "Chamber Trio" --folder music --tag calm
      """)

  @Argument(help: "The display title.")
  var title: String

  @Option(help: "The id (default: made from the title).")
  var id: String?

  @Option(help: ArgumentHelp("The kind (default: podcast).", valueName: "kind"))
  var kind: Podcast.Kind?

  @OptionGroup var origin: PodcastOriginOptions

  @Option(help: "The folder of the library (default: the top).")
  var folder: LibraryFolderArgument?

  @Option(help: ArgumentHelp("A tag to add; may be repeated.", valueName: "tag"))
  var tag: [TagArgument] = []

  @Option(help: ArgumentHelp("A category; may be repeated. The first is the genre of its episodes.", valueName: "name"))
  var category: [String] = []

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let podcast = try podcast(today: Self.day(of: session.context.now()))
    let status = try session.present(try store.library.add(podcast), of: store)
    if let path = try store.path(of: podcast.id) { session.hint("write its episodes into \(path)") }
    return status
  }

  private func podcast(today: Date) throws -> Podcast {
    let id = try self.id.map(Podcast.ID.init(validating:)) ?? suggestedID()
    return try Podcast(
      id: id, folder: folder?.folder ?? .top, kind: kind ?? .podcast, title: title, author: origin.author,
      feed: origin.feed, artwork: origin.artwork, categories: category.withoutRepetitions,
      tags: tag.map(\.text).withoutRepetitions, subscribed: origin.feed != nil, dateAdded: today)
  }

  private func suggestedID() throws(MixtapeError) -> Podcast.ID {
    guard let id = Podcast.ID(suggestedBy: title) else { throw MixtapeError(.noIDInName, .text(title)) }
    return id
  }

  /// Returns the day of a time in UTC.
  private static func day(of time: Date) -> Date {
    Date(timeIntervalSince1970: (time.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
  }
}
