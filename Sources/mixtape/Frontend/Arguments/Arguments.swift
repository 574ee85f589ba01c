import ArgumentParser
import MixtapeModel
import MixtapeStore

/// The id of a playlist, or the name or path of its file.
struct PlaylistArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.playlists($1) } }

  /// The id.
  ///
  /// - Throws: ``MixtapeError/Code/invalidID`` if the text is not an id.
  var id: Playlist.ID {
    get throws(MixtapeError) { try Playlist.ID(validating: FileNameArgument.id(in: text, section: "playlists")) }
  }

  /// The id; `nil` if the text is not an id.
  var validID: Playlist.ID? { Playlist.ID(rawValue: FileNameArgument.id(in: text, section: "playlists")) }
}

/// The id of an episode in the library.
struct EpisodeArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.episodes($1) } }

  /// The id.
  ///
  /// - Throws: ``MixtapeError/Code/invalidID`` if the text is not an id.
  var id: Episode.ID {
    get throws(MixtapeError) { try Episode.ID(validating: text) }
  }
}

/// The id or the position of an episode in a playlist. A whole number is a position, counted from 1.
struct EpisodeReferenceArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .ofStore { $0.episodesInPlaylist($1) } }

  /// The id or the position.
  ///
  /// - Throws: ``MixtapeError/Code/invalidID`` if the text is neither; ``MixtapeError/Code/positionOutOfRange`` for a number
  ///   that is never a position.
  var reference: EpisodeReference {
    get throws(MixtapeError) {
      guard text.isWholeNumber else { return .id(try Episode.ID(validating: text)) }
      guard let position = Int(text), position > .min else { throw MixtapeError(.positionOutOfRange, .text(text)) }
      return .offset(position - 1)
    }
  }

  /// Whether it is a whole number below 1, which is never a position.
  fileprivate var isBelowOne: Bool { text.isWholeNumber && (text.hasPrefix("-") || Int(text) == 0) }
}

extension [EpisodeReferenceArgument] {
  /// Checks that each number is at least 1.
  func requirePositions() throws {
    guard let wrong = first(where: \.isBelowOne) else { return }
    throw ValidationError("\(wrong.text) is not a position: positions start at 1")
  }
}

extension String {
  /// Whether the text is a whole number of any size.
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

  /// The name of commits that Mixtape did not make.
  static let other = "git"

  static var allValueStrings: [String] { HistoryEntry.operations + [other] }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// The episodes in the arguments, with those on standard input in place of `-`.
struct EpisodeList {
  private(set) var ids: [Episode.ID] = []

  /// - Throws: ``MixtapeError/Code/invalidID`` for an argument; a ``CommandFailure`` with the line number for a line of
  ///   standard input.
  init(_ arguments: [EpisodeArgument], input: any TextInput) throws {
    for argument in arguments {
      if argument.text == "-" { try append(from: input) } else { ids.append(try argument.id) }
    }
  }

  private mutating func append(from input: any TextInput) throws {
    var number = 0
    while let line = try input.readLine() {
      number += 1
      let text = line.trimmingBlanks
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      do throws(MixtapeError) {
        ids.append(try Episode.ID(validating: text))
      } catch {
        throw CommandFailure(
          .invalid, code: error.code.rawValue,
          "standard input, line \(number): \(ErrorPresenter.problem(for: error).message)")
      }
    }
  }
}
