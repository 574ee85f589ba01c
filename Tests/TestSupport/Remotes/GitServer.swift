internal import SystemPackage

/// A server of the repositories of a sandbox on 127.0.0.1. It ends with the last reference.
public struct GitServer {
  /// The address of the bare repository.
  public let address: String
  /// The variables that clients need in their environment.
  public let clientEnvironment: [String: String]
  /// The server, which ends with the last reference; `nil` for a path.
  private let server: AnyObject?

  /// A way to reach a repository.
  public enum Kind: String, CaseIterable, Sendable {
    /// A path of the file system.
    case path
    /// `git daemon`.
    case daemon
    /// The smart HTTP protocol.
    case http
    /// The OpenSSH server.
    case ssh
  }

  /// Starts a server.
  ///
  /// - Parameter isWritable: Whether clients may push. A path is always writable.
  public init(_ kind: Kind, of repository: BareRepository, isWritable: Bool = true) throws {
    let sandbox = repository.sandbox
    let name = BareRepository.name
    switch kind {
    case .path: (address, clientEnvironment, server) = (repository.directory.string, [:], nil)
    case .daemon:
      let daemon = try ProgramServer.gitDaemon(of: sandbox, isWritable: isWritable)
      (address, clientEnvironment, server) = ("git://127.0.0.1:\(daemon.port)/\(name)", [:], daemon)
    case .http:
      let web = try SmartHTTP.server(of: sandbox, isWritable: isWritable)
      (address, clientEnvironment, server) = (web.address("/\(name)"), [:], web)
    case .ssh:
      let account = try SSHAccount(in: sandbox, isWritable: isWritable)
      address = "ssh://\(account.user)@127.0.0.1:\(account.server.port)\(repository.directory)"
      (clientEnvironment, server) = (account.clientEnvironment, account.server)
    }
  }
}
