package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A program that runs beside this one, without a shell in between. `posix_spawn(3)`.
package struct SpawnedProcess: Sendable {
  private let id: pid_t

  /// What a program has in common with this one.
  package enum Company {
    /// The terminal: it writes there, and its keys reach both.
    case sharing
    /// Nothing: what it says goes nowhere else than `output`, no key reaches it, and signals do what they usually do.
    case alone
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - input: What it reads as its standard input; this process's own if `nil`.
  ///   - output: What it writes its standard output and error to; `nil` for what its company says.
  ///   - closing: Descriptors that it must not hold open.
  ///   - heeding: Signals that have their usual effect on it, also where they have none here.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String], input: FileDescriptor? = nil,
    output: FileDescriptor? = nil, closing: [FileDescriptor] = [], company: Company = .sharing,
    heeding signals: [CInt] = []
  ) throws(Errno) {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let input { posix_spawn_file_actions_adddup2(&actions, input.rawValue, STDIN_FILENO) }
    for number in [STDOUT_FILENO, STDERR_FILENO] {
      if let output {
        posix_spawn_file_actions_adddup2(&actions, output.rawValue, number)
      } else if company == .alone {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
      }
    }
    for descriptor in closing + [input, output].compactMap(\.self) where descriptor.rawValue > STDERR_FILENO {
      posix_spawn_file_actions_addclose(&actions, descriptor.rawValue)
    }
    Self.arrange(&attributes, company, heeding: signals)
    var id = pid_t()
    let result = withCStrings([program] + arguments) { arguments in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        posix_spawn(&id, program, &actions, &attributes, arguments, environment)
      }
    }
    guard result == 0 else { throw Errno(rawValue: result) }
    self.id = id
  }

  /// Waits for the end of the program. Nobody else may.
  ///
  /// - Returns: its exit status, or 128 and the number of the signal that ended it, as shells have it.
  package func wait() throws(Errno) -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1 {
      let error = Errno(rawValue: errno)
      guard error == .interrupted else { throw error }
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  /// Ends the program at once, unless it has ended. To be called before ``wait()``, after which the number may be
  /// another's. `SIGKILL`.
  package func end() {
    // That it has ended by itself is as good.
    _ = kill(id, SIGKILL)
  }

  private static func arrange(
    _ attributes: inout posix_spawnattr_t, _ company: Company, heeding signals: [CInt]
  ) {
    var flags = POSIX_SPAWN_SETSIGDEF
    var heeded = sigset_t()
    sigemptyset(&heeded)
    for signal in [SIGPIPE] + signals { sigaddset(&heeded, signal) }
    if company == .alone {
      sigfillset(&heeded)
      var blocked = sigset_t()
      sigemptyset(&blocked)
      posix_spawnattr_setsigmask(&attributes, &blocked)
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
    }
    posix_spawnattr_setsigdefault(&attributes, &heeded)
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }
}

/// Calls `body` with texts as an array for C that ends in a null pointer. The array is gone afterwards.
private func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = texts.map { strdup($0) } + [nil]
  defer { pointers.forEach { free($0) } }
  return body(&pointers)
}
