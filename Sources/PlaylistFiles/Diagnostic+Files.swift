public import LosslessTOML

extension Diagnostic.ID {
  /// A value of another type than its key takes.
  public static let wrongType: Self = "file.wrong-type"
  /// A key that means nothing to Mixtape; a warning.
  public static let unknownKey: Self = "file.unknown-key"
  /// A key that is one slip away from one that means something.
  public static let misspelledKey: Self = "file.misspelled-key"
  /// A key that has to be there and is not.
  public static let missingKey: Self = "file.missing-key"
  /// A value of the right type that is none of those allowed.
  public static let invalidValue: Self = "file.invalid-value"
  /// Text that is no id, where an id belongs.
  public static let invalidID: Self = "file.invalid-id"
  /// An address of sound that the player refuses; a warning.
  public static let unplayableAddress: Self = "file.unplayable-address"
  /// An episode that stands twice in one list: a warning in a playlist, an error in a library file.
  public static let duplicateEpisode: Self = "file.duplicate-episode"
  /// An episode that the library does not have; a warning.
  public static let missingEpisode: Self = "file.missing-episode"
  /// A playlist that a rule names and that the store does not have; a warning.
  public static let unknownPlaylist: Self = "rule.unknown-playlist"
  /// Rules of playlists that lead back to the playlist they belong to.
  public static let playlistCycle: Self = "rule.cycle"
  /// The pattern of `matches` is no regular expression.
  public static let invalidPattern: Self = "rule.invalid-pattern"
  /// A key that needs rules, in a playlist without; a warning.
  public static let noEffect: Self = "file.no-effect"
  /// Markers of a merge that git could not finish.
  public static let conflictMarkers: Self = "file.conflict-markers"
  /// A file that is larger than ``FileLimits/maximumSize``.
  public static let tooLarge: Self = "file.too-large"
  /// A file name that is no id.
  public static let invalidFileName: Self = "file.invalid-name"
  /// Two files with one id.
  public static let idClash: Self = "file.id-clash"
  /// A file or a directory that the system does not let be read.
  public static let unreadable: Self = "file.unreadable"
  /// A symbolic link, a pipe, or another thing that is not a plain file.
  public static let notAFile: Self = "file.not-a-file"
  /// A symbolic link, a file, or another thing where a directory of the store belongs.
  public static let notADirectory: Self = "file.not-a-directory"
  /// A store of a format that this version does not know.
  public static let unknownFormat: Self = "file.unknown-format"
}

/// How large a file of a store may be.
public enum FileLimits {
  /// The largest file that is read, in bytes: some 300,000 episodes.
  public static let maximumSize = 16 * 1024 * 1024
}

extension Diagnostic {
  /// What is wrong with a file: with its text, and with what that means.
  static func all(of document: TOMLDocument, _ meaning: [Diagnostic]) -> [Diagnostic] {
    let conflicts = ConflictMarkers.diagnostics(in: document.source)
    // Between conflict markers nothing else that is said of the text helps.
    return conflicts.isEmpty ? merged(document.diagnostics, meaning) : conflicts
  }

  /// Two lists of diagnostics as one, in source order. O(*n* log *n*).
  public static func merged(_ first: [Diagnostic], _ second: [Diagnostic]) -> [Diagnostic] {
    (first + second).inSourceOrder
  }

  /// An error without a place inside the file.
  public static func error(_ id: ID, _ message: String, notes: [Note] = []) -> Diagnostic {
    Diagnostic(id: id, severity: .error, range: SourceRange(0..<0), message: message, notes: notes)
  }
}
