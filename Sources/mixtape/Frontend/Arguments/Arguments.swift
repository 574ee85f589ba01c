import ArgumentParser
import MixtapeModel
import MixtapePlayer
import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An argument that is kept as typed, and checked when the command runs, so that the error can be specific. The type decides
/// how the shell completes it.
protocol TextArgument: ExpressibleByArgument {
  var text: String { get }

  init(text: String)
}

extension TextArgument {
  init(argument: String) { self.init(text: argument) }
}

/// A file name instead of an id, because shells complete file names.
enum FileNameArgument {
  private static let suffix = ".toml"

  /// Returns the id in a text: `focus` for `focus.toml` and for `playlists/deep/focus.toml`, and any other text unchanged.
  ///
  /// - Parameter section: The directory of the store with such files. A path through other directories is returned unchanged.
  static func id(in text: String, section: String) -> String {
    guard text.hasSuffix(suffix) else { return text }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let directories = parts.dropLast()
    guard directories.allSatisfy({ $0 == "." || $0 == ".." }) || directories.contains(Substring(section)) else {
      return text
    }
    let name = (parts.last ?? "").dropLast(suffix.count)
    return name.isEmpty ? text : String(name)
  }
}

/// The id of a playlist, or the name or path of its file.
struct PlaylistArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.playlists($1) } }

  var id: Playlist.ID {
    get throws(MixtapeError) { try Playlist.ID(validating: FileNameArgument.id(in: text, section: "playlists")) }
  }

  var validID: Playlist.ID? { Playlist.ID(rawValue: FileNameArgument.id(in: text, section: "playlists")) }
}

/// The id of a podcast or an album, or the name or path of its file.
struct PodcastArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.podcasts($1) } }

  var id: Podcast.ID {
    get throws(MixtapeError) { try Podcast.ID(validating: FileNameArgument.id(in: text, section: "library")) }
  }
}

/// The id of a playlist, a podcast or an album, or the name or path of its file. A playlist comes before a podcast with the same id,
/// whose path can be given.
struct ItemArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.playlists($1) + $0.podcasts($1) } }

  /// The playlist and the podcast with the id; empty if the text is not an id.
  var items: [StoreItem] {
    let playlist = Playlist.ID(rawValue: FileNameArgument.id(in: text, section: "playlists")).map(StoreItem.playlist)
    let podcast = Podcast.ID(rawValue: FileNameArgument.id(in: text, section: "library")).map(StoreItem.podcast)
    return [playlist, podcast].compactMap(\.self)
  }
}

struct EpisodeArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.episodes($1) } }

  var id: Episode.ID {
    get throws(MixtapeError) { try Episode.ID(validating: text) }
  }
}

/// The id or the position of an episode in a playlist, or a range of positions. A whole number is a position, counted from 1,
/// and `3-7` are all positions from 3 to 7.
struct EpisodeReferenceArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.episodesInPlaylist($1) } }

  /// The id, the position or the range.
  ///
  /// - Throws: ``MixtapeError/Code/invalidID`` for any other text; ``MixtapeError/Code/positionOutOfRange`` for a number that
  ///   no list can have, and for a range that ends before its start.
  var reference: EpisodeReference {
    get throws(MixtapeError) {
      guard text.isWholeNumber || bounds != nil else { return .id(try Episode.ID(validating: text)) }
      let positions = (bounds ?? [text]).map { Int($0) }
      guard let first = positions.first ?? nil, let last = positions.last ?? nil, .min < first, first <= last else {
        throw MixtapeError(.positionOutOfRange, .text(text))
      }
      return .offsets(first - 1...last - 1)
    }
  }

  /// The two numbers of a range, as they were typed.
  private var bounds: [String]? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    return parts.count == 2 && parts.allSatisfy({ $0.isWholeNumber && !$0.hasPrefix("+") }) ? parts : nil
  }

  /// The reason why the text is a position in no list, if it is a number or a range.
  fileprivate var fault: String? {
    if text.isWholeNumber {
      return text.hasPrefix("-") || Int(text) == 0 ? "\(text) is not a position: positions start at 1" : nil
    }
    guard let bounds, let first = Int(bounds[0]), let last = Int(bounds[1]) else { return nil }
    if first == 0 { return "\(text) is not a range of positions: positions start at 1" }
    return last < first ? "\(text) is not a range of positions: it ends before it starts" : nil
  }
}

extension [EpisodeReferenceArgument] {
  func requirePositions() throws {
    if let fault = lazy.compactMap(\.fault).first { throw ValidationError(fault) }
  }
}

extension String {
  var isWholeNumber: Bool {
    let digits = first == "-" || first == "+" ? dropFirst() : self[...]
    return !digits.isEmpty && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

/// A folder as typed, by default one of playlists; `/` is the top.
struct FolderArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.folders($1) } }

  var folder: Folder {
    get throws(MixtapeError) { try Folder(validating: text) }
  }
}

struct RuleArgument: TextArgument {
  let text: String

  /// The rule, as written and as parsed.
  ///
  /// - Throws: ``MixtapeError/Code/invalidRule`` if the text is not a rule.
  var condition: WrittenRule {
    get throws(MixtapeError) { WrittenRule(try parsed) }
  }

  /// The parsed rule, with the places of its parts.
  ///
  /// - Throws: ``MixtapeError/Code/invalidRule`` if the text is not a rule.
  var parsed: ParsedRule {
    get throws(MixtapeError) {
      do throws(RuleError) {
        return try ParsedRule(parsing: text)
      } catch {
        throw MixtapeError(.invalidRule, .text(text), cause: error)
      }
    }
  }
}

/// A revision of the store or of a playlist.
struct RevisionArgument: ExpressibleByArgument {
  let revision: Revision

  init(argument: String) { revision = Revision(argument) }

  /// The program completes revisions itself, because braces are special in shell scripts.
  static var defaultCompletionKind: CompletionKind {
    .custom { _, _, prefix in Completions.revisions(prefix) }
  }
}

/// A date, or a time counted from now.
struct TimeArgument: ExpressibleByArgument {
  let time: NamedTime

  init?(argument: String) {
    guard let time = NamedTime(argument) else { return nil }
    self.time = time
  }

  static var defaultCompletionKind: CompletionKind { .list(["today", "yesterday"]) }
}

/// The kind of operation that made a commit; `nil` for a commit that Mixtape did not make.
struct OperationArgument: ExpressibleByArgument {
  let operation: String?

  init?(argument: String) {
    guard Self.allValueStrings.contains(argument) else { return nil }
    operation = argument == Self.other ? nil : argument
  }

  static let other = "git"

  static var allValueStrings: [String] { HistoryEntry.operations + [other] }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// A length of time: `90s`, `30m`, `8h`, `1:30:00`, `2 days`.
struct IntervalArgument: ExpressibleByArgument {
  let duration: Duration

  func requireMinute(_ option: String) throws {
    if duration < .seconds(60) { throw ValidationError("\(option) must be at least 1m") }
  }

  init?(argument: String) {
    let text = argument.lowercased()
    guard let duration = Duration(playingTime: text) ?? Self.days(text) else { return nil }
    self.duration = duration
  }

  private static func days(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).filter { $0 != " " }
    guard ["d", "day", "days"].contains(unit), let number = Int64(digits), number <= 1_000_000 else { return nil }
    return .seconds(number * 86_400)
  }
}

/// The option for episodes that the library does not have.
struct MissingOptions: ParsableArguments {
  @Flag(help: "Add an episode that is missing from the library even if its id is near to another one.")
  var missing = false
}
