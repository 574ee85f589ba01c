import CTagLib
import FileSystem
import MusicTags

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program that reads the tags of music files for Mixtape. It is separate, so that a crash of TagLib does not end `mixtape`.
@main enum MixtapeTags {
  static func main() {
    CompanionProgram.prepare("mixtape-tags", purpose: "to read the tags of music files")
    limitResources()
    guard StandardOutput.write(TagProtocol.greeting(library: String(cString: ctaglib_version()))) else { exit(0) }
    var input = PathInput()
    while let paths = input.next() {
      for path in paths {
        // The parent process has closed the connection.
        guard StandardOutput.write(TrackReport(of: path).text) else { exit(0) }
      }
    }
    exit(input.isValid ? 0 : EX_DATAERR)
  }

  /// Limits the memory that a file can take, and prevents core dumps of crashes.
  private static func limitResources() {
    #if canImport(Glibc)
      let (memory, cores) = (__rlimit_resource_t(RLIMIT_AS.rawValue), __rlimit_resource_t(RLIMIT_CORE.rawValue))
    #else
      let (memory, cores) = (RLIMIT_AS, RLIMIT_CORE)
    #endif
    var limit = rlimit(rlim_cur: memoryLimit, rlim_max: memoryLimit)
    setrlimit(memory, &limit)
    limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(cores, &limit)
  }

  /// The greatest address space in bytes.
  private static let memoryLimit: rlim_t = 2 << 30
}
