import ArgumentParser
import MixtapeModel
import MixtapeStore

/// The id of a podcast or an album.
struct PodcastArgument: ExpressibleByArgument {
  let text: String

  init(argument: String) { text = argument }

  static var defaultCompletionKind: CompletionKind {
    .custom { words, _, prefix in Completions(words).podcasts(prefix) }
  }

  /// The id.
  ///
  /// - Throws: ``MixtapeError/Code/invalidID`` if it is none.
  var id: Podcast.ID {
    get throws(MixtapeError) { try Podcast.ID(validating: text) }
  }
}

/// Podcast or album.
struct PodcastKindArgument: ExpressibleByArgument {
  let kind: Podcast.Kind

  init?(argument: String) {
    guard let kind = Podcast.Kind(rawValue: argument) else { return nil }
    self.kind = kind
  }

  static var allValueStrings: [String] { Podcast.Kind.allCases.map(\.rawValue) }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// A folder of the library; `/` is the top.
struct LibraryFolderArgument: ExpressibleByArgument {
  let text: String

  init(argument: String) { text = argument }

  static var defaultCompletionKind: CompletionKind {
    .custom { words, _, prefix in Completions(words).folders(of: .library, prefix) }
  }

  /// The folder.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFolder`` if it is none.
  var folder: Folder {
    get throws(MixtapeError) { try Folder(validating: text) }
  }
}

/// A folder of playlists, or with `--library` of the library; `/` is the top.
struct AnyFolderArgument: ExpressibleByArgument {
  let text: String

  init(argument: String) { text = argument }

  static var defaultCompletionKind: CompletionKind {
    .custom { words, _, prefix in
      Completions(words).folders(of: words.contains("--library") ? .library : .playlists, prefix)
    }
  }

  /// The folder.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFolder`` if it is none.
  var folder: Folder {
    get throws(MixtapeError) { try Folder(validating: text) }
  }
}

/// A tag of podcasts.
struct TagArgument: ExpressibleByArgument {
  let text: String

  init(argument: String) { text = argument }

  static var defaultCompletionKind: CompletionKind {
    .custom { words, _, prefix in Completions(words).tags(prefix) }
  }
}

/// A rating, or `none`.
struct RatingArgument: ExpressibleByArgument {
  let text: String

  init(argument: String) { text = argument }

  static let none = "none"

  static var defaultCompletionKind: CompletionKind {
    .list((0...Episode.maximumRating).map(String.init) + [none])
  }

  /// The rating; `nil` for none.
  ///
  /// - Throws: ``MixtapeError/Code/invalidRating`` if it is neither.
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

/// Which of the two trees of folders is meant.
struct FolderTreeOptions: ParsableArguments {
  @Flag(help: "A folder of the library, of podcasts and albums, instead of one of playlists.")
  var library = false

  /// The tree.
  var tree: FolderTree { library ? .library : .playlists }
}
