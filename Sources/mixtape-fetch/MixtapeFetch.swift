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

/// The program that fetches feeds for Mixtape. It is separate, so that commands without network load no libcurl.
@main enum MixtapeFetch {
  static func main() {
    guard CommandLine.argc == 1, isatty(STDIN_FILENO) == 0 else {
      let usage = "usage: mixtape-fetch is started by mixtape, to fetch feeds; it takes no arguments\n"
      _ = write(STDERR_FILENO, usage, usage.utf8.count)
      exit(EX_USAGE)
    }
    signal(SIGPIPE, SIG_IGN)
    // Whoever started it may ignore them.
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    separateErrors()
    guard var loop = FetchLoop(environment: ProcessInfo.processInfo.environment) else { exit(EX_UNAVAILABLE) }
    // Without the handlers of normal ends, which would wait for lookups of names.
    _exit(loop.run())
  }

  /// Lets messages of libraries vanish: standard error may be the same connection as standard output. Until here, it carries the
  /// messages of the dynamic linker.
  private static func separateErrors() {
    let null = open("/dev/null", O_WRONLY)
    guard null >= 0 else { return }
    dup2(null, STDERR_FILENO)
    close(null)
  }
}
