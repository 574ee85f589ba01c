public import ArgumentParser
public import ListeningSession
public import MixtapeModel
public import MixtapePlayer
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
