public import MixtapeModel
internal import PlaylistFiles

/// Playlists with their music files at a place, such as a stick or a phone.
extension Store {
  /// The places in `mixtape.toml` that get copies of music files.
  public var copyPlaces: [CopyPlace] {
    settings.exports.filter(\.isCopy).map { CopyPlace(settings: $0, directory: place($0.directory)) }
  }

  /// Returns the copies that a place would get and lose now. Changes nothing.
  ///
  /// - Parameter added: Playlists besides those of the place.
  /// - Throws: ``CopyError``.
  public func copyPlan(
    for place: CopyPlace, adding added: [Playlist.ID] = [], from sources: CopySources
  ) throws(CopyError) -> CopyPlan {
    try CopyTask(for: place, of: self, from: sources).plan(adding: added)
  }

  /// Brings a place up to date: removes copies that its lists do not need any more, copies the missing ones, and writes its lists.
  ///
  /// The lists name the copies that are there, also after an early end. A later run goes on.
  ///
  /// - Parameters:
  ///   - isCancelled: Returns whether to stop. Called on this thread between pieces of files.
  ///   - onProgress: Called on this thread when bytes were copied.
  /// - Throws: ``CopyError`` if nothing was copied.
  public func copy(
    to place: CopyPlace, from sources: CopySources, isCancelled: () -> Bool = { false },
    onProgress: (CopyOutcome.Progress) -> Void = { _ in }
  ) throws(CopyError) -> CopyOutcome {
    try CopyTask(for: place, of: self, from: sources).run(isCancelled: isCancelled, onProgress: onProgress)
  }
}
