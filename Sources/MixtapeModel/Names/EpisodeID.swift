extension Episode {
  /// An episode's id, `<podcast>/<episode>`: given once, when the episode is imported, and never recomputed.
  public struct ID: Hashable, Sendable, RawRepresentable, Comparable, CustomStringConvertible {
    /// The podcast whose file holds the episode.
    public let podcast: Podcast.ID
    /// The `id` key of the episode in that file.
    public let name: String

    /// The whole id, as playlists spell it.
    public var rawValue: String { "\(podcast)/\(name)" }

    /// Makes an id of a podcast and the name of an episode in it, or `nil` where the name is not valid.
    public init?(podcast: Podcast.ID, name: String) {
      guard NameRules.violation(in: name) == nil else { return nil }
      self.podcast = podcast
      self.name = name
    }

    /// Makes an id, or `nil` where `rawValue` is not one.
    public init?(rawValue: String) {
      guard case .success(let id) = Self.parse(rawValue) else { return nil }
      self = id
    }

    /// Makes an id of text that a person or a program gave.
    ///
    /// - Throws: ``MixtapeError/Code/invalidID`` with the violation as its cause.
    public init(validating text: String) throws(MixtapeError) {
      switch Self.parse(text) {
      case .success(let id): self = id
      case .failure(let invalid): throw MixtapeError(.invalidID, .text(text), cause: invalid)
      }
    }

    /// The whole id, as playlists spell it.
    public var description: String { rawValue }

    /// Byte order of the podcast, then of the episode.
    public static func < (left: Self, right: Self) -> Bool {
      left.podcast == right.podcast
        ? left.name.utf8.lexicographicallyPrecedes(right.name.utf8) : left.podcast < right.podcast
    }

    private static func parse(_ text: String) -> Result<Self, InvalidName> {
      // Scalars, since a slash and a letter of some scripts make one character; no more parts than tell right from wrong.
      let parts = text.unicodeScalars.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return .failure(InvalidName(.notAnEpisodePath)) }
      for part in parts {
        if let violation = NameRules.violation(in: String(part)) { return .failure(InvalidName(violation)) }
      }
      guard let podcast = Podcast.ID(rawValue: String(parts[0])),
        let id = Self(podcast: podcast, name: String(parts[1]))
      else { return .failure(InvalidName(.notAnEpisodePath)) }
      return .success(id)
    }
  }
}
