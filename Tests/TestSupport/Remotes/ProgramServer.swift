import Foundation
public import SystemPackage

/// A server on 127.0.0.1 that starts a program for each connection, as inetd does: the connection is the program's standard
/// input and output. It accepts connections as soon as it exists, and ends with the last reference.
public final class ProgramServer: Sendable {
  private let server: ConnectionServer

  /// Starts a server.
  ///
  /// - Parameter program: The absolute path of the program.
  public init(_ program: String, _ arguments: [String], environment: [String: String]) throws(Errno) {
    server = try ConnectionServer { descriptor in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.environment = environment
      let connection = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      process.standardInput = connection
      process.standardOutput = connection
      process.standardError = FileHandle.nullDevice
      do {
        try process.run()
      } catch {
        // The client sees a connection that ends at once.
        return
      }
      process.waitUntilExit()
    }
  }

  /// The port, chosen by the system.
  public var port: UInt16 { server.port }
}

extension ProgramServer {
  /// Starts `git daemon` for the repositories in the root of a sandbox.
  ///
  /// - Parameter isWritable: Whether clients may push.
  public static func gitDaemon(of sandbox: Sandbox, isWritable: Bool = true) throws(Errno) -> ProgramServer {
    let options = ["--inetd", "--export-all", "--base-path=\(sandbox.root)"]
    return try ProgramServer(
      "/usr/bin/env",
      ["git", "daemon"] + options + (isWritable ? ["--enable=receive-pack"] : []) + [sandbox.root.string],
      environment: sandbox.environment)
  }
}
