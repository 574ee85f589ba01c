import SystemPackage
import TestSupport
import Testing

/// The servers of these tests, with plain git.
@Suite("Servers of tests")
struct ServerTests {
  @Test func `git clones, pushes and fetches by a path`() throws { try exchange(by: .path) }

  @Test(.requires(.daemon)) func `git clones, pushes and fetches from git daemon`() throws { try exchange(by: .daemon) }

  @Test(.requires(.http)) func `git clones, pushes and fetches over HTTP`() throws { try exchange(by: .http) }

  @Test(.requires(.ssh)) func `git clones, pushes and fetches over ssh`() throws { try exchange(by: .ssh) }

  @Test(.requires(.daemon)) func `git daemon refuses a push if clients may only read`() throws {
    try expectRefusal(by: .daemon)
  }

  @Test(.requires(.http)) func `HTTP refuses a push if clients may only read`() throws { try expectRefusal(by: .http) }

  @Test(.requires(.ssh)) func `ssh refuses a push if clients may only read`() throws { try expectRefusal(by: .ssh) }

  private func exchange(by kind: GitServer.Kind) throws {
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

  private func expectRefusal(by kind: GitServer.Kind) throws {
    let remote = try BareRepository(in: Sandbox())
    let (server, sandbox) = (try GitServer(kind, of: remote, isWritable: false), remote.sandbox)
    sandbox.environment.merge(server.clientEnvironment) { $1 }
    try sandbox.git("clone", "-q", server.address, ".")
    try sandbox.git("commit", "-q", "--allow-empty", "-m", "First")
    #expect(throws: Sandbox.GitFailure.self) { try sandbox.git("push", "-q", "origin", "HEAD:main") }
    #expect(try remote.tip == nil)
  }
}
