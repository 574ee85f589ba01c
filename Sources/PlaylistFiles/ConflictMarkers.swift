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
