import FeedFetching
import FileSystem
import Foundation
import SystemPackage
import TestSupport
import Testing

private let openssl = InstalledProgram.path(of: "openssl", in: ProcessInfo.processInfo.environment)

/// TLS, with the server of `openssl` and a certificate that it creates.
@Suite(.enabled(if: openssl != nil, "openssl is not installed, so TLS is not tested"))
struct EncryptionTests {
  private let sandbox: Sandbox
  private let certificate: String

  init() throws {
    sandbox = try Sandbox()
    certificate = sandbox.store.appending("certificate.pem").string
    let command = """
      openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out certificate.pem -subj /CN=localhost \
      -addext subjectAltName=DNS:localhost,IP:127.0.0.1 2>/dev/null
      """
    #expect(try sandbox.shell(command) == "")
    try sandbox.write("<rss/>", to: "feed.xml")
  }

  /// Runs a server for the files of the store, and passes its port to `body`.
  private func withServer(_ body: (Int) throws -> Void) throws {
    let (ours, theirs) = try ConnectedSocket.pair()
    defer { ours.close() }
    let line =
      "cd '\(sandbox.store)' && exec openssl s_server -accept 127.0.0.1:0 -cert certificate.pem -key key.pem -WWW"
    let server = try SpawnedProcess(
      "/bin/sh", ["-c", line], environment: sandbox.environment, output: theirs.descriptor, sharing: .nothing)
    theirs.close()
    defer {
      server.end()
      do { _ = try server.wait() } catch { Issue.record(error) }
    }
    var output = ""
    while !output.contains("ACCEPT") || !output.hasSuffix("\n") {
      guard try ours.wait(toSend: false, atMost: .seconds(20)), let bytes = try ours.receive(), !bytes.isEmpty else {
        break
      }
      output += String(decoding: bytes, as: UTF8.self)
    }
    let accepted = output.split(separator: "\n").last { $0.hasPrefix("ACCEPT") }
    try body(try #require(accepted?.split(separator: ":").last.flatMap { Int($0) }, "\(output)"))
  }

  @Test func `only trusted certificates are accepted`() throws {
    try withServer { port throws in
      let trusting = FetchTrial(environment: ["SSL_CERT_FILE": certificate])
      #expect(try trusting.fetch("https://127.0.0.1:\(port)/feed.xml").text == "<rss/>")
      #expect(try trusting.fetch("https://localhost:\(port)/feed.xml").text == "<rss/>")
      // The certificate does not contain this name.
      #expect(try trusting.failure("https://feeds.localhost:\(port)/feed.xml").code == .untrustedCertificate)
      #expect(try FetchTrial().failure("https://127.0.0.1:\(port)/feed.xml").code == .untrustedCertificate)
    }
  }

  @Test func `a server without TLS, and missing certificate files`() throws {
    let server = try WebServer(greeting: Array("220 hello\r\n".utf8)) { _ in .text("feed") }
    let address = "https://127.0.0.1:\(server.port)/"
    #expect(try FetchTrial().failure(address).code == .tlsFailed)
    #expect(try FetchTrial(environment: ["SSL_CERT_FILE": "/nonexistent"]).failure(address).code == .tlsFailed)
  }

  @Test func `redirects from http to https are followed`() throws {
    try withServer { port throws in
      let server = try WebServer { _ in .redirect(301, to: "https://localhost:\(port)/feed.xml") }
      let response = try FetchTrial(environment: ["SSL_CERT_FILE": certificate]).fetch(server.address("/"))
      #expect(response.text == "<rss/>")
      #expect(response.permanentAddress == "https://localhost:\(port)/feed.xml")
    }
  }
}
