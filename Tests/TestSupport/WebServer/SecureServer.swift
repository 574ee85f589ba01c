import Foundation
import SystemPackage
import Testing

/// An HTTPS server of `openssl` on 127.0.0.1, with a self-signed certificate. The files of a sandbox are its answers, headers
/// included. It ends with its last reference.
public final class SecureServer {
  /// The port, chosen by the system.
  public let port: Int
  /// The address of the server, without a slash at the end.
  public var address: String { "https://localhost:\(port)" }
  /// The file with the certificate.
  public let certificate: String
  private let sandbox: Sandbox
  private let process = Process()

  /// Makes the certificate, and starts the server.
  public init(of sandbox: Sandbox) throws {
    self.sandbox = sandbox
    let directory = sandbox.store.string
    certificate = directory + "/certificate.pem"
    let complaint = try sandbox.shell(
      """
      openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out certificate.pem -subj /CN=localhost \
      -addext subjectAltName=DNS:localhost,IP:127.0.0.1 2>/dev/null || echo failed
      """)
    try #require(complaint.isEmpty)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    // Port 0 is any free port. The server prints the actual one.
    process.arguments = [
      "openssl", "s_server", "-accept", "127.0.0.1:0", "-HTTP", "-cert", certificate, "-key", directory + "/key.pem",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var text = ""
    while !(text.contains("ACCEPT") && text.hasSuffix("\n")),
      case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty
    {
      text += String(decoding: bytes, as: UTF8.self)
    }
    port = try #require(text.split(whereSeparator: { !$0.isNumber }).last.flatMap { Int($0) }, "\(text)")
  }

  deinit {
    // The server inherits the blocked signals of the thread that started it, so only `SIGKILL` reaches it.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
