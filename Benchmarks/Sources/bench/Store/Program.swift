import Foundation

/// Runs a program in the current directory, waits for it, and ignores its output.
struct Program {
  let path: String
  let environment: [String]

  /// The options of git for writing as durably as Mixtape does.
  static let syncingGit = ["-c", "core.fsync=all", "-c", "core.fsyncMethod=fsync"]

  /// Returns the program with one more variable, such as `HOME=/tmp`.
  func with(_ variable: String) -> Program { Program(path: path, environment: environment + [variable]) }

  struct Failure: Error, CustomStringConvertible {
    let command: String
    /// The exit status; `nil` if the program could not be started.
    let status: CInt?
    var description: String { "`\(command)` \(status.map { "ended with status \($0)" } ?? "could not be started")" }
  }

  /// Runs the program and waits for its end.
  func run(_ arguments: [String]) throws { _ = try peakMemory(arguments) }

  /// Runs the program, and returns its peak memory in bytes.
  func peakMemory(_ arguments: [String]) throws -> Int {
    let command = ([path] + arguments).joined(separator: " ")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor: CInt in [1, 2] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var process: pid_t = 0
    let result = posix_spawnp(&process, path, &actions, nil, words, variables)
    guard result == 0 else { throw Failure(command: command, status: nil) }
    var status: CInt = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
    guard status == 0 else { throw Failure(command: command, status: status >> 8) }
    // The system counts in kilobytes.
    return usage.ru_maxrss * 1024
  }
}
