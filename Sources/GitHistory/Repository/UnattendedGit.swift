internal import FileSystem
package import SystemPackage

/// The git program as Mixtape starts it by itself, for packing and for the identity of the user.
///
/// It runs neither hooks nor other programs that the configuration of the repository names: the repository may come from an
/// archive of somebody else. Only for `sync` and `clone`, which the user asks for, git runs what it always runs.
package enum UnattendedGit {
  /// Returns the arguments of git for a command in a directory.
  ///
  /// The programs of other settings do not run: pagers need a terminal, and ``environment(_:)`` forbids connections.
  package static func arguments(_ command: [String], in directory: FilePath) -> [String] {
    ["-C", directory.string, "--no-pager", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"] + command
  }

  /// Returns the environment of git: without variables that lead it to another repository, and without connections, which it
  /// would make for the missing objects of a partial clone.
  package static func environment(_ all: [String: String]) -> [String: String] {
    var environment = all.filter { !redirections.contains($0.key) }
    environment["GIT_NO_LAZY_FETCH"] = "1"
    environment["GIT_ALLOW_PROTOCOL"] = ""
    return environment
  }

  /// Returns what a command writes; `nil` if git is not installed, fails, or takes too long.
  static func output(of command: [String], in directory: FilePath, _ variables: [String: String]) -> [UInt8]? {
    guard let git = InstalledProgram.path(of: "git", in: variables) else { return nil }
    do throws(Errno) {
      let (ours, theirs) = try ConnectedSocket.pair()
      defer { ours.close() }
      let process = try { () throws(Errno) in
        // The end of the output is seen only when no process has this descriptor any more.
        defer { theirs.close() }
        return try SpawnedProcess(
          git.string, arguments(command, in: directory), environment: environment(variables), output: theirs.descriptor,
          closing: [ours.descriptor], sharing: .nothing)
      }()
      var bytes: [UInt8] = []
      while true {
        guard try ours.wait(toSend: false, atMost: patience) else {
          process.end()
          break
        }
        guard let piece = try ours.receive() else { continue }
        guard !piece.isEmpty else { break }
        bytes += piece
      }
      return try process.wait() == 0 ? bytes : nil
    } catch {
      return nil
    }
  }

  private static let patience = Duration.seconds(10)

  /// The variables that belong to one repository. See `git rev-parse --local-env-vars`.
  package static let redirections: Set<String> = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
  ]
}
