/// An error of the model or the store: a code, its subject and its cause.
///
/// An error is data without wording. The program that shows it words it; the command line does so in one place.
public struct MixtapeError: Error, Sendable {
  /// The kinds of errors. Later versions may add more, so a switch over codes needs a default.
  public struct Code: Hashable, Sendable, RawRepresentable {
    /// The stable name of the code, as `--json` shows it.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The subject of an error.
  public enum Subject: Hashable, Sendable {
    /// A playlist, by id.
    case playlist(Playlist.ID)
    /// An episode, by id.
    case episode(Episode.ID)
    /// A podcast or an album, by id.
    case podcast(Podcast.ID)
    /// A playlist, a podcast or an album, by id.
    case item(String)
    /// A folder of playlists or of the library.
    case folder(Folder)
    /// A tag of podcasts.
    case tag(String)
    /// Invalid text that a user or a program gave.
    case text(String)
    /// A file or directory, by a path that a user can type.
    case file(String)
    /// A position in a list of `count` elements; both count from 1.
    case position(Int, count: Int)
    /// No subject.
    case none
  }

  /// The kind of the error.
  public let code: Code
  /// The subject of the error.
  public let subject: Subject
  /// Names that exist, for "did you mean"; empty if a suggestion makes no sense.
  public let candidates: [String]
  /// The error of another layer or the system that caused this one.
  public let cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ subject: Subject = .none, candidates: [String] = [], cause: (any Error)? = nil) {
    self.code = code
    self.subject = subject
    self.candidates = candidates
    self.cause = cause
  }
}

extension MixtapeError: CustomStringConvertible {
  /// The code, the subject and the cause in one line, for logs and for programs without wording of their own:
  /// `not found: playlist "focs" (similar: focus)`, `file access: file "library/sky.toml": Permission denied`.
  public var description: String {
    var parts = [code.rawValue.map { $0 == "-" ? " " : String($0) }.joined()]
    if let subject = subject.description {
      parts.append(candidates.isEmpty ? subject : "\(subject) (similar: \(candidates.joined(separator: ", ")))")
    }
    if let cause { parts.append("\(cause)") }
    return parts.joined(separator: ": ")
  }
}

extension MixtapeError.Subject {
  /// Returns the position at an offset in a list. It counts from 1, unless that would overflow.
  static func offset(_ offset: Int, count: Int) -> Self {
    .position(offset == .max ? offset : offset + 1, count: count)
  }

  /// The kind and the name of the subject; `nil` for an error without a subject.
  fileprivate var description: String? {
    switch self {
    case .playlist(let id): "playlist \"\(id)\""
    case .episode(let id): "episode \"\(id)\""
    case .podcast(let id): "podcast \"\(id)\""
    case .item(let id): "item \"\(id)\""
    case .folder(let folder): "folder \"\(folder)\""
    case .tag(let tag): "tag \"\(tag)\""
    case .text(let text): "\"\(text)\""
    case .file(let path): "file \"\(path)\""
    case .position(let position, let count): "\(position) of \(count)"
    case .none: nil
    }
  }
}

extension MixtapeError.Code {
  /// There is no playlist, podcast, episode, folder, tag, template or revision with that name.
  public static let notFound = Self(rawValue: "not-found")
  /// There already is a playlist or a podcast with that id, or a folder that is not empty.
  public static let alreadyExists = Self(rawValue: "already-exists")
  /// The text is not a valid id.
  public static let invalidID = Self(rawValue: "invalid-id")
  /// The text is not a valid folder.
  public static let invalidFolder = Self(rawValue: "invalid-folder")
  /// The name of a playlist, the title of a podcast or a tag is empty, too long, or holds control characters.
  public static let invalidName = Self(rawValue: "invalid-name")
  /// A rating is not from 0 to ``Episode/maximumRating``.
  public static let invalidRating = Self(rawValue: "invalid-rating")
  /// A key of an episode cannot have the value; the cause is an ``InvalidEpisodeValue``.
  public static let invalidValue = Self(rawValue: "invalid-value")
  /// The text is not a valid rule; the cause is a ``RuleError`` with the place.
  public static let invalidRule = Self(rawValue: "invalid-rule")
  /// No id can be made from the name: an id is required.
  public static let noIDInName = Self(rawValue: "no-id-in-name")
  /// The playlist has no rule with that number, its position in the list.
  public static let noSuchRule = Self(rawValue: "no-such-rule")
  /// Keys that need rules would be set on a playlist without rules; the cause is a ``KeysWithoutEffect``.
  public static let noEffect = Self(rawValue: "no-effect")
  /// A position lies outside the list.
  public static let positionOutOfRange = Self(rawValue: "position-out-of-range")
  /// The episode is not in the playlist.
  public static let episodeNotInPlaylist = Self(rawValue: "episode-not-in-playlist")
  /// The change could not be saved; nothing has changed.
  public static let saveFailed = Self(rawValue: "save-failed")
}

/// The rule of ``NameRules`` that a text breaks, as the cause of an error.
public struct InvalidName: Error, Hashable, Sendable {
  /// The rule that the text breaks.
  public let violation: NameViolation

  /// Makes an error from a violation.
  public init(_ violation: NameViolation) { self.violation = violation }
}
