import ArgumentParser
import FeedFetching
import FileSystem
import SystemPackage

/// The program that fetches feeds, `mixtape-fetch`. It is separate from `mixtape`, as `git-remote-https` is from `git`.
enum FetchProgram {
  static let name = "mixtape-fetch"

  /// Returns the path of the program: in the directory of `MIXTAPE_EXEC_PATH`, else in `libexec/mixtape` beside the directory of
  /// the running program, else beside that program, as after a build.
  ///
  /// If the program is missing, the path is that of the place where an installation has it.
  static func path(in context: CommandContext, runningProgram: FilePath? = RunningProgram.path) -> FilePath {
    if let directory = context.variable("MIXTAPE_EXEC_PATH") { return context.absolute(directory).appending(name) }
    guard let directory = runningProgram?.removingLastComponent() else { return FilePath(name) }
    let installed = directory.removingLastComponent().pushing("libexec/mixtape").appending(name)
    let built = directory.appending(name)
    return !FileAccess.isExecutable(installed) && FileAccess.isExecutable(built) ? built : installed
  }
}

extension FeedFetcher {
  /// Makes the fetcher of a command.
  init(in context: CommandContext) {
    self.init(
      program: FetchProgram.path(in: context), environment: context.environment,
      userAgent: "Mixtape/\(Mixtape.configuration.version)")
  }
}
