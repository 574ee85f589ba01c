internal import MixtapeLibrary
public import MixtapeModel

extension Store {
  /// Returns the offsets of the episodes in a source that fit a rule of ``Podcast/skip``.
  ///
  /// - Parameters:
  ///   - source: The podcast as its source has it.
  ///   - podcast: The podcast of the library, whose episodes are not used.
  /// - Throws: ``MixtapeError/Code/library`` if a rule cannot be evaluated.
  public func offsets(skippedIn source: Podcast, by podcast: Podcast) throws(MixtapeError) -> Set<Int> {
    do throws(LibraryError) {
      return try LibraryIndex.offsets(skippedIn: source, by: podcast, now: context.now())
    } catch {
      throw MixtapeError(.library, .podcast(podcast.id), cause: error)
    }
  }
}
