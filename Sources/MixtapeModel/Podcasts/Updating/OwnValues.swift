/// The values of a part of a podcast that its user set: of the head, or of an episode.
struct OwnValues<Part> {
  /// The present part, and the part before each edit, newest first. A value that the user replaced once is not taken from the
  /// source again.
  var versions: [Part]
  /// The part as its user wrote it; `nil` if a source gave the part. The values of a source at that time are unknown.
  var written: Part?

  /// Makes the values of a part that its user has not edited.
  init(_ part: Part) { versions = [part] }

  /// Returns a value after an update.
  ///
  /// - Parameters:
  ///   - own: The present value.
  ///   - source: The value of the source, which counts only if the source has one.
  ///   - value: Returns the value of a version.
  /// - Returns: The value, and whether it stays because the user wrote it, although the source has another one.
  func updating<Value: Equatable>(
    _ own: Value?, from source: Value?, _ value: (Part) -> Value?
  ) -> (value: Value?, isKept: Bool) {
    guard let source, source != own, !versions.contains(where: { value($0) == source }) else { return (own, false) }
    if own != nil, let written = written.flatMap(value), versions.last.flatMap(value) == written { return (own, true) }
    return (source, false)
  }
}

extension OwnValues<Podcast> {
  /// The titles that the user replaced, and the present one, also without their discs: `Weather` for `Weather (Disc 1)`.
  var titles: Set<String> { Set(versions.flatMap { [$0.title, DiscName.withoutDisc($0.title)] }) }

  /// Returns whether the user replaced a title: if not itself, that of a disc of the album.
  func replacesTitle(_ title: String) -> Bool {
    versions.contains { $0.title != versions[0].title } && titles.contains(title)
  }
}
