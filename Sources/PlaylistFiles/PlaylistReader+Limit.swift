internal import LosslessTOML
internal import MixtapeModel

extension PlaylistReader {
  /// Reads the key `limit`: a number of episodes, a string, or an array with one of them for all episodes and one for each
  /// podcast, artist or album.
  mutating func readLimit(_ entry: TOMLEntry) {
    let expected = "a whole number or a string such as \"90 min\""
    guard let values = reader.value(entry, expected, { $0.array.map(Array.init) ?? ($0.isLimit ? [$0] : nil) }) else {
      return
    }
    var limits = PlaylistLimits()
    guard !values.value.isEmpty else {
      return report("`limit` is an empty array; leave the key out for no limit", at: values.range)
    }
    for value in values.value {
      guard let limit = readLimit(value) else { return }
      if limit.whole != nil, limits.whole == nil {
        limits.whole = limit.whole
      } else if limit.perGroup != nil, limits.perGroup == nil {
        limits.perGroup = limit.perGroup
      } else {
        return report(
          "`limit` has two limits of one kind", at: value.range,
          hint:
            "an array has one limit for all episodes and one for each podcast, artist or album: [25, \"3 per podcast\"]"
        )
      }
    }
    playlist = playlist.withCriteria { $0.limits = limits }
  }

  /// Reads a limit, or reports why it is invalid.
  private mutating func readLimit(_ value: TOMLValue) -> PlaylistLimits? {
    if let count = value.integer {
      if count >= 1, let count = Int(exactly: count) { return PlaylistLimits(.items(count)) }
      report("`limit` must be at least 1, but this is \(count)", at: value.range)
      return nil
    }
    if let text = value.string {
      if let limit = GroupLimit(text) { return PlaylistLimits(perGroup: limit) }
      if let limit = PlaylistLimit(text) { return PlaylistLimits(limit) }
    }
    report(
      "`limit` must be a number of episodes, a time, a size, a percentage or a number for each podcast, artist or album",
      at: value.range,
      hint:
        "write a number above 0: 25 without quotes (episodes), \"90 min\" (or s, h), \"2 GB\" (or MB, KB), \"10%\" (up to 100%) or \"3 per podcast\""
    )
    return nil
  }

  private mutating func report(_ message: String, at range: SourceRange, hint: String? = nil) {
    let notes = hint.map { [Diagnostic.Note(message: $0, range: nil)] } ?? []
    reader.report(.invalidValue, at: range, message, notes: notes)
  }
}

extension TOMLValue {
  /// Whether the value has the type of a limit outside of an array.
  fileprivate var isLimit: Bool { integer != nil || string != nil }
}
