/// What went wrong in the model or the store: a code, what it is about, and the cause.
///
/// An error is data. Its wording is the business of whoever shows it; the command line does so in one place.
public struct MixtapeError: Error, Sendable {
  /// What kind of failure this is. More may be added; a switch over codes needs a default.
  public struct Code: Hashable, Sendable, RawRepresentable {
    /// The stable name of the code, as `--json` shows it.
    public let rawValue: String

    /// Makes a code of its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What an error is about.
  public enum Subject: Hashable, Sendable {
    /// A playlist, by id.
    case playlist(Playlist.ID)
    /// An episode, by id.
    case episode(Episode.ID)
    /// A podcast or an album, by id.
    case podcast(Podcast.ID)
    /// A folder of playlists or of the library.
    case folder(Folder)
    /// A tag of podcasts.
    case tag(String)
    /// Text that a person gave and that is not what it should be.
    case text(String)
    /// A file or directory, by its path as a person can type it.
    case file(String)
    /// A position in a list of `count` elements; both count from 1.
    case position(Int, count: Int)
    /// Nothing in particular.
    case none
  }

  /// What kind of failure this is.
  public let code: Code
  /// What it is about.
  public let subject: Subject
  /// Names that exist, for "did you mean"; empty where a suggestion makes no sense.
  public let candidates: [String]
  /// The failure underneath, if another layer or the system reported one.
  public let cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ subject: Subject = .none, candidates: [String] = [], cause: (any Error)? = nil) {
    self.code = code
    self.subject = subject
    self.candidates = candidates
    self.cause = cause
  }
}

extension MixtapeError.Code {
  /// No playlist, podcast, episode, folder, tag, template or revision of that name.
  public static let notFound = Self(rawValue: "not-found")
  /// A playlist or a podcast of that id, or a folder with something in it, is there already.
  public static let alreadyExists = Self(rawValue: "already-exists")
  /// The text is no valid id.
  public static let invalidID = Self(rawValue: "invalid-id")
  /// The text is no valid folder.
  public static let invalidFolder = Self(rawValue: "invalid-folder")
  /// The name of a playlist, the title of a podcast or a tag is empty, too long, or holds control characters.
  public static let invalidName = Self(rawValue: "invalid-name")
  /// A rating is not from 0 to ``Episode/maximumRating``.
  public static let invalidRating = Self(rawValue: "invalid-rating")
  /// The text is no rule; the cause is a ``RuleError`` that shows where.
  public static let invalidRule = Self(rawValue: "invalid-rule")
  /// The name suggests no id: one has to be given.
  public static let noIDInName = Self(rawValue: "no-id-in-name")
  /// A playlist has no rule of that number: the position in its list.
  public static let noSuchRule = Self(rawValue: "no-such-rule")
  /// A position lies outside of the list.
  public static let positionOutOfRange = Self(rawValue: "position-out-of-range")
  /// The episode is not in the playlist.
  public static let episodeNotInPlaylist = Self(rawValue: "episode-not-in-playlist")
  /// The change could not be saved; nothing has changed.
  public static let saveFailed = Self(rawValue: "save-failed")
}

/// The rule of ``NameRules`` that a text breaks, as an error.
public struct InvalidName: Error, Hashable, Sendable {
  /// The rule.
  public let violation: NameViolation

  /// Makes the error for a rule.
  public init(_ violation: NameViolation) { self.violation = violation }
}
