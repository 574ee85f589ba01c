import SystemPackage
import TestSupport
import Testing

/// The servers of these tests, with plain git.
@Suite("Servers of tests")
struct ServerTests {
  @Test(arguments: GitServer.Kind.allCases)
  func `git clones, pushes and fetches`(kind: GitServer.Kind) throws {
    guard try kind.requireInstalled() else { return }
    let remote = try BareRepository(in: Sandbox())
    let (server, sandbox) = (try GitServer(kind, of: remote), remote.sandbox)
    sandbox.environment.merge(server.clientEnvironment) { $1 }
    try sandbox.git("clone", "-q", server.address, ".")
    // Git sends more than 1 MiB over HTTP in chunks.
    #expect(try sandbox.shell("head -c 2000000 /dev/urandom > large && git add large && git commit -qm First") == "")
    try sandbox.git("push", "-q", "origin", "HEAD:main")
    let commit = try sandbox.git("rev-parse", "HEAD")
    #expect(try remote.tip == commit)
    try sandbox.git("clone", "-q", server.address, "b", in: sandbox.root)
    #expect(try sandbox.git("log", "--format=%H %s", in: sandbox.root.appending("b")) == "\(commit) First")
  }

  @Test(arguments: [GitServer.Kind.daemon, .http, .ssh])
  func `a server that only lets clients read refuses a push`(kind: GitServer.Kind) throws {
    guard try kind.requireInstalled() else { return }
    let remote = try BareRepository(in: Sandbox())
    let (server, sandbox) = (try GitServer(kind, of: remote, isWritable: false), remote.sandbox)
    sandbox.environment.merge(server.clientEnvironment) { $1 }
    try sandbox.git("clone", "-q", server.address, ".")
    try sandbox.git("commit", "-q", "--allow-empty", "-m", "First")
    #expect(throws: Sandbox.GitFailure.self) { try sandbox.git("push", "-q", "origin", "HEAD:main") }
    #expect(try remote.tip == nil)
  }
}

extension GitServer.Kind {
  /// Whether the server is installed. If not, the test says so.
  func requireInstalled() throws -> Bool {
    let isInstalled = try isInstalled
    if !isInstalled { print("skipped: the server for \(rawValue) is not installed") }
    return isInstalled
  }
}
