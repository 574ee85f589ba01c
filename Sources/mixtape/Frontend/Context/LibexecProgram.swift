import ArgumentParser
import FeedFetching
import FileSystem
import MusicTags
import SystemPackage

/// The programs that `mixtape` starts for single jobs, as git does with those in its `libexec`.
enum LibexecProgram: String {
  /// The program that fetches feeds.
  case fetch = "mixtape-fetch"
  /// The program that reads the tags of music files.
  case tags = "mixtape-tags"
  /// The program that shows a player on the session bus.
  case mpris = "mixtape-mpris"

  /// Returns the path of the program: in the directory of `MIXTAPE_EXEC_PATH`, else in `libexec/mixtape` beside the directory of
  /// the running program, else beside that program, as after a build.
  ///
  /// If the program is missing, the path is that of the place where an installation has it.
  func path(in context: CommandContext, runningProgram: FilePath? = RunningProgram.path) -> FilePath {
    if let directory = context.variable("MIXTAPE_EXEC_PATH") {
      return context.normalized(directory).appending(rawValue)
    }
    guard let directory = runningProgram?.removingLastComponent() else { return FilePath(rawValue) }
    let installed = directory.removingLastComponent().pushing("libexec/mixtape").appending(rawValue)
    let built = directory.appending(rawValue)
    return !FileAccess.isExecutable(installed) && FileAccess.isExecutable(built) ? built : installed
  }
}

extension FeedFetcher {
  /// Makes the fetcher of a command.
  init(in context: CommandContext) {
    self.init(
      program: LibexecProgram.fetch.path(in: context), environment: context.environment,
      userAgent: "Mixtape/\(Mixtape.configuration.version)")
  }
}

extension TagReader {
  /// Makes the reader of a command.
  init(in context: CommandContext) {
    self.init(program: LibexecProgram.tags.path(in: context), environment: context.environment)
  }
}
