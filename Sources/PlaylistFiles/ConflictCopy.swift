/// A file that a program which syncs directories made beside another file, because that file was changed on two machines.
///
/// Such a file is no playlist of its own. The names are those that the programs write, also in other languages. A name such as
/// `focus (1)` or `focus-ANN-PC` does not say enough.
public struct ConflictCopy: Hashable, Sendable {
  /// The name of the file that it is a copy of.
  public let original: String
  /// The program that made it.
  public let program: String

  /// Recognizes a conflict copy; `nil` for other files.
  ///
  /// - Parameter name: The name of the file, without the extension.
  public init?(name: String) {
    // Nearly all names end here, before the slower patterns: a copy ends in a parenthesis, or in a time or a device with 6 or 7
    // characters.
    let end = name.utf8.suffix(8)
    guard end.last == UInt8(ascii: ")") || end.prefix(2).contains(UInt8(ascii: "-")), let copy = Self.match(name) else {
      return nil
    }
    program = copy.program
    // Some programs also copy their copies.
    var original = copy.original
    while let other = Self.match(original) { original = other.original }
    self.original = original
  }

  private static func match(_ name: String) -> (original: String, program: String)? {
    for (program, pattern) in forms {
      if let match = name.wholeMatch(of: pattern) { return (String(match.1), program) }
    }
    return nil
  }

  /// The forms of names by their programs.
  private static var forms: [(program: String, pattern: Regex<(Substring, Substring)>)] {
    [
      ("Syncthing", /(.+)\.sync-conflict-[0-9]{8}-[0-9]{6}(?:-[0-9A-Z]{7})?/),
      // Also with the name of the user, and as versions before 2.5 wrote it.
      ("Nextcloud or ownCloud", /(.+) \(conflicted copy (?:[^()]+ )?[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{6}\)/),
      ("Nextcloud or ownCloud", /(.+)_conflict[-_](?:.+-)?[0-9]{8}-[0-9]{6}/),
      ("Dropbox", /(.+) \([^()]+ (?:conflicted copy|in Konflikt stehende Kopie) [0-9]{4}-[0-9]{2}-[0-9]{2}\)/),
      (
        "Dropbox",
        /(.+) \((?:In Konflikt stehende Kopie von|Copie en conflit de|Copia en conflicto de|Copia in conflitto di) [^()]+\)/
      ),
      // A copy that its server renamed for another program.
      ("Dropbox", /(.+) \(conflicting copy\)/),
      ("Seafile", /(.+) \((?:SFConflict )?[^()]+ [0-9]{4}(?:-[0-9]{2}){5}\)/),
    ]
  }
}
