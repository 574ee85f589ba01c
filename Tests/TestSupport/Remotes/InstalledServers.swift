public import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test, with a message, if a program of a server is not installed.
  public static func requires(_ kind: GitServer.Kind) -> Self {
    .enabled(if: try kind.isInstalled, "\(kind.program) is not installed: nothing was tested with it")
  }
}

extension GitServer.Kind {
  /// The name of the program that the server needs.
  fileprivate var program: String {
    switch self {
    case .path: "git"
    case .daemon: "git daemon"
    case .http: "git http-backend"
    case .ssh: "the OpenSSH server"
    }
  }
}
