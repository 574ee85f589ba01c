import ArgumentParser
import MixtapeModel
import MixtapeStore

/// The id of a playlist, or the name or path of its file.
struct PlaylistArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.playlists($1) } }

  /// The id.
  ///
  /// - Throws: ``MixtapeError/Code/invalidID`` if it is none.
  var id: Playlist.ID {
    get throws(MixtapeError) { try Playlist.ID(validating: FileNameArgument.id(in: text, section: "playlists")) }
  }

  /// The id, or `nil` if the text is none.
  var validID: Playlist.ID? { Playlist.ID(rawValue: FileNameArgument.id(in: text, section: "playlists")) }
}

/// The id of an episode in the library.
struct EpisodeArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.episodes($1) } }

  /// The id.
  ///
  /// - Throws: ``MixtapeError/Code/invalidID`` if it is none.
  var id: Episode.ID {
    get throws(MixtapeError) { try Episode.ID(validating: text) }
  }
}

/// The id or the position of an episode in a playlist. A whole number is a position, counted from 1.
struct EpisodeReferenceArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.episodesInPlaylist($1) } }

  /// What it stands for.
  ///
  /// - Throws: ``MixtapeError/Code/invalidID`` if it is neither a position nor an id;
  ///   ``MixtapeError/Code/positionOutOfRange`` for a number beyond all lists.
  var reference: EpisodeReference {
    get throws(MixtapeError) {
      guard text.isWholeNumber else { return .id(try Episode.ID(validating: text)) }
      guard let position = Int(text), position > .min else { throw MixtapeError(.positionOutOfRange, .text(text)) }
      return .offset(position - 1)
    }
  }
}

extension String {
  /// Whether it is written as a whole number, of whatever size.
  fileprivate var isWholeNumber: Bool {
    let digits = first == "-" || first == "+" ? dropFirst() : self[...]
    return !digits.isEmpty && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

/// A folder of playlists; `/` is the top.
struct FolderArgument: FolderTextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.folders($1) } }
}

/// The name of a template.
struct TemplateArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.templates($1) } }
}

/// A rule that finds episodes.
struct RuleArgument: TextArgument {
  let text: String

  /// The rule, as it is written and as it is meant.
  ///
  /// - Throws: ``MixtapeError/Code/invalidRule`` if it is none.
  var condition: WrittenRule {
    get throws(MixtapeError) { try WrittenRule(validating: text) }
  }
}

/// A state of the store or of a playlist.
struct RevisionArgument: ExpressibleByArgument {
  let revision: Revision

  init(argument: String) { revision = Revision(argument) }

  /// Given by the program rather than by the script of completions, as shells have a meaning for braces.
  static var defaultCompletionKind: CompletionKind {
    .custom { _, _, prefix in Completions.revisions(prefix) }
  }
}

/// A time by the calendar or counted from now.
struct TimeArgument: ExpressibleByArgument {
  let time: NamedTime

  init?(argument: String) {
    guard let time = NamedTime(argument) else { return nil }
    self.time = time
  }

  static var defaultCompletionKind: CompletionKind { .list(["today", "yesterday"]) }
}

/// The kind of operation that made a commit; `nil` of one that Mixtape did not make.
struct OperationArgument: ExpressibleByArgument {
  let operation: String?

  init?(argument: String) {
    guard Self.allValueStrings.contains(argument) else { return nil }
    operation = argument == Self.other ? nil : argument
  }

  /// How commits are called that Mixtape did not make.
  static let other = "git"

  static var allValueStrings: [String] { HistoryEntry.operations + [other] }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
