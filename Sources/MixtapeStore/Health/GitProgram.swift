internal import FileSystem
public import SystemPackage

/// The program `git`, which Mixtape needs for nothing but to pack repositories.
public enum GitProgram {
  /// Finds the program in the directories of `PATH`. Relative ones do not count: what lies in the working directory is
  /// nobody's choice.
  public static func find(in environment: [String: String]) -> FilePath? {
    (environment["PATH"] ?? "").split(separator: ":").map { FilePath(String($0)) }.filter(\.isAbsolute)
      .map { $0.appending("git") }.first(where: FileAccess.isExecutable)
  }
}
