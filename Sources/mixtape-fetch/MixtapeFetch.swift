#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program that fetches feeds for Mixtape. It is separate, so that only commands with network access load libcurl.
@main enum MixtapeFetch {
  static func main() {
    guard CommandLine.argc == 1, isatty(STDIN_FILENO) == 0 else {
      let usage = "usage: mixtape-fetch is started by mixtape, to fetch feeds; it takes no arguments\n"
      _ = write(STDERR_FILENO, usage, usage.utf8.count)
      exit(EX_USAGE)
    }
    signal(SIGPIPE, SIG_IGN)
    // The parent process may ignore these signals.
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    separateErrors()
    guard var loop = FetchLoop(environment: ProcessInfo.processInfo.environment) else { exit(EX_UNAVAILABLE) }
    // `exit` would wait for running host name lookups.
    _exit(loop.run())
  }

  /// Discards messages of libraries, because standard error may be the same socket as standard output. Until here, it
  /// carries the messages of the dynamic linker.
  private static func separateErrors() {
    let null = open("/dev/null", O_WRONLY)
    guard null >= 0 else { return }
    dup2(null, STDERR_FILENO)
    close(null)
  }
}
