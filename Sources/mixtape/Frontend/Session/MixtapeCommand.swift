import ArgumentParser

/// A command that works on a store.
///
/// Each command sets `commandName` in its configuration. ``Invocation`` finds commands by it, and deriving the name from the
/// type takes longer.
protocol MixtapeCommand: ParsableCommand {
  var common: CommonOptions { get }

  /// Performs the command, and prints its result through the session.
  ///
  /// - Returns: ``ExitStatus/done``, or another status for scripts. Failures are thrown.
  func perform(in session: Session) throws -> ExitStatus
}

extension MixtapeCommand {
  func run() throws {
    let status = run(in: .process)
    if status != .done { throw ExitCode(status.rawValue) }
  }

  /// Runs the command, and reports its errors.
  func run(in context: CommandContext) -> ExitStatus {
    let session = Session(common, context)
    return session.run { try perform(in: session) }
  }
}

/// A command with the option `--shuffle`.
protocol ShufflingCommand: MixtapeCommand {}

struct CommonOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The store.", valueName: "dir"), completion: .directory)
  var store: String?

  @Flag(help: "Print JSON, and report errors as JSON too.")
  var json = false

  @Option(help: ArgumentHelp("When to use colors.", valueName: "when"))
  var color = ColorChoice.auto

  @Flag(name: .customLong("no-pager"), help: "Do not show long output through $PAGER.")
  var noPager = false

  func validate() throws {
    // An empty value usually comes from an unset variable in a script, and not from a user who means the working directory.
    if store == "" { throw ValidationError("the directory of --store is empty") }
  }

  enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    /// Colors on a terminal, unless `NO_COLOR` is set.
    case auto
    case always
    case never
  }
}

/// The option for showing the effect of a command without making changes.
struct DryRunOptions: ParsableArguments {
  @Flag(name: .customLong("dry-run"), help: "Show what would change, without changing anything.")
  var dryRun = false
}

extension CommonOptions {
  /// Returns whether the output to a stream is colored. See <https://no-color.org>.
  func usesColor(on stream: any TextOutput, in context: CommandContext) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: stream.isTerminal && context.variable("NO_COLOR") == nil && context.variable("TERM") != "dumb"
    }
  }

  /// Returns the options that can be recognized in an invalid command line, so that its error has the requested form.
  static func recognized(in arguments: [String]) -> CommonOptions {
    var options = CommonOptions()
    options.store = nil
    options.color = .auto
    options.noPager = true
    options.json = arguments.prefix { $0 != "--" }.contains("--json")
    return options
  }
}
