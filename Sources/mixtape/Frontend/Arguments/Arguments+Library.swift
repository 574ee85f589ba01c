import ArgumentParser
import Feeds
import MixtapeModel
import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The id of a podcast or an album, or the name or path of its file.
struct PodcastArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.podcasts($1) } }

  /// The id.
  ///
  /// - Throws: ``MixtapeError/Code/invalidID`` if the text is not an id.
  var id: Podcast.ID {
    get throws(MixtapeError) { try Podcast.ID(validating: FileNameArgument.id(in: text, section: "library")) }
  }
}

/// The id of a playlist or, on a command line for OPML, of a podcast.
struct ExportedItemArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind {
    .custom { words, _, prefix in
      let completions = Completions(words)
      return words.contains { $0.hasSuffix("opml") } ? completions.podcasts(prefix) : completions.playlists(prefix)
    }
  }
}

/// A folder of the library; `/` is the top.
struct LibraryFolderArgument: FolderTextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.folders(of: .library, $1) } }
}

/// A folder of playlists, or with `--library` of the library; `/` is the top.
struct AnyFolderArgument: FolderTextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind {
    .custom { words, _, prefix in
      Completions(words).folders(of: words.contains("--library") ? .library : .playlists, prefix)
    }
  }
}

/// A tag of podcasts.
struct TagArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.tags($1) } }
}

/// A rating, or `none`.
struct RatingArgument: TextArgument {
  let text: String

  static let none = "none"

  static var defaultCompletionKind: CompletionKind {
    .list((0...Episode.maximumRating).map(String.init) + [none])
  }

  /// The rating; `nil` for `none`.
  ///
  /// - Throws: ``MixtapeError/Code/invalidRating`` for any other text.
  var rating: Int64? {
    get throws(MixtapeError) {
      if text == Self.none { return nil }
      guard let rating = Int64(text), (0...Episode.maximumRating).contains(rating) else {
        throw MixtapeError(.invalidRating, .text(text))
      }
      return rating
    }
  }
}

/// The day from which on episodes are new: a date, `today`, or `none`.
struct NewSinceArgument: TextArgument {
  let text: String

  static let (today, none) = ("today", "none")

  static var defaultCompletionKind: CompletionKind { .list([today, none]) }

  /// The time; `nil` for `none`.
  ///
  /// - Throws: ``CommandFailure`` for any other text.
  func date(at now: Date) throws(CommandFailure) -> Date? {
    switch text {
    case Self.none: return nil
    case Self.today: return now.startOfDay
    default:
      if case .date(let date)? = Episode.FieldValue(text, of: .date) { return date }
      throw CommandFailure(
        .usage, code: "invalid-value", "\(ErrorPresenter.quoted(text)) is not a date",
        hints: "write a date such as 2026-03-01, `today` or `none`")
    }
  }
}

/// The choice between the folders of playlists and those of the library.
struct FolderTreeOptions: ParsableArguments {
  @Flag(help: "Use folders of the library (podcasts and albums) instead of those of playlists.")
  var library = false

  var tree: FolderTree { library ? .library : .playlists }
}

struct PodcastOriginOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The author.", valueName: "name"))
  var author: String?

  @Option(help: ArgumentHelp("The URL of the feed.", valueName: "url"))
  var feed: String?

  @Option(help: ArgumentHelp("The URL of the cover image.", valueName: "url"))
  var artwork: String?

  @Option(help: ArgumentHelp("The description.", valueName: "text"))
  var description: String?

  @Option(help: ArgumentHelp("Your notes. Updates from the feed keep them.", valueName: "text"))
  var notes: String?

  func validate() throws {
    guard let feed = feed?.nonEmpty, FeedAddress.normalized(feed) == nil else { return }
    throw ValidationError("\(ErrorPresenter.quoted(feed)) is not the address of a feed, which begins with https://")
  }
}
