import Foundation
import GitHistory
import TestSupport
import Testing

/// Conversions of contents that git applies between commits and the work tree.
@Suite struct ConversionTests {
  private let unix = Array("1\n2\n".utf8)
  private let windows = Array("1\r\n2\r\n".utf8)

  private func repository(_ attributes: String, autocrlf: Bool = false) throws -> (Sandbox, Repository) {
    let sandbox = try Sandbox(committing: [".gitattributes": "*.txt \(attributes)\n"])
    if autocrlf { try sandbox.git("config", "core.autocrlf", "true") }
    return (sandbox, try sandbox.open())
  }

  @Test(arguments: [("text eol=crlf", false), ("!text", true), ("text=auto", true)])
  func lineEnds(attributes: String, autocrlf: Bool) throws {
    let (sandbox, repository) = try repository(attributes, autocrlf: autocrlf)
    #expect(try repository.converted(unix, at: "a.txt", .toWorkTree) == windows)
    #expect(try repository.converted(windows, at: "in/a.txt", .toCommit) == unix)
    #expect(try repository.converted([], at: "a.txt", .toWorkTree) == [])
    withExtendedLifetime(sandbox) {}
  }

  @Test(arguments: [("!text", false), ("text=auto", false), ("text eol=lf", true), ("-text", true)])
  func `contents that git checks out as they are`(attributes: String, autocrlf: Bool) throws {
    let (sandbox, repository) = try repository(attributes, autocrlf: autocrlf)
    #expect(try repository.converted(unix, at: "a.txt", .toWorkTree) == unix)
    withExtendedLifetime(sandbox) {}
  }

  @Test(arguments: ["filter=some", "ident", "working-tree-encoding=UTF-16"])
  func `attributes that only git applies`(attribute: String) throws {
    let (sandbox, repository) = try repository(attribute)
    #expect(try repository.converted(unix, at: "a.txt", .toWorkTree) == nil)
    #expect(try repository.converted(unix, at: "a.txt", .toCommit) == nil)
    #expect(try repository.converted(unix, at: "a.toml", .toWorkTree) == unix)
    withExtendedLifetime(sandbox) {}
  }
}
