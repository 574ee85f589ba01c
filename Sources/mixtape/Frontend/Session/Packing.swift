import FileSystem
import SystemPackage
import TerminalUI

/// Hands a repository over to git for packing, when the store says that it is time.
///
/// `git gc --auto` looks for itself whether there is enough to do, under the user's settings, and goes on in the background.
/// It removes nothing: `--no-prune` keeps also what no commit refers to, as what a change at the same moment has written.
enum Packing {
  /// Starts git, if there is one, and does not wait for it. That it cannot be started is no concern of a command that has
  /// done its work; `doctor` tells of it.
  static func start(in store: FilePath, _ context: CommandContext) {
    guard let git = InstalledProgram.path(of: "git", in: context.environment) else { return }
    do throws(Errno) {
      try ChildProcess.startDetached(
        git.string, ["-C", store.string, "gc", "--auto", "--quiet", "--no-prune"],
        environment: environment(context.environment))
    } catch {}
  }

  /// The environment without what would send git to another repository than the one it is started in.
  private static func environment(_ all: [String: String]) -> [String: String] {
    all.filter { name, _ in !name.hasPrefix("GIT_") || name.hasPrefix("GIT_CONFIG") || name == "GIT_EXEC_PATH" }
  }
}
