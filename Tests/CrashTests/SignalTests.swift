import Foundation
import SystemPackage
import TestSupport
import Testing

/// Signals that end the program. A change that is being written is completed or rolled back, and leaves no locks or temporary
/// files.
@Suite("Signals", .enabled(if: Program.isSupported, "the tracer needs Linux"))
struct SignalTests {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  @Test(arguments: isThorough ? Change.all.filter { $0.command.first != "edit" } : [.addition, .addAndHandEditsWait])
  func `a signal at any call ends the program in the old or the new state`(change: Change) throws {
    let prepared = try Prepared(change)
    var generator = SeededGenerator()
    var outcomes: Set<Prepared.Outcome> = []
    for position in prepared.positions(oneOf: 4, using: &generator) {
      for number in isThorough ? Self.signals : [try #require(Self.signals.randomElement(using: &generator))] {
        let sandbox = try Sandbox.holding(prepared.origin)
        let fault = Fault(kind: .signal(number), position: position)
        let run = try Program(sandbox: sandbox).run(change, with: fault)
        let comment: Comment = "\(fault), \(run): \(run.output), \(generator)"
        #expect(run.signal == number || run.status == 0, comment)
        #expect(try Snapshot(of: sandbox.store).leftovers == [], comment)
        try prepared.expectOldOrNew(sandbox, comment).map { _ = outcomes.insert($0) }
      }
    }
    #expect(outcomes == [.old, .new])
  }

  /// The first signal asks `watch` to end. The second one ends it.
  @Test(arguments: signals) func `repeated signals to a watch leave no lock`(number: CInt) throws {
    let prepared = try Prepared(.addAndHandEditsWait)
    for position in stride(from: 1, through: 25, by: isThorough ? 1 : 6) {
      let sandbox = try Sandbox.holding(prepared.origin)
      let fault = Fault(kind: .signal(number), position: position, lasts: true)
      let run = try Program(sandbox: sandbox).run(["watch"], with: fault)
      #expect(run.signal == number || run.status == 0, "\(fault): \(run.output)")
      #expect(try Snapshot(of: sandbox.store).leftovers == [], "\(fault), \(run)")
      try prepared.expectOldOrNew(sandbox, "\(fault), \(run)")
    }
  }

  /// `nohup` makes a program ignore SIGHUP.
  @Test func `a signal that was ignored at the start stays ignored`() throws {
    let sandbox = try Sandbox.holding(try Prepared(.addition).origin)
    let output = try Sandbox.withoutBlockedSignals {
      try sandbox.shell(
        """
        env --ignore-signal=HUP '\(BuiltPrograms.path(of: "mixtape"))' watch --json > ../watch & watch=$!
        until [ -s ../watch ]; do sleep 0.01; done
        kill -HUP $watch; kill -TERM $watch; wait $watch; echo $?
        """)
    }
    #expect(output == "0\n")
  }

  /// 500 changes for each signal in a thorough test. None waits for a lock afterwards.
  @Test(arguments: signals + [SIGKILL])
  func `a signal at a random instant leaves a usable store`(number: CInt) throws {
    var generator = SeededGenerator()
    let prepared = try Prepared(.addAndHandEditsWait)
    var outcomes: [Prepared.Outcome: Int] = [:]
    // Signal 0 has no effect and measures the time of a change.
    let start = ContinuousClock.now
    _ = try Sandbox.holding(prepared.origin).interrupt(prepared.change.command, with: 0, afterMicroseconds: 0)
    let longest = Int((ContinuousClock.now - start) / .microseconds(1))
    for round in 1...(isThorough ? 500 : 8) {
      let sandbox = try Sandbox.holding(prepared.origin)
      let delay = Int.random(in: 0...longest, using: &generator)
      let status = try sandbox.interrupt(prepared.change.command, with: number, afterMicroseconds: delay)
      let comment: Comment = "round \(round), after \(delay) µs, \(status), \(generator)"
      // SIGKILL leaves locks, which the next command removes.
      if number != SIGKILL { #expect(try Snapshot(of: sandbox.store).leftovers == [], comment) }
      try prepared.expectOldOrNew(sandbox, comment).map { outcomes[$0, default: 0] += 1 }
    }
    print("signal \(number), within \(longest) µs: \(outcomes[.old] ?? 0) not made, \(outcomes[.new] ?? 0) made")
  }
}

extension Sandbox {
  /// Starts programs without the signals that the threads of tests block, which they would inherit.
  fileprivate static func withoutBlockedSignals<Result>(_ body: () throws -> Result) rethrows -> Result {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  /// Runs `mixtape` in the store, and sends a signal after a delay.
  ///
  /// - Returns: The status or the signal that ended it.
  fileprivate func interrupt(
    _ arguments: [String], with number: CInt, afterMicroseconds delay: Int
  ) throws -> (CInt, Process.TerminationReason) {
    let process = Process()
    // The parent process may ignore some signals.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["--default-signal=INT,TERM,HUP", BuiltPrograms.path(of: "mixtape").string] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: store.string)
    process.environment = environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try Self.withoutBlockedSignals { try process.run() }
    // The delay is the sample itself, a random instant of the command. Nothing is waited for, so no run can be too slow.
    usleep(useconds_t(delay))
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    return (process.terminationStatus, process.terminationReason)
  }
}
