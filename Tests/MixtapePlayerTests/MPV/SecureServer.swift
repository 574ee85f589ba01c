import Foundation
import SystemPackage
import TestSupport
import Testing

/// An HTTPS server with a self-signed certificate. The files of a sandbox are its answers, headers included. It ends
/// with its last reference.
final class SecureServer {
  /// The address of the server, without a slash at the end.
  let address: String
  /// The file with the certificate.
  let certificate: String
  private let process = Process()

  init(of sandbox: Sandbox) throws {
    let directory = sandbox.store.string
    certificate = directory + "/certificate.pem"
    let making = Process()
    making.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    making.arguments = [
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
      "subjectAltName=DNS:localhost", "-keyout", directory + "/key.pem", "-out", certificate,
    ]
    making.standardError = FileHandle.nullDevice
    try making.run()
    making.waitUntilExit()
    try #require(making.terminationStatus == 0)

    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    // Port 0 is any free port. The server prints the actual one.
    process.arguments = [
      "openssl", "s_server", "-accept", "0", "-HTTP", "-cert", certificate, "-key", directory + "/key.pem",
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
    let port = text.split(whereSeparator: { !$0.isNumber }).last.map(String.init)
    address = "https://localhost:\(try #require(port))"
  }

  deinit {
    // The server inherits the blocked signals of the thread that started it, so only `SIGKILL` reaches it.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
