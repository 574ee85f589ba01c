import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// A store in a sandbox of its own.
struct StoreFixture {
  let sandbox: Sandbox
  let store: Store
  let notices = Recorder<StoreNotice>()

  /// Makes a store whose first commit has the given files.
  init(_ files: [String: String] = [:], in sandbox: Sandbox? = nil) throws {
    let sandbox = try sandbox ?? Sandbox()
    self.sandbox = sandbox
    for (path, text) in files { try sandbox.write(text, to: path) }
    let context = Store.Context(environment: sandbox.environment, now: { Date() }, notify: notices.record)
    _ = try Store.initialize(at: sandbox.store, from: nil, context: context)
    store = try Store(at: sandbox.store, context: context)
  }

  /// The text of a file of the store, or `nil` if it is not there.
  func text(_ path: String) throws -> String? {
    let file = sandbox.store.appending(path).string
    guard FileManager.default.fileExists(atPath: file) else { return nil }
    return String(decoding: try sandbox.read(path), as: UTF8.self)
  }

  /// The subjects of all commits, newest first.
  func subjects() throws -> [String] { try sandbox.git("log", "--format=%s").split(separator: "\n").map(String.init) }

  /// Fails the test where the repository is damaged or the work tree is not what HEAD says.
  func expectClean(sourceLocation: SourceLocation = #_sourceLocation) throws {
    sandbox.expectSound(sourceLocation: sourceLocation)
    #expect(try sandbox.status() == [], sourceLocation: sourceLocation)
  }
}

extension Playlist.ID {
  static func id(_ text: String) throws -> Playlist.ID { try Playlist.ID(validating: text) }
}

extension [Episode.ID] {
  static func ids(_ texts: String...) throws -> [Episode.ID] { try texts.map { try Episode.ID(validating: $0) } }
}
