internal import MixtapeModel

extension InterchangeEntry {
  /// Whether the library does not have the entry, by its id.
  var isMissing: Bool { episode.map(MissingEntry.isPlaceholder) ?? true }
}
