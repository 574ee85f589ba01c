extension Episode {
  /// The id of an episode, `<podcast>/<episode>`. It is set when the episode is imported, and never changes.
  public struct ID: Hashable, Sendable, RawRepresentable, Comparable, Codable, CustomStringConvertible {
    /// The whole id, as in playlists.
    public let rawValue: String

    /// The podcast whose file holds the episode.
    public var podcast: Podcast.ID { Podcast.ID(unchecked: String(rawValue[..<slash])) }

    /// The `id` key of the episode in that file.
    public var name: String { String(rawValue[rawValue.utf8.index(after: slash)...]) }

    /// Makes an id from a podcast and the name of an episode in it; `nil` if the name is invalid.
    public init?(podcast: Podcast.ID, name: String) {
      guard NameRules.violation(in: name) == nil else { return nil }
      self.rawValue = "\(podcast)/\(name)"
    }

    /// Makes an id from the name of an episode that is known to be valid.
    init(unchecked podcast: Podcast.ID, name: String) { rawValue = "\(podcast)/\(name)" }

    /// Makes an id; `nil` if `rawValue` is not a valid one.
    public init?(rawValue: String) {
      guard Self.violation(in: rawValue) == nil else { return nil }
      self.rawValue = rawValue
    }

    /// Makes an id from its UTF-8; `nil` if that is not a valid id. The fastest way to read a million ids.
    public init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
      let text = String(decoding: bytes, as: UTF8.self)
      guard Self.isPlain(bytes) || Self.violation(in: text) == nil else { return nil }
      rawValue = text
    }

    /// Makes an id from text that a user or a program gave.
    ///
    /// - Throws: ``MixtapeError/Code/invalidID`` with the violation as its cause.
    public init(validating text: String) throws(MixtapeError) {
      if let violation = Self.violation(in: text) {
        throw MixtapeError(.invalidID, .text(text), cause: InvalidName(violation))
      }
      self.rawValue = text
    }

    /// Returns the first rule that a text breaks, or `nil` if it is a valid id.
    public static func violation(in text: String) -> NameViolation? {
      let bytes = text.utf8
      // A buffer is read several times faster than the bytes of a string.
      if bytes.withContiguousStorageIfAvailable(isPlain) ?? isPlain(bytes) { return nil }
      guard let slash = bytes.firstIndex(of: slashByte) else { return .notAnEpisodePath }
      let (podcast, name) = (bytes[..<slash], bytes[bytes.index(after: slash)...])
      if podcast.isEmpty || name.isEmpty || name.contains(slashByte) { return .notAnEpisodePath }
      return NameRules.violation(in: String(Substring(podcast))) ?? NameRules.violation(in: String(Substring(name)))
    }

    /// The whole id, as in playlists.
    public var description: String { rawValue }

    /// Compares ids by ``NaturalOrder``.
    public static func < (left: Self, right: Self) -> Bool { NaturalOrder.precedes(left.rawValue, right.rawValue) }

    private static func isPlain(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
      guard let slash = bytes.firstIndex(of: slashByte) else { return false }
      return NameRules.isPlain(bytes[..<slash]) && NameRules.isPlain(bytes[bytes.index(after: slash)...])
    }

    private static let slashByte = UInt8(ascii: "/")

    /// The position of the slash, which every id has.
    private var slash: String.Index { rawValue.utf8.firstIndex(of: Self.slashByte) ?? rawValue.endIndex }
  }
}

// MARK: - Similar ids

extension NearestNames {
  /// Returns the episodes with ids near to an unknown one, nearest first, at most `limit`.
  ///
  /// The two names of an id are compared separately: in a podcast with a long name, all whole ids are near to each other.
  /// The candidates are the episodes of the same podcast or, if there are none, of podcasts with a near name. An episode
  /// with the same name in another podcast comes first.
  public static func of(
    _ episode: Episode.ID, among candidates: some Sequence<Episode.ID>, limit: Int = 3
  ) -> [Episode.ID] {
    let names = Dictionary(grouping: candidates, by: \.podcast).mapValues { $0.map(\.name) }
    let name = episode.name
    let podcasts =
      names[episode.podcast] == nil
      ? of(episode.podcast.rawValue, among: names.keys.map(\.rawValue)).compactMap(Podcast.ID.init(rawValue:))
      : [episode.podcast]
    let found = podcasts.flatMap { podcast in
      let all = names[podcast] ?? []
      let same = podcast != episode.podcast && all.contains(name) ? [name] : []
      return (same + of(name, among: all, limit: limit)).compactMap { Episode.ID(podcast: podcast, name: $0) }
    }
    return Array(found.prefix(limit))
  }
}

/// The values by which an episode is found again after its id has changed.
public struct EpisodeSource: Hashable, Sendable, Codable {
  /// The guid of the feed.
  public let guid: String?
  /// The address of the sound.
  public let url: String?

  /// Makes the source of an episode; `nil` if it has neither a guid nor an address.
  public init?(of episode: Episode) {
    guard episode.guid != nil || episode.url != nil else { return nil }
    (guid, url) = (episode.guid, episode.url)
  }
}
