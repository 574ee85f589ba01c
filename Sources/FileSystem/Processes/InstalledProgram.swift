package import SystemPackage

/// Another program that Mixtape can do without, such as `git` or `mpv`.
package enum InstalledProgram {
  /// Where a program is that is called by its name alone; `nil` if none of the directories of `PATH` has it. Relative ones
  /// do not count: what lies in the working directory is nobody's choice.
  package static func path(of name: String, in environment: [String: String]) -> FilePath? {
    (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { FilePath(String($0)) }.filter(\.isAbsolute)
      .map { $0.appending(name) }.first(where: FileAccess.isExecutable)
  }
}
