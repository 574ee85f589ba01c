import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// A store in a sandbox, with a bare repository beside it as its remote.
struct SyncedStore {
  let remote: BareRepository
  let store: Store
  var sandbox: Sandbox { remote.sandbox }

  /// The files of the store at the beginning.
  static let files = [
    "playlists/focus.toml": "# Mine.\nname = 'Focus'\nepisodes = [\n  'p/1', # one\n  'p/2',\n  'p/3',\n]\n",
    "playlists/calm.toml": "name = 'Calm'\nepisodes = ['p/3']\n",
    "library/p.toml": "title = 'P'\n"
      + (1...9).map { "\n[[episodes]]\nid = '\($0)'\ntitle = 'Episode \($0)'\n" }.joined(),
  ]

  /// Makes a store and an empty remote.
  ///
  /// - Parameter address: The address of the remote; `nil` for its path.
  init(in sandbox: Sandbox? = nil, address: String? = nil) throws {
    remote = try BareRepository(in: sandbox ?? Sandbox())
    for (path, text) in Self.files { try remote.sandbox.write(text, to: path) }
    let context = Self.context(in: remote.sandbox)
    _ = try Store.initialize(at: remote.sandbox.store, from: nil, context: context)
    store = try Store(at: remote.sandbox.store, context: context)
    try remote.sandbox.git("remote", "add", "origin", address ?? remote.directory.string)
  }

  /// Returns the context of stores of these tests.
  static func context(in sandbox: Sandbox) -> Store.Context {
    Store.Context(environment: sandbox.environment, now: { Date() }, lockPatience: .seconds(60))
  }

  /// Sets the address of the remote, and the variables that its clients need. Later stores use them.
  func connect(to server: GitServer) throws {
    sandbox.environment.merge(server.clientEnvironment) { $1 }
    try sandbox.git("remote", "set-url", "origin", server.address)
  }

  /// Clones the store from its remote into a directory beside it.
  func clone(_ name: String, from address: String? = nil) throws -> Store {
    try Store.clone(
      address ?? remote.directory.string, to: sandbox.root.appending(name), context: Self.context(in: sandbox),
      by: .quiet)
  }

  /// Returns the store with the present environment of the sandbox.
  func reopened() throws -> Store { try Store(at: sandbox.store, context: Self.context(in: sandbox)) }

  /// Fails the test if a repository is damaged, has changes that are not committed, or if files have problems.
  func expectSound(_ store: Store, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    #expect(
      try sandbox.git("fsck", "--strict", "--no-dangling", "--no-progress", in: store.directory) == "",
      sourceLocation: sourceLocation)
    #expect(try sandbox.git("status", "--porcelain", in: store.directory) == "", sourceLocation: sourceLocation)
    #expect(try store.check().reports.map(\.path) == [], sourceLocation: sourceLocation)
  }
}

extension GitProgram {
  /// Git that asks nobody, and that is ended after a short time without an answer.
  static var quiet: GitProgram { GitProgram(.none, patience: .seconds(60)) }
}

extension Store {
  /// Adds an episode to a playlist.
  func add(_ episode: String, to playlist: String) throws {
    try change(.add([try Episode.ID(validating: episode)], to: try Playlist.ID(validating: playlist), at: nil))
  }

  /// Returns the episodes of a playlist.
  func episodes(of playlist: String) throws -> [String] {
    let id = try Playlist.ID(validating: playlist)
    return try #require(try playlists().first { $0.id == id }).episodes.map(\.rawValue)
  }
}

/// Fails the test unless a call throws a failed transfer.
///
/// - Returns: The failure of git.
@discardableResult
func expectTransferFailure(
  sourceLocation: Testing.SourceLocation = #_sourceLocation, _ body: () throws -> Void
) throws -> GitProgramError? {
  do {
    try body()
    Issue.record("the transfer succeeded", sourceLocation: sourceLocation)
  } catch let error as MixtapeError {
    #expect(error.code == .transferFailed, "\(error)", sourceLocation: sourceLocation)
    return error.cause as? GitProgramError
  }
  return nil
}

/// Fails the test unless a call throws a refusal.
///
/// - Returns: The refusal.
@discardableResult
func expectRefusal(
  sourceLocation: Testing.SourceLocation = #_sourceLocation, _ body: () throws -> Void
) throws -> SyncRefusal? {
  do {
    try body()
    Issue.record("the sync succeeded", sourceLocation: sourceLocation)
  } catch let error as MixtapeError {
    let refusal = error.cause as? SyncRefusal
    #expect(refusal != nil, "\(error)", sourceLocation: sourceLocation)
    return refusal
  }
  return nil
}
