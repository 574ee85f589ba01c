package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A child process, started without a shell. `posix_spawn(3)`.
package struct SpawnedProcess: Sendable {
  private let id: pid_t
  private let sharing: Sharing

  /// The resources that a child process shares with this one.
  package enum Sharing {
    /// The terminal: the child writes to it, and its keys reach both processes.
    case terminal
    /// Nothing: the child writes only to `output`, has no terminal to ask questions on, and all signals have their default
    /// actions. It leads a session and a group of processes, to which its children belong.
    case nothing
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - input: The standard input; `nil` for that of this process.
  ///   - output: The standard output and error; `nil` for those of this process, or none for ``Sharing/nothing``.
  ///   - closing: Descriptors that the child must not keep open.
  ///   - keeping: A descriptor that the child keeps open, and its children, although other programs do not inherit it.
  ///   - resettingSignals: Signals that get their default actions in the child, even if this process ignores them.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String], input: FileDescriptor? = nil,
    output: FileDescriptor? = nil, closing: [FileDescriptor] = [], keeping: FileDescriptor? = nil,
    sharing: Sharing = .terminal, resettingSignals signals: [CInt] = []
  ) throws(Errno) {
    self.sharing = sharing
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
      } else if sharing == .nothing {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
      }
    }
    for descriptor in closing + [input, output].compactMap(\.self) where descriptor.rawValue > STDERR_FILENO {
      posix_spawn_file_actions_addclose(&actions, descriptor.rawValue)
    }
    // A copy to its own number is inherited. `posix_spawn_file_actions_adddup2(3)`.
    if let keeping { posix_spawn_file_actions_adddup2(&actions, keeping.rawValue, keeping.rawValue) }
    Self.arrange(&attributes, sharing, resettingSignals: signals)
    var id = pid_t()
    let result = withCStrings([program] + arguments) { arguments in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        posix_spawn(&id, program, &actions, &attributes, arguments, environment)
      }
    }
    guard result == 0 else { throw Errno(rawValue: result) }
    self.id = id
  }

  /// Waits for the process to end. May be called once.
  ///
  /// - Returns: The exit status; 128 plus the number of a signal that ended it, as in shells.
  package func wait() throws(Errno) -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1 {
      let error = Errno(rawValue: errno)
      guard error == .interrupted else { throw error }
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  /// Whether the process has ended. Must be called before ``wait()``. `waitid(2)`.
  package var hasEnded: Bool {
    var information = siginfo_t()
    let result = waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT)
    // The signal that tells a parent of the end; 0 while the process runs.
    return result == 0 && information.si_signo != 0
  }

  /// Asks the process to end by `SIGTERM`, so that it can remove what it has begun. Must be called before ``wait()``: afterwards,
  /// the id may belong to another process.
  ///
  /// The signal goes to the whole group of a process that was started with ``Sharing/nothing``, also after its leader has ended. With
  /// ``Sharing/terminal``, the group is that of this process, so the signal goes only to the child.
  package func askToEnd() { send(SIGTERM) }

  /// Ends the process at once by `SIGKILL`, with its group as for ``askToEnd()``. Must be called before ``wait()``.
  package func end() { send(SIGKILL) }

  /// Ends the process as ``end()``, and waits for its end. May be called once. One that has ended already keeps its status.
  ///
  /// - Returns: The status as ``wait()`` returns it; `nil` if the system does not tell it.
  @discardableResult
  package func endAndWait() -> Int32? {
    end()
    do throws(Errno) { return try wait() } catch { return nil }
  }

  private func send(_ signal: CInt) {
    // The call fails if the process has already ended.
    _ = kill(sharing == .nothing ? -id : id, signal)
  }

  private static func arrange(
    _ attributes: inout posix_spawnattr_t, _ sharing: Sharing, resettingSignals signals: [CInt]
  ) {
    var flags = POSIX_SPAWN_SETSIGDEF
    var resetSignals = sigset_t()
    sigemptyset(&resetSignals)
    for signal in [SIGPIPE] + signals { sigaddset(&resetSignals, signal) }
    if sharing == .nothing {
      sigfillset(&resetSignals)
      var blocked = sigset_t()
      sigemptyset(&blocked)
      posix_spawnattr_setsigmask(&attributes, &blocked)
      flags |= POSIX_SPAWN_SETSIGMASK | ownSession
    }
    posix_spawnattr_setsigdefault(&attributes, &resetSignals)
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }
}

#if canImport(Darwin)
  /// The flag that makes a child process the leader of a session. `posix_spawn(2)`.
  private let ownSession = POSIX_SPAWN_SETSID
#else
  /// `POSIX_SPAWN_SETSID`, which glibc declares for GNU programs only: a child process leads a session.
  private let ownSession: CInt = 0x80
#endif

/// Calls `body` with texts as a null-terminated array of C strings, valid during the call.
private func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = texts.map { strdup($0) } + [nil]
  defer { pointers.forEach { free($0) } }
  return body(&pointers)
}

extension SpawnedProcess {
  /// Starts a program without arguments, which shares nothing with this process. Its standard input and output are one end of a
  /// socket pair.
  ///
  /// The program must end itself when this process closes the connection or ends.
  ///
  /// - Returns: The process, and this process's end of the connection, which the caller must close.
  package static func connected(
    _ program: FilePath, environment: [String: String]
  ) throws(Errno) -> (SpawnedProcess, ConnectedSocket) {
    let (ours, theirs) = try ConnectedSocket.pair()
    defer { theirs.close() }
    do throws(Errno) {
      let process = try SpawnedProcess(
        program.string, [], environment: environment, input: theirs.descriptor, output: theirs.descriptor,
        closing: [ours.descriptor], sharing: .nothing)
      return (process, ours)
    } catch {
      ours.close()
      throw error
    }
  }
}
