public import ArgumentParser
public import MixtapePlayer
public import MixtapeModel
public import MixtapeStore

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
