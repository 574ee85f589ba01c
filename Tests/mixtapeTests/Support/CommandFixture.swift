import Foundation
import MixtapeStore
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// The exit status of Mixtape; Testing also has an `ExitStatus`.
typealias CommandStatus = mixtape.ExitStatus

/// A store for a test, with a shell that runs `mixtape` in this process.
final class CommandFixture {
  let sandbox: Sandbox
  /// Whether commands see a terminal with colors.
  var isTerminal = false
  /// The width of the terminal.
  var columns = 80
  var environment: [String: String]
  private let clock: Clock

  /// Creates a store with ``Sample/files``.
  convenience init() throws { try self.init(copying: PreparedStore.shared.get(), at: PreparedStore.minutes) }

  /// Creates a copy of a store.
  ///
  /// - Parameter minutes: The time of its clock, in minutes.
  init(copying store: FilePath, at minutes: Int) throws {
    sandbox = try Sandbox()
    environment = sandbox.environment
    clock = Clock(after: minutes)
    try FileManager.default.removeItem(atPath: sandbox.store.string)
    try FileManager.default.copyItem(atPath: store.string, toPath: sandbox.store.string)
  }

  /// Creates a store with files, by path.
  init(with files: [String: String]) throws {
    let clock = Clock(after: 0)
    self.clock = clock
    sandbox = try Sandbox()
    environment = sandbox.environment
    for (path, text) in files { try sandbox.write(text, to: path) }
    _ = try Store.initialize(
      at: sandbox.store, from: nil, context: Store.Context(environment: environment, now: { clock.now }))
  }

  /// The result of a command.
  struct Outcome {
    let status: CommandStatus
    let output: String
    let errors: String
  }

  /// Runs `mixtape` with arguments.
  ///
  /// - Parameters:
  ///   - input: The lines of standard input.
  ///   - isInteractive: Whether standard input is a terminal.
  ///   - settings: Additional environment variables.
  func mixtape(
    _ arguments: [String], input: [String] = [], isInteractive: Bool = false, settings: [String: String] = [:]
  ) -> Outcome {
    let output = CapturedOutput(isTerminal: isTerminal, columns: columns)
    let errors = CapturedOutput(isTerminal: isTerminal, columns: columns)
    let context = context(
      input: PreparedInput(input, isTerminal: isInteractive), output: output, errors: errors, settings: settings)
    let status = Mixtape.run(arguments, in: context)
    return Outcome(status: status, output: output.text, errors: errors.text)
  }

  /// Runs `mixtape` with arguments while another command runs: when that one reads the clock for the first time.
  ///
  /// - Returns: The result of the other command.
  func mixtape(_ arguments: [String], whileRunning other: [String]) -> Outcome {
    let (directory, environment, clock) = (sandbox.store, environment, clock)
    let hasRun = Recorder<Bool>()
    @Sendable func run(_ arguments: [String], now: @escaping @Sendable () -> Date) -> Outcome {
      let (output, errors) = (CapturedOutput(isTerminal: false), CapturedOutput(isTerminal: false))
      let context = CommandContext(
        directory: directory, environment: environment, now: now, utcOffset: { _ in 60 },
        standardInput: PreparedInput([], isTerminal: false), standardOutput: output, standardError: errors)
      return Outcome(status: Mixtape.run(arguments, in: context), output: output.text, errors: errors.text)
    }
    return run(other) {
      if hasRun.values.isEmpty {
        hasRun.record(true)
        let outcome = run(arguments) { clock.now }
        #expect(outcome.status == .done, "\(outcome.errors)")
      }
      return clock.now
    }
  }

  /// The context of a command.
  ///
  /// - Parameter directory: The current directory; by default, the store.
  func context(
    input: any TextInput, output: any TextOutput, errors: any TextOutput, settings: [String: String] = [:],
    in directory: FilePath? = nil
  ) -> CommandContext {
    CommandContext(
      directory: directory ?? sandbox.store, environment: environment.merging(settings) { $1 },
      now: { [clock] in clock.now }, utcOffset: { _ in 60 },
      standardInput: input, standardOutput: output, standardError: errors)
  }

  /// Returns the text of a file in the store.
  func text(of path: String) throws -> String { String(decoding: try sandbox.read(path), as: UTF8.self) }

  /// Runs a command line in the store with `sh`.
  ///
  /// Commits of git have a fixed date, so that their ids are the same in each run: the transcripts take an id of decimal digits
  /// only for a number.
  ///
  /// - Returns: The text on standard output and standard error.
  func shell(_ line: String) throws -> String {
    let date = "2026-03-01T08:00:00Z"
    let dates = ["GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date]
    return try sandbox.shell(line, environment: environment.merging(dates) { own, _ in own })
  }
}
