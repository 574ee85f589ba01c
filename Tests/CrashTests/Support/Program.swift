import FaultInjection
import Foundation
import SystemPackage
import TestSupport

/// The built program, run in the store of a sandbox, with a fault at one system call.
struct Program {
  let sandbox: Sandbox

  /// The result of a run.
  struct Run: CustomStringConvertible {
    /// The exit status; `nil` if a signal ended the program.
    let status: Int?
    /// The signal that ended the program, if any.
    let signal: CInt?
    /// The text on standard output and standard error.
    let output: String
    /// The calls that changed files below the directory, or were about to.
    let calls: [Call]
    /// The numbers of unclassified system calls.
    let unknownCalls: Set<Int>
    /// Whether the program reached the call with the fault.
    let metFault: Bool

    /// The status and the last call.
    var description: String { "\(status.map(String.init) ?? "killed") after \(calls.last?.description ?? "no call")" }
  }

  /// Whether programs can be traced on this system.
  static var isSupported: Bool { fault_is_supported() == 1 }

  /// Runs `mixtape` with arguments.
  ///
  /// - Parameters:
  ///   - input: The text on standard input.
  ///   - inChildren: Whether the calls of its children count, and not those of the program. The fault then affects a child.
  ///   - observing: Called before each call, with its position, while the process is stopped.
  func run(
    _ arguments: [String], with fault: Fault? = nil, below directory: FilePath? = nil, input: String = "",
    inChildren: Bool = false, settings: [String: String] = [:],
    observing: (Int, Call) throws -> Void = { _, _ in }
  ) throws -> Run {
    let output = sandbox.root.appending("output-\(UUID().uuidString)")
    let inputFile = sandbox.root.appending("input")
    try input.write(toFile: inputFile.string, atomically: false, encoding: .utf8)
    let environment = sandbox.environment.merging(settings) { $1 }.map { "\($0)=\($1)" }
    return try withoutActuallyEscaping(observing) { observing in
      var log = Log(observe: observing)
      var outcome = fault_outcome()
      let error = Self.withCStrings([BuiltPrograms.path(of: "mixtape").string] + arguments) { arguments in
        Self.withCStrings(environment) { environment in
          Self.withCStrings([
            sandbox.store.string, output.string, (directory ?? sandbox.store).string, inputFile.string,
          ]) { paths in
            var program = fault_program(
              arguments: arguments, environment: environment, directory: paths[0], output: paths[1], below: paths[2],
              input: paths[3], in_children: inChildren ? 1 : 0)
            var plan = fault_plan(fault)
            return withUnsafeMutablePointer(to: &log) { log in
              fault_run(&program, &plan, { Log.record($0, $1) }, log, &outcome)
            }
          }
        }
      }
      guard error == 0 else { throw Errno(rawValue: error) }
      try log.failure.map { throw $0 }
      let status = Int(outcome.status)
      return Run(
        status: status & 0x7F == 0 ? status >> 8 & 0xFF : nil,
        signal: status & 0x7F == 0 ? nil : CInt(status & 0x7F),
        output: try String(contentsOfFile: output.string, encoding: .utf8),
        calls: log.calls, unknownCalls: log.unknown, metFault: outcome.reached == 1)
    }
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) throws -> Result
  ) rethrows -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return try (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { buffer in
      // The array contains at least the final `nil`.
      guard let start = buffer.baseAddress else { preconditionFailure("no strings") }
      return try body(start)
    }
  }
}

/// The reports of the tracer.
private struct Log {
  let observe: (Int, Call) throws -> Void
  var calls: [Call] = []
  var unknown: Set<Int> = []
  var failure: (any Error)?

  static func record(_ context: UnsafeMutableRawPointer?, _ call: UnsafePointer<fault_call>?) {
    guard let log = context?.assumingMemoryBound(to: Log.self), let call = call?.pointee else { return }
    guard let name = call.name, let path = call.path else {
      log.pointee.unknown.insert(call.number)
      return
    }
    let heard = Call(name: String(cString: name), path: String(cString: path))
    log.pointee.calls.append(heard)
    do {
      try log.pointee.observe(call.position, heard)
    } catch {
      log.pointee.failure = error
    }
  }
}

extension fault_plan {
  fileprivate init(_ fault: Fault?) {
    self.init()
    guard let fault else { return }
    position = fault.position
    lasts = fault.lasts ? 1 : 0
    switch fault.kind {
    case .kill: action = fault_kill
    case .tear: action = fault_tear
    case .shortWrite: action = fault_shorten
    case .failure(let errno): (action, error) = (fault_fail, errno.rawValue)
    case .signal(let number): (action, error) = (fault_signal, number)
    }
  }
}
