import FileSystem
import GitHistory
import SystemPackage
import TerminalUI

/// Starts git to pack the repository when the store asks for it.
///
/// `git gc --auto` decides whether to pack, by the user's settings, and runs in the background.
/// `--no-prune` keeps unreferenced objects, because a concurrent change may need them.
enum Packing {
  /// Starts git, if it is installed, and does not wait for it. Does not report a failure, because the command has succeeded;
  /// `doctor` reports a repository that needs packing.
  static func start(in store: FilePath, _ context: CommandContext) {
    guard let git = InstalledProgram.path(of: "git", in: context.environment) else { return }
    do throws(Errno) {
      try ChildProcess.startDetached(
        git.string, UnattendedGit.arguments(["gc", "--auto", "--quiet", "--no-prune"], in: store),
        environment: UnattendedGit.environment(context.environment))
    } catch {}
  }
}
