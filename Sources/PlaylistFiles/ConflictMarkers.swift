internal import LosslessTOML

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Finds conflict markers of git, which it writes when it cannot merge a file.
enum ConflictMarkers {
  /// Returns an error for each conflict: a line that starts with `<<<<<<< ` and a later one that starts with `>>>>>>>
  /// `. A single one of them may be text of the user.
  static func diagnostics(in source: [UInt8]) -> [Diagnostic] {
    // Most files have no `<`. The function of the C library finds that out many times faster than a loop.
    let first = source.withUnsafeBytes { bytes in
      bytes.baseAddress.flatMap { memchr($0, Int32(UInt8(ascii: "<")), bytes.count) }
    }
    guard first != nil else { return [] }
    var diagnostics: [Diagnostic] = []
    var opening: SourceRange?
    // A byte order mark is not a part of the first line.
    var start = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < source.count {
      let end = source[start...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
      let line = source[start..<end]
      if line.starts(with: "<<<<<<< ".utf8) {
        opening = SourceRange(start..<end)
      } else if line.starts(with: ">>>>>>> ".utf8), let range = opening {
        diagnostics.append(
          Diagnostic(
            id: .conflictMarkers, severity: .error, range: range,
            message: "merge conflict: keep the lines that you want and remove the lines with the markers",
            notes: [Diagnostic.Note(message: "the conflict ends here", range: SourceRange(start..<end))]))
        opening = nil
      }
      start = end + 1
    }
    return diagnostics
  }
}

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
    guard Self.mayMatch(name), let copy = Self.match(name) else { return nil }
    program = copy.program
    // Some programs also copy their copies.
    var original = copy.original
    while let other = Self.match(original) { original = other.original }
    self.original = original
  }

  /// Nearly all names end here, before the patterns, which take a thousand times as long: a copy ends in a parenthesis, or in a time
  /// or a device with 6 or 7 characters, and has the word for conflict in one of the languages, or a time in parentheses.
  private static func mayMatch(_ name: String) -> Bool {
    let (end, dash) = (name.utf8.suffix(8), UInt8(ascii: "-"))
    guard end.last == UInt8(ascii: ")") || end.prefix(2).contains(dash) else { return false }
    return end.suffix(4).first == dash || name.contains("onfli")
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
