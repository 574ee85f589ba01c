import Foundation
import SystemPackage
import TestSupport
import Testing

/// A server that speaks HTTPS, with a certificate that nobody else has signed. The files of a sandbox are its answers, heads included.
/// It ends when nobody holds it.
final class SecureServer {
  /// Its address, without a slash at the end.
  let address: String
  /// The file with its certificate.
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
    // Port 0 is any that is free; the server says which it got.
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
    // The server inherits from the thread that started it that it is not to hear of gentler signals.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
