import SystemPackage
import TestSupport
import Testing

extension CommandFixture {
  /// The path of the program that was built with the tests.
  static var program: String { BuiltPrograms.path(of: "mixtape").string }

  /// The directory of the program.
  static var programDirectory: String { BuiltPrograms.directory.string }

  /// Makes shells of the fixture find the program.
  func putProgramInPath() {
    environment["PATH"] = "\(Self.programDirectory):\(environment["PATH"] ?? "")"
  }

  /// Starts `mixtape` with arguments in a terminal.
  ///
  /// - Parameter settings: Additional environment variables.
  func start(_ arguments: [String], in terminal: PseudoTerminal, settings: [String: String] = [:]) throws {
    try terminal.start(
      Self.program, arguments, environment: terminalEnvironment.merging(settings) { $1 },
      directory: sandbox.store.string)
  }

  private var terminalEnvironment: [String: String] { environment.merging(["TERM": "xterm-256color"]) { $1 } }

  /// Starts a player without sound and with a stopped clock in a terminal, so that a screen shows only the effects of keys.
  func startPlayer(
    _ arguments: [String], in terminal: PseudoTerminal, settings: [String: String] = [:]
  ) throws {
    try start(["play", "--speed", "0", "--service", "simulator"] + arguments, in: terminal, settings: settings)
  }

  /// Starts `mixtape` with arguments as a job of a shell, which prints `stopped` and `ended` with the status, and resumes the
  /// job after a line of input.
  func startJob(_ arguments: String, in terminal: PseudoTerminal) throws {
    try sandbox.write(
      """
      set -m; stty -a > ../before
      \(Self.program) \(arguments); echo stopped $?
      stty -a > ../after; read; fg > ../fg; echo ended $?

      """, to: "../job.bash")
    try terminal.start(
      "bash", ["../job.bash"], environment: terminalEnvironment, directory: sandbox.store.string)
  }

  /// Expects that the job had restored the settings of the terminal when it was stopped.
  func expectSettingsRestored(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try sandbox.read("../before") == sandbox.read("../after"), sourceLocation: sourceLocation)
  }
}
