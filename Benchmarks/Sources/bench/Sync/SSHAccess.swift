import Foundation

/// Access to this machine by ssh, with keys of its own and a server process for each connection.
struct SSHAccess {
  /// The variable that makes git use it.
  let variable: String

  private static let server = "/usr/sbin/sshd"

  /// Makes the keys in a directory; `nil` if no server is installed.
  init?(in directory: URL) throws {
    guard FileManager.default.isExecutableFile(atPath: Self.server) else { return nil }
    let keygen = Program(path: "ssh-keygen", environment: [])
    let path = directory.path
    for name in ["host", "user"] {
      try keygen.run(["-q", "-t", "ed25519", "-N", "", "-f", "\(path)/\(name)"])
    }
    // A server that root starts needs this directory, which its installation may leave to the start of the service.
    if geteuid() == 0 {
      try FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: true)
    }
    let configuration = """
      HostKey \(path)/host
      AuthorizedKeysFile \(path)/user.pub
      PermitRootLogin yes
      StrictModes no
      AcceptEnv GIT_PROTOCOL
      """
    try Data(configuration.utf8).write(to: directory.appendingPathComponent("configuration"))
    let options = [
      "-F none", "-i '\(path)/user'", "-o IdentitiesOnly=yes", "-o BatchMode=yes", "-o StrictHostKeyChecking=no",
      "-o UserKnownHostsFile=/dev/null", "-o 'ProxyCommand=\(Self.server) -i -f \(path)/configuration'",
    ]
    variable = "GIT_SSH_COMMAND=ssh \(options.joined(separator: " "))"
  }
}
