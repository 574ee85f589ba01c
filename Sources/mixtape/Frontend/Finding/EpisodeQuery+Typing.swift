import MixtapeLibrary

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EpisodeQuery {
  /// Makes the query of a search that is being typed: the last word may be unfinished.
  init(typed text: String, now: Date) {
    let isInWord = text.last.map { $0.isLetter || $0.isNumber } ?? false
    self.init(search: isInWord ? "\(text)*" : text, now: now)
  }
}
