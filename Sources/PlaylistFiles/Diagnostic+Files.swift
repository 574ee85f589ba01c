public import LosslessTOML

extension Diagnostic.ID {
  /// A value of another type than the key requires.
  public static let wrongType: Self = "file.wrong-type"
  /// An unknown key; a warning.
  public static let unknownKey: Self = "file.unknown-key"
  /// An unknown key that differs from a known one by one typing error.
  public static let misspelledKey: Self = "file.misspelled-key"
  /// A required key that is missing.
  public static let missingKey: Self = "file.missing-key"
  /// A value of the right type that is not allowed.
  public static let invalidValue: Self = "file.invalid-value"
  /// An invalid id.
  public static let invalidID: Self = "file.invalid-id"
  /// An address of sound that the player refuses; a warning.
  public static let unplayableAddress: Self = "file.unplayable-address"
  /// An episode that occurs twice in a library file.
  public static let duplicateEpisode: Self = "file.duplicate-episode"
  /// An episode that the library does not have; a warning.
  public static let missingEpisode: Self = "file.missing-episode"
  /// A time without a unit in a rule; a warning.
  public static let unitlessTime: Self = "rule.missing-unit"
  /// A rule about a small `playCount`, which episodes that were never played do not have; a warning.
  public static let neverPlayed: Self = "rule.never-played"
  /// A rule of `skip` that no item of a feed fits; a warning.
  public static let neverMatches: Self = "rule.never-matches"
  /// A playlist in a rule that the store does not have; a warning.
  public static let unknownPlaylist: Self = "rule.unknown-playlist"
  /// A podcast, a folder or a tag in a rule that the library does not have; a warning.
  public static let unknownName: Self = "rule.unknown-name"
  /// A rule of a playlist that names the playlist itself, directly or not.
  public static let playlistCycle: Self = "rule.cycle"
  /// The pattern of `matches` is not a valid regular expression.
  public static let invalidPattern: Self = "rule.invalid-pattern"
  /// A key that has no effect without rules, in a playlist without rules; a warning.
  public static let noEffect: Self = "file.no-effect"
  /// Conflict markers of git.
  public static let conflictMarkers: Self = "file.conflict-markers"
  /// A file that is larger than ``FileLimits/maximumSize``.
  public static let tooLarge: Self = "file.too-large"
  /// A file name that is not a valid id.
  public static let invalidFileName: Self = "file.invalid-name"
  /// A file that another program made of a file that was changed on two machines; see ``ConflictCopy``.
  public static let conflictCopy: Self = "file.conflict-copy"
  /// Two files with one id.
  public static let idClash: Self = "file.id-clash"
  /// A file or a directory that cannot be read.
  public static let unreadable: Self = "file.unreadable"
  /// A symbolic link, a pipe, or any other item that is not a regular file.
  public static let notAFile: Self = "file.not-a-file"
  /// A symbolic link, a file, or any other item in the place of a directory of the store.
  public static let notADirectory: Self = "file.not-a-directory"
  /// A store of a format that this version does not support.
  public static let unknownFormat: Self = "file.unknown-format"
}

/// Limits of files in a store.
public enum FileLimits {
  /// The maximum size of a file in bytes: about 300,000 episodes.
  public static let maximumSize = 16 * 1024 * 1024
}

extension Diagnostic {
  /// Returns all diagnostics of a file: of its text, and of its meaning.
  static func all(of document: TOMLDocument, _ meaning: [Diagnostic]) -> [Diagnostic] {
    let conflicts = ConflictMarkers.diagnostics(in: document.source)
    // In a file with conflict markers, other diagnostics do not help. Nor does a missing key that an invalid line may have.
    guard conflicts.isEmpty else { return conflicts }
    let isBroken = document.diagnostics.contains { $0.severity == .error }
    return merged(document.diagnostics, isBroken ? meaning.filter { $0.id != .missingKey } : meaning)
  }

  /// Returns two lists of diagnostics as one, in source order. O(*n* log *n*).
  public static func merged(_ first: [Diagnostic], _ second: [Diagnostic]) -> [Diagnostic] {
    (first + second).inSourceOrder
  }

  /// Returns an error without a place inside the file.
  public static func error(_ id: ID, _ message: String, notes: [Note] = []) -> Diagnostic {
    Diagnostic(id: id, severity: .error, range: SourceRange(0..<0), message: message, notes: notes)
  }
}
