import MixtapeStore
import PlaylistFiles
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The wording of conflict copies, which programs that sync directories make.
extension ErrorPresenter {
  /// Returns the predicate of a sentence about a conflict copy.
  static func wording(of copy: ConflictCopy) -> String { "is a conflict copy of \(copy.original) by \(copy.program)" }

  /// Returns the commands that compare a conflict copy with its original and keep one of them; none for other files.
  ///
  /// - Parameter directory: The working directory of the shell.
  static func hints(onConflictCopy report: FileReport, in store: Store, from directory: FilePath) -> [String] {
    guard let (copy, originalPath) = report.conflictCopy else { return [] }
    func word(_ path: String) -> String {
      var whole = store.directory.pushing(FilePath(path))
      _ = whole.removePrefix(directory)
      return shellWord(whole.string)
    }
    let (kept, other) = (word(originalPath), word(report.path))
    guard FileManager.default.fileExists(atPath: store.directory.pushing(FilePath(originalPath)).string) else {
      return ["`mv \(other) \(kept)` restores \(copy.original) from the copy, and `rm \(other)` removes the copy"]
    }
    return [
      "`diff \(kept) \(other)` compares \(copy.original) with the copy",
      "`rm \(other)` keeps \(copy.original) as it is, and `mv \(other) \(kept)` replaces it by the copy",
    ]
  }
}
