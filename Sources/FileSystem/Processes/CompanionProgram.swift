package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The start of a program that `mixtape` starts and talks to over standard input and output.
package enum CompanionProgram {
  /// Prepares this process. If a person has started it, prints a message and ends the process.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - purpose: The purpose in the message, such as `to fetch feeds`.
  package static func prepare(_ name: String, purpose: String) {
    guard CommandLine.argc == 1, isatty(STDIN_FILENO) == 0 else {
      let usage = "usage: \(name) is started by mixtape, \(purpose); it takes no arguments\n"
      do { try FileDescriptor.standardError.writeAll(usage.utf8) } catch {
        // The exit status says it, too.
      }
      exit(EX_USAGE)
    }
    signal(SIGPIPE, SIG_IGN)
    // The parent process may ignore these signals.
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
    separateErrors()
  }

  /// Discards messages of libraries, because standard error may be the same socket as standard output. Until here, it carries the
  /// messages of the dynamic linker.
  private static func separateErrors() {
    let null = open("/dev/null", O_WRONLY)
    guard null >= 0 else { return }
    dup2(null, STDERR_FILENO)
    close(null)
  }

  /// Waits for input on standard input. Returns at most 64 KiB, and an empty array at the end. `read(2)`.
  package static func readInput() throws(Errno) -> [UInt8] { try FileDescriptor.standardInput.readPiece() }

  /// Writes bytes to standard output, and waits until the reader takes them. `write(2)`.
  package static func writeOutput(_ bytes: some Sequence<UInt8>) throws(Errno) {
    try withErrno { _ = try FileDescriptor.standardOutput.writeAll(bytes) }
  }
}
