import Companions
import FileSystem
import Foundation
import TestSupport
import Testing

private let openssl = InstalledProgram.path(of: "openssl", in: ProcessInfo.processInfo.environment)

/// TLS, with the server of `openssl` and a certificate that it creates.
@Suite(.enabled(if: openssl != nil, "openssl is not installed, so TLS is not tested"))
struct EncryptionTests {
  private let server: SecureServer

  init() throws {
    let sandbox = try Sandbox()
    try sandbox.write(WebReply.header(200, [("Content-Length", "6")]) + Array("<rss/>".utf8), to: "feed.xml")
    server = try SecureServer(of: sandbox)
  }

  private func trial() -> FetchTrial { FetchTrial(environment: ["SSL_CERT_FILE": server.certificate]) }

  @Test func `only trusted certificates are accepted`() throws {
    let port = server.port
    #expect(try trial().fetch("https://127.0.0.1:\(port)/feed.xml").text == "<rss/>")
    #expect(try trial().fetch("https://localhost:\(port)/feed.xml").text == "<rss/>")
    // The certificate does not contain this name.
    #expect(try trial().failure("https://feeds.localhost:\(port)/feed.xml").code == .untrustedCertificate)
    #expect(try FetchTrial().failure("https://127.0.0.1:\(port)/feed.xml").code == .untrustedCertificate)
  }

  @Test func `a server without TLS, and missing certificate files`() throws {
    let server = try WebServer(greeting: Array("220 hello\r\n".utf8)) { _ in .text("feed") }
    let address = "https://127.0.0.1:\(server.port)/"
    #expect(try FetchTrial().failure(address).code == .tlsFailed)
    #expect(try FetchTrial(environment: ["SSL_CERT_FILE": "/nonexistent"]).failure(address).code == .tlsFailed)
  }

  @Test func `redirects from http to https are followed`() throws {
    let target = server.address + "/feed.xml"
    let first = try WebServer { _ in .redirect(301, to: target) }
    let response = try trial().fetch(first.address("/"))
    #expect(response.text == "<rss/>")
    #expect(response.permanentAddress == target)
  }
}
