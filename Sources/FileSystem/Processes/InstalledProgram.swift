package import SystemPackage

/// Optional programs, such as `git` or `mpv`.
package enum InstalledProgram {
  /// Returns the path of a program by its name; `nil` if no directory of `PATH` has it. Relative directories are ignored: a
  /// program in the working directory may be anybody's.
  package static func path(of name: String, in environment: [String: String]) -> FilePath? {
    (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { FilePath(String($0)) }.filter(\.isAbsolute)
      .map { $0.appending(name) }.first(where: FileAccess.isExecutable)
  }
}
