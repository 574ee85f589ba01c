import FileSystem

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
    CompanionProgram.prepare("mixtape-fetch", purpose: "to fetch feeds")
    guard var loop = FetchLoop(environment: ProcessInfo.processInfo.environment) else { exit(EX_UNAVAILABLE) }
    // `exit` would wait for running host name lookups.
    _exit(loop.run())
  }
}
