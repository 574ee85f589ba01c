public import ArgumentParser
public import MixtapeModel
import TerminalUI

// What is one of a few words is typed as it is called. The imports are public since the types are.

extension Podcast.Kind: ExpressibleByArgument {}
extension PlaybackSettings.Key: ExpressibleByArgument {}
extension ShuffleAlgorithm: ExpressibleByArgument {}
extension SmartCriteria.Match: ExpressibleByArgument {}
