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

  /// Writes bytes to standard output, and waits until the reader takes them. `write(2)`.
  package static func writeOutput(_ bytes: some Sequence<UInt8>) throws(Errno) {
    try withErrno { _ = try FileDescriptor.standardOutput.writeAll(bytes) }
  }
}

/// The lines on the standard input of a companion program.
package struct CompanionInput {
  /// The reasons to end the program.
  package enum End: Error {
    /// The input is closed: the other side needs no more results.
    case closed
    /// The input breaks the protocol.
    case invalid
  }

  private var lines: LineBuffer

  /// Makes the input of a program.
  package init(of expected: CompanionProtocol) { lines = LineBuffer(maximumLength: expected.longestLine) }

  /// Waits for input, and returns the lines that end in it. `read(2)`.
  package mutating func read() throws(End) -> [[UInt8]] {
    let bytes: [UInt8]
    // Input that cannot be read ends like closed input.
    do { bytes = try FileDescriptor.standardInput.readPiece() } catch { throw .closed }
    guard !bytes.isEmpty else { throw .closed }
    let complete = lines.append(bytes)
    guard !lines.hasDroppedLine else { throw .invalid }
    return complete
  }
}

/// The program that runs as this process.
package enum RunningProgram {
  /// The path of its file, without symbolic links; `nil` if the system does not tell. `proc(5)`, `dyld(3)`.
  package static var path: FilePath? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _ = _NSGetExecutablePath(nil, &size)
      var bytes = [CChar](repeating: 0, count: Int(size) + 1)
      guard _NSGetExecutablePath(&bytes, &size) == 0 else { return nil }
      return resolved(bytes.withUnsafeBufferPointer { $0.baseAddress.map { FilePath(platformString: $0) } } ?? "")
    #else
      return resolved("/proc/self/exe")
    #endif
  }

  private static func resolved(_ path: FilePath) -> FilePath? {
    do throws(Errno) { return try SystemCalls.resolved(path) } catch { return nil }
  }
}

/// Optional programs, such as `git` or `mpv`.
package enum InstalledProgram {
  /// Returns the path of a program by its name; `nil` if no directory of `PATH` has it. Relative directories are ignored: a
  /// program in the working directory may be anybody's.
  package static func path(of name: String, in environment: [String: String]) -> FilePath? {
    (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { FilePath(String($0)) }.filter(\.isAbsolute)
      .map { $0.appending(name) }.first(where: FileAccess.isExecutable)
  }
}
