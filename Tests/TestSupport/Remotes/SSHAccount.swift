import Foundation
internal import SystemPackage

/// An account on an OpenSSH server that a test starts, with keys that it makes.
struct SSHAccount {
  /// The name of the user who runs the test.
  let user: String
  /// The variable that makes git use the key of the account and no configuration of the user.
  let clientEnvironment: [String: String]
  let server: ProgramServer

  /// The path of the server; `nil` if it is not installed.
  static var program: String? {
    let candidates = ["/usr/sbin/sshd", "/usr/local/sbin/sshd", "/sbin/sshd", "/usr/bin/sshd"]
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// A missing program.
  struct NotInstalled: Error {}

  init(in sandbox: Sandbox, isWritable: Bool) throws {
    guard let program = Self.program else { throw NotInstalled() }
    let directory = sandbox.root.appending("ssh").string
    user = NSUserName()
    try Self.makeKeys(in: directory, sandbox)
    // A server of root separates privileges in a directory that its installation may leave to its start.
    let forced =
      isWritable
      ? ""
      : "ForceCommand case \"$SSH_ORIGINAL_COMMAND\" in git-receive-pack*) "
        + "echo 'ERROR: this key is read only' >&2; exit 1;; *) exec sh -c \"$SSH_ORIGINAL_COMMAND\";; esac\n"
    let configuration = """
      HostKey \(directory)/host
      AuthorizedKeysFile \(directory)/user.pub
      AuthenticationMethods publickey
      PermitRootLogin yes
      StrictModes no
      UsePAM no
      PidFile none
      PrintMotd no
      PrintLastLog no
      AcceptEnv GIT_PROTOCOL
      \(forced)
      """
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: "\(directory)/configuration"))
    if NSUserName() == "root" { _ = try sandbox.shell("mkdir -p /run/sshd && chmod 755 /run/sshd") }
    server = try ProgramServer(
      program, ["-i", "-e", "-f", "\(directory)/configuration"], environment: sandbox.environment)
    let host = try String(contentsOfFile: "\(directory)/host.pub", encoding: .utf8)
    let known = "[127.0.0.1]:\(server.port) \(host)"
    try Data(known.utf8).write(to: URL(fileURLWithPath: "\(directory)/known"))
    let options = [
      "-F none", "-i '\(directory)/user'", "-o IdentitiesOnly=yes", "-o BatchMode=yes", "-o StrictHostKeyChecking=yes",
      "-o UserKnownHostsFile='\(directory)/known'", "-o IdentityAgent=none",
    ]
    clientEnvironment = ["GIT_SSH_COMMAND": "ssh \(options.joined(separator: " "))"]
  }

  private static func makeKeys(in directory: String, _ sandbox: Sandbox) throws {
    try sandbox.makeDirectory("ssh")
    for name in ["host", "user"] {
      let output = try sandbox.shell("ssh-keygen -q -t ed25519 -N '' -C test -f '\(directory)/\(name)' && echo made")
      guard output.hasSuffix("made\n") else { throw NotInstalled() }
    }
  }
}

extension GitServer.Kind {
  /// Whether the programs of the server are installed.
  public var isInstalled: Bool {
    get throws {
      let sandbox = try Sandbox()
      switch self {
      case .path: return true
      case .daemon: return try sandbox.shell("ls \"$(git --exec-path)/git-daemon\" >/dev/null && echo yes") == "yes\n"
      case .http:
        return try sandbox.shell("ls \"$(git --exec-path)/git-http-backend\" >/dev/null && echo yes") == "yes\n"
      case .ssh: return try SSHAccount.program != nil && sandbox.shell("ssh -V && echo yes").hasSuffix("yes\n")
      }
    }
  }
}
