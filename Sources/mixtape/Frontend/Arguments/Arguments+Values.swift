public import ArgumentParser
import Feeds
public import MixtapeModel
public import MixtapePlayer
public import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct PodcastOriginOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The author.", valueName: "name"))
  var author: String?

  @Option(help: ArgumentHelp("The URL of the feed.", valueName: "url"))
  var feed: String?

  @Option(help: ArgumentHelp("The URL of the cover image.", valueName: "url"))
  var artwork: String?

  func validate() throws {
    guard let feed = feed?.nonEmpty, FeedAddress.normalized(feed) == nil else { return }
    throw ValidationError("\(ErrorPresenter.quoted(feed)) is not the address of a feed, which begins with https://")
  }
}

/// The name of a key of an episode, as in files.
struct EpisodeKeyArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .list(EpisodeKey.names.filter { $0 != EpisodeKey.id.name }) }

  static func list(_ keys: [EpisodeKey]) -> String { keys.map { "`\($0)`" }.joined(separator: ", ") }

  var key: EpisodeKey {
    get throws(Problem) {
      if let key = EpisodeKey.named(text) { return key }
      let near = NearestNames.of(text, among: EpisodeKey.names)
      throw Problem(
        .usage, code: "unknown-key", "an episode has no key \(ErrorPresenter.quoted(text))",
        hints: ErrorPresenter.didYouMean(near) ?? "the keys are \(EpisodeKey.names.joined(separator: ", "))")
    }
  }

  /// The edit that removes the key.
  ///
  /// - Throws: A ``Problem`` if episodes have no such key, or if they require it.
  var removal: EpisodeEdit {
    get throws(Problem) {
      let key = try key
      guard key != .id else {
        throw Problem(
          .usage, code: "invalid-value", "an episode requires an id", hints: "--set id=NAME changes it")
      }
      return EpisodeEdit(key, nil)
    }
  }
}

/// A key of an episode and its new value: `title=Auroras`.
struct EpisodeValueArgument: TextArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { .list(EpisodeKey.names.map { "\($0)=" }) }

  var edit: EpisodeEdit {
    get throws {
      guard let sign = text.firstIndex(of: "=") else {
        throw Problem(
          .usage, code: "invalid-value", "\(ErrorPresenter.quoted(text)) has no `=`",
          hints: "write the key and its value, for example --set year=1977")
      }
      let key = try EpisodeKeyArgument(text: String(text[..<sign])).key
      let value = String(text[text.index(after: sign)...])
      guard !value.isEmpty else {
        throw Problem(
          .usage, code: "invalid-value", "\(ErrorPresenter.quoted(text)) has no value",
          hints: "`--clear \(key.name)` removes the value of an episode")
      }
      guard let parsed = Episode.FieldValue(value, of: key.valueType) else {
        throw MixtapeError(.invalidValue, .text(value), cause: InvalidEpisodeValue(key))
      }
      let edit = EpisodeEdit(key, parsed)
      try edit.requireValid()
      return edit
    }
  }
}

extension Episode.FieldValue {
  /// Reads a value that a user typed; `nil` if it is not of the type.
  init?(_ text: String, of type: TrackField.ValueType) {
    switch type {
    case .text: self = .text(text)
    case .integer:
      guard let number = Int64(text) else { return nil }
      self = .integer(number)
    case .seconds:
      guard let time = Duration(position: text) else { return nil }
      self = .seconds(time / .seconds(1))
    case .date:
      guard let date = RuleDate.time(in: text) else { return nil }
      self = .date(date)
    }
  }
}

// Choices are typed as their raw values. The imports are public because the types are.

extension ConflictChoice: ExpressibleByArgument {}
extension Podcast.Kind: ExpressibleByArgument {}
extension PlaylistSeed: ExpressibleByArgument {
  /// Parses an argument.
  public init?(argument: String) { self.init(argument) }
}
extension PositionKeeping: ExpressibleByArgument {}

extension ShufflePlayer.FailureReaction: ExpressibleByArgument {}
extension SmartCriteria.Match: ExpressibleByArgument {}

/// The value of `--shuffle`: the name of a shuffle. Without a name, it is the one of the playlist or of the store.
struct ShuffleArgument: ExpressibleByArgument, Equatable {
  let setting: ShuffleSetting

  /// The word that ``filled(_:)`` puts in the place of a missing name.
  private static let usual = "true"

  private static let names = ShuffleAlgorithm.allCases.map(\.rawValue)

  init?(argument: String) {
    if argument == Self.usual {
      setting = .default
    } else if let algorithm = ShuffleAlgorithm(rawValue: argument) {
      setting = ShuffleSetting(algorithm)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { names }

  static var defaultCompletionKind: CompletionKind { .list(names) }

  /// Returns options in which each `--shuffle` has a value: the parser requires one. A word that is nearly a name counts as a
  /// mistyped one.
  static func filled(_ words: ArraySlice<String>) -> [String] {
    words.indices.map { index in
      guard words[index] == "--shuffle" else { return words[index] }
      let hasName = words[(index + 1)...].first.map { next in
        next == usual || names.contains { $0 == next || NearestNames.differByOneTypo($0, next) }
      }
      return hasName == true ? words[index] : "\(words[index])=\(usual)"
    }
  }
}
